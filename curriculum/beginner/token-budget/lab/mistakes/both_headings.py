"""fails: test_to_the_token

Sets room aside for both headings from the start, also where nobody said any hearsay, and leaves out
what fits.
"""

from memlab.budget import Packed, estimate_tokens, no_room_for
from memlab.errors import BudgetError
from memlab.record import Problem
from memlab.render import HEARD, KNOWN, line_of, render


def pack(records, budget_tokens):
    chosen, left_out = [], []
    for place in sorted(range(len(records)), key=lambda place: not records[place].pinned):
        record = records[place]
        lines = [line_of(records[other]) for other in (*chosen, place)]
        tokens = estimate_tokens("\n".join([KNOWN, *lines, HEARD]))
        said = no_room_for(record, tokens, budget_tokens)
        if tokens <= budget_tokens:
            chosen.append(place)
        elif record.pinned:
            raise BudgetError(said)
        else:
            left_out.append(Problem(record.id, said))
    kept = tuple(records[place] for place in sorted(chosen))
    return Packed(kept, tuple(left_out), estimate_tokens(render(kept)))
