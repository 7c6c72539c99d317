"""fails: test_the_content_is_as_it_was_said

Puts single blanks between the words, and so changes a text that was to be kept.
"""

from memlab.sentences import sentences
from memlab.write import Candidate


def candidates(turn, cues):
    found = []
    for sentence in sentences(turn.text):
        type = type_of(sentence, cues)
        if type is not None:
            content = " ".join(sentence.rstrip(" .。").split())
            found.append(Candidate(content, type, turn.turn, turn.role, turn.time))
    return tuple(found)
