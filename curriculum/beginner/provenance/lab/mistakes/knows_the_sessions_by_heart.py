"""fails: test_turns_of_a_variant

Tells agents by the names of their sessions, as they are on the page, and takes the roles of no others.
"""

from memlab.errors import RecordError
from memlab.record import Provenance
from memlab.write import AUTHORITY, mismatch


def attribute(candidate, turn):
    if candidate.turn != turn.turn or candidate.role != turn.role:
        raise RecordError(mismatch(candidate, turn))
    speaker = "agent" if turn.session.endswith("-agent") else turn.role
    return Provenance(f"{turn.session}/{turn.turn}", speaker, AUTHORITY[speaker])
