"""fails: test_authority_of_each_role

Knows two kinds of speakers, the user and all others; a calendar then counts no more than the assistant's
guess.
"""

from memlab.errors import RecordError
from memlab.record import Provenance
from memlab.write import mismatch


def attribute(candidate, turn):
    if candidate.turn != turn.turn or candidate.role != turn.role:
        raise RecordError(mismatch(candidate, turn))
    return Provenance(f"{turn.session}/{turn.turn}", turn.role, 1.0 if turn.role == "user" else 0.4)
