"""fails: test_the_text_has_no_say

Believes a text that begins with "user:". Anybody who can write text can then speak as the user.
"""

from memlab.errors import RecordError
from memlab.record import Provenance
from memlab.write import AUTHORITY, mismatch


def attribute(candidate, turn):
    if candidate.turn != turn.turn or candidate.role != turn.role:
        raise RecordError(mismatch(candidate, turn))
    speaker = turn.role
    for role in AUTHORITY:
        if candidate.content.startswith(f"{role}:"):
            speaker = role
    return Provenance(f"{turn.session}/{turn.turn}", speaker, AUTHORITY[speaker])
