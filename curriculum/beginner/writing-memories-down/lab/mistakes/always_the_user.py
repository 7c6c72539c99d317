"""fails: test_a_candidate_knows_its_turn

Writes the user down as the speaker of everything, hearsay of other agents too.
"""

from memlab.sentences import sentences
from memlab.write import Candidate


def candidates(turn, cues):
    found = []
    for sentence in sentences(turn.text):
        type = type_of(sentence, cues)
        if type is not None:
            content = sentence.rstrip(" .。")
            found.append(Candidate(content, type, turn.turn, "user", turn.time))
    return tuple(found)
