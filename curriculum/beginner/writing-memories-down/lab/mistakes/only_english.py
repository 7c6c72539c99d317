"""fails: test_the_tables_are_an_argument

Reads the English tables whatever it is handed, and finds nothing in French.
"""

from memlab.cues import CUES, fitting, specificity
from memlab.sentences import is_question


def type_of(sentence, cues):
    if is_question(sentence):
        return None
    tables = (("procedural", CUES.procedural), ("episodic", CUES.episodic), ("semantic", CUES.semantic))
    fit = [(specificity(cue), type) for type, table in tables for cue in fitting(table, sentence)]
    return max(fit, key=lambda pair: pair[0])[1] if fit else None
