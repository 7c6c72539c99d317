"""fails: test_between_equals_the_order_of_types

Compares pairs whole, so that between equals the type decides that comes last in the alphabet.
"""

from memlab.cues import fitting, specificity
from memlab.sentences import is_question


def type_of(sentence, cues):
    if is_question(sentence):
        return None
    tables = (("procedural", cues.procedural), ("episodic", cues.episodic), ("semantic", cues.semantic))
    fit = [(specificity(cue), type) for type, table in tables for cue in fitting(table, sentence)]
    return max(fit)[1] if fit else None
