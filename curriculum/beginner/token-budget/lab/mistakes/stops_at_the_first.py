"""fails: test_a_long_one_is_passed_over

Stops at the first that does not fit. One long record near the top then empties the rest of the
prompt.
"""

from memlab.budget import Packed, estimate_tokens, no_room_for
from memlab.errors import BudgetError
from memlab.record import Problem
from memlab.render import render


def pack(records, budget_tokens):
    order = sorted(range(len(records)), key=lambda place: not records[place].pinned)
    chosen, left_out, full = [], [], False
    for place in order:
        record = records[place]
        tokens = estimate_tokens(render([records[other] for other in (*chosen, place)]))
        said = no_room_for(record, tokens, budget_tokens)
        if tokens > budget_tokens and record.pinned:
            raise BudgetError(said)
        full = full or tokens > budget_tokens
        if full:
            left_out.append(Problem(record.id, said))
        else:
            chosen.append(place)
    kept = tuple(records[place] for place in sorted(chosen))
    return Packed(kept, tuple(left_out), estimate_tokens(render(kept)))
