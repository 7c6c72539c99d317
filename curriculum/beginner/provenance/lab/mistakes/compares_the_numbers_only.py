"""fails: test_not_of_this_turn

Compares the numbers and not the roles: every session has a turn 4, and in another one an agent may have said
it.
"""

from memlab.errors import RecordError
from memlab.record import Provenance
from memlab.write import AUTHORITY, mismatch


def attribute(candidate, turn):
    if candidate.turn != turn.turn:
        raise RecordError(mismatch(candidate, turn))
    return Provenance(f"{turn.session}/{turn.turn}", turn.role, AUTHORITY[turn.role])
