"""fails: test_one_candidate_a_sentence

Drops a sentence that was said twice; to compare memories is a later step, with rules of its own.
"""

from memlab.sentences import sentences
from memlab.write import Candidate


def candidates(turn, cues):
    found = {}
    for sentence in sentences(turn.text):
        type = type_of(sentence, cues)
        if type is not None:
            content = sentence.rstrip(" .。")
            found[content] = Candidate(content, type, turn.turn, turn.role, turn.time)
    return tuple(found.values())
