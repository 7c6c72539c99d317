"""fails: test_not_of_this_turn

Returns None for a sentence of another turn, where nobody looks; an error has to be met before anything is
stored.
"""

from memlab.record import Provenance
from memlab.write import AUTHORITY


def attribute(candidate, turn):
    if candidate.turn != turn.turn or candidate.role != turn.role:
        return None
    return Provenance(f"{turn.session}/{turn.turn}", turn.role, AUTHORITY[turn.role])
