"""fails: test_the_most_specific_cue_decides

Takes the length of a cue as it is written, where every star adds as much as a letter that was said.
"""

from memlab.cues import fitting
from memlab.sentences import is_question


def type_of(sentence, cues):
    if is_question(sentence):
        return None
    tables = (("procedural", cues.procedural), ("episodic", cues.episodic), ("semantic", cues.semantic))
    fit = [(len(cue), type) for type, table in tables for cue in fitting(table, sentence)]
    return max(fit, key=lambda pair: pair[0])[1] if fit else None
