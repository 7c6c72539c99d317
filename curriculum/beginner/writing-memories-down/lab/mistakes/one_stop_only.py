"""fails: test_the_content_is_as_it_was_said

Takes one stop off, where somebody trailed off with three.
"""

from memlab.sentences import sentences
from memlab.write import Candidate


def candidates(turn, cues):
    found = []
    for sentence in sentences(turn.text):
        type = type_of(sentence, cues)
        if type is not None:
            content = sentence.removesuffix(".").removesuffix("。")
            found.append(Candidate(content, type, turn.turn, turn.role, turn.time))
    return tuple(found)
