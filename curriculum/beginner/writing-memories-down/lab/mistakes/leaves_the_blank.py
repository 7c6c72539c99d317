"""fails: test_the_content_is_as_it_was_said

Takes off the stops and leaves the blank before them.
"""

from memlab.sentences import sentences
from memlab.write import Candidate


def candidates(turn, cues):
    found = []
    for sentence in sentences(turn.text):
        type = type_of(sentence, cues)
        if type is not None:
            content = sentence.rstrip(".。")
            found.append(Candidate(content, type, turn.turn, turn.role, turn.time))
    return tuple(found)
