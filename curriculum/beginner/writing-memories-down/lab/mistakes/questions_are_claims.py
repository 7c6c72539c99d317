"""fails: test_a_question_claims_nothing

Types questions too: asked whether she eats fish, the user is said to.
"""

from memlab.cues import fitting, specificity


def type_of(sentence, cues):
    tables = (("procedural", cues.procedural), ("episodic", cues.episodic), ("semantic", cues.semantic))
    fit = [(specificity(cue), type) for type, table in tables for cue in fitting(table, sentence)]
    return max(fit, key=lambda pair: pair[0])[1] if fit else None
