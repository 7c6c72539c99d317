"""fails: test_between_equals_the_order_of_types

Goes through the tables as they stand in Cues, and a fact wins every tie.
"""

from memlab.cues import fitting, specificity
from memlab.sentences import is_question


def type_of(sentence, cues):
    if is_question(sentence):
        return None
    best, kind = -1, None
    for type in ("semantic", "episodic", "procedural"):
        for cue in fitting(getattr(cues, type), sentence):
            if specificity(cue) > best:
                best, kind = specificity(cue), type
    return kind
