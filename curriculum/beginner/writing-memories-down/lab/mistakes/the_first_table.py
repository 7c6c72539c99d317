"""fails: test_the_most_specific_cue_decides

Takes the first table that has a cue, so that what stands first in the code outranks what the sentence says.
"""

from memlab.cues import fitting
from memlab.sentences import is_question


def type_of(sentence, cues):
    if is_question(sentence):
        return None
    for type in ("procedural", "episodic", "semantic"):
        if fitting(getattr(cues, type), sentence):
            return type
    return None
