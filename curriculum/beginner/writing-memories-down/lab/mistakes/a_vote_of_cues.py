"""fails: test_the_most_specific_cue_decides

Lets the cues vote: two short ones outvote the one that says most.
"""

from memlab.cues import fitting
from memlab.sentences import is_question


def type_of(sentence, cues):
    if is_question(sentence):
        return None
    tables = (("procedural", cues.procedural), ("episodic", cues.episodic), ("semantic", cues.semantic))
    votes = {type: len(fitting(table, sentence)) for type, table in tables}
    best = max(votes, key=votes.get)
    return best if votes[best] else None
