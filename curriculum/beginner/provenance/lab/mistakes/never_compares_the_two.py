"""fails: test_not_of_this_turn

Takes it on trust that the candidate is of this turn, so that a mix-up becomes somebody's own word in silence.
"""

from memlab.record import Provenance
from memlab.write import AUTHORITY


def attribute(candidate, turn):
    return Provenance(f"{turn.session}/{turn.turn}", turn.role, AUTHORITY[turn.role])
