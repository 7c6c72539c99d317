"""fails: test_the_content_is_as_it_was_said

Splits at every stop and blank, in the middle of '8 p.m. on Fridays'.
"""

from memlab.write import Candidate


def candidates(turn, cues):
    found = []
    for sentence in turn.text.strip().split(". "):
        type = type_of(sentence, cues)
        if type is not None:
            found.append(Candidate(sentence.strip().rstrip(" .。"), type, turn.turn, turn.role, turn.time))
    return tuple(found)
