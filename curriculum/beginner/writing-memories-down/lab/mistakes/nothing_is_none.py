"""fails: test_nothing_claimed_is_no_candidate

Answers None where nothing is claimed, and every caller has to ask before it loops.
"""

from memlab.sentences import sentences
from memlab.write import Candidate


def candidates(turn, cues):
    typed = [(sentence, type_of(sentence, cues)) for sentence in sentences(turn.text)]
    found = [
        Candidate(sentence.rstrip(" .。"), type, turn.turn, turn.role, turn.time)
        for sentence, type in typed
        if type
    ]
    return tuple(found) or None
