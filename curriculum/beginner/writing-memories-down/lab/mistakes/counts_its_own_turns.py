"""fails: test_a_candidate_knows_its_turn

Numbers the candidates instead of naming the turn that said them.
"""

from memlab.sentences import sentences
from memlab.write import Candidate


def candidates(turn, cues):
    found = []
    for sentence in sentences(turn.text):
        type = type_of(sentence, cues)
        if type is not None:
            content = sentence.rstrip(" .。")
            found.append(Candidate(content, type, len(found) + 1, turn.role, turn.time))
    return tuple(found)
