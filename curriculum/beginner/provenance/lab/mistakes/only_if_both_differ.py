"""fails: test_not_of_this_turn

Raises only where number and role both differ; one of them is enough to show that the turn is another one.
"""

from memlab.errors import RecordError
from memlab.record import Provenance
from memlab.write import AUTHORITY, mismatch


def attribute(candidate, turn):
    if candidate.turn != turn.turn and candidate.role != turn.role:
        raise RecordError(mismatch(candidate, turn))
    return Provenance(f"{turn.session}/{turn.turn}", turn.role, AUTHORITY[turn.role])
