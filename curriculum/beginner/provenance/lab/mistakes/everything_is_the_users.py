"""fails: test_figures_of_the_speakers

Puts all into the user's mouth, because it is her memory. The scope says whose memory it is, not who spoke.
"""

from memlab.errors import RecordError
from memlab.record import Provenance
from memlab.write import mismatch


def attribute(candidate, turn):
    if candidate.turn != turn.turn or candidate.role != turn.role:
        raise RecordError(mismatch(candidate, turn))
    return Provenance(f"{turn.session}/{turn.turn}", "user", 1.0)
