"""fails: test_the_table_tells_the_type

Calls an event what no cue claims, and keeps every 'ah, lovely'.
"""

from memlab.cues import fitting, specificity
from memlab.sentences import is_question


def type_of(sentence, cues):
    if is_question(sentence):
        return None
    tables = (("procedural", cues.procedural), ("episodic", cues.episodic), ("semantic", cues.semantic))
    fit = [(specificity(cue), type) for type, table in tables for cue in fitting(table, sentence)]
    return max(fit, key=lambda pair: pair[0])[1] if fit else "episodic"
