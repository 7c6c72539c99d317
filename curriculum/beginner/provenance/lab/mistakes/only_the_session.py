"""fails: test_where_and_who

Names the session without the turn, so that nobody can look up what was said before and after.
"""

from memlab.errors import RecordError
from memlab.record import Provenance
from memlab.write import AUTHORITY, mismatch


def attribute(candidate, turn):
    if candidate.turn != turn.turn or candidate.role != turn.role:
        raise RecordError(mismatch(candidate, turn))
    return Provenance(turn.session, turn.role, AUTHORITY[turn.role])
