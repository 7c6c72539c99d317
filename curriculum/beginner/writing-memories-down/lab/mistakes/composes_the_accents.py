"""fails: test_the_content_is_as_it_was_said

Stores the composed spelling; to compare in it is right, to store it loses how it was written.
"""

import unicodedata

from memlab.sentences import sentences
from memlab.write import Candidate


def candidates(turn, cues):
    found = []
    for sentence in sentences(turn.text):
        type = type_of(sentence, cues)
        if type is not None:
            content = unicodedata.normalize("NFC", sentence.rstrip(" .。"))
            found.append(Candidate(content, type, turn.turn, turn.role, turn.time))
    return tuple(found)
