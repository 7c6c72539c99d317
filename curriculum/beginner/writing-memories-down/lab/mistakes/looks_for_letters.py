"""fails: test_figures_of_the_strangers

Looks for a cue among the letters, so that 'had' is found in 'shadow' and a star is looked for as a star.
"""

from memlab.cues import specificity
from memlab.sentences import is_question


def type_of(sentence, cues):
    if is_question(sentence):
        return None
    tables = (("procedural", cues.procedural), ("episodic", cues.episodic), ("semantic", cues.semantic))
    said = sentence.lower()
    fit = [(specificity(cue), type) for type, table in tables for cue in table if cue.strip("^") in said]
    return max(fit, key=lambda pair: pair[0])[1] if fit else None
