"""fails: test_the_text_has_no_say

Takes whoever says "I" for the user. An agent that quotes her, or a web page that pretends to, says "I" as
well.
"""

from memlab.errors import RecordError
from memlab.record import Provenance
from memlab.write import AUTHORITY, mismatch


def attribute(candidate, turn):
    if candidate.turn != turn.turn or candidate.role != turn.role:
        raise RecordError(mismatch(candidate, turn))
    speaker = "user" if "I" in candidate.content.split() else turn.role
    return Provenance(f"{turn.session}/{turn.turn}", speaker, AUTHORITY[speaker])
