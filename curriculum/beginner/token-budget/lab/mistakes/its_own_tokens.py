"""fails: test_left_out_with_numbers

Says how many tokens the record has alone. That number may be far below the budget, and explains
nothing.
"""

from memlab.budget import Packed, estimate_tokens, no_room_for
from memlab.errors import BudgetError
from memlab.record import Problem
from memlab.render import render


def pack(records, budget_tokens):
    chosen, left_out = [], []
    for place in sorted(range(len(records)), key=lambda place: not records[place].pinned):
        record = records[place]
        tokens = estimate_tokens(render([records[other] for other in (*chosen, place)]))
        said = no_room_for(record, tokens, budget_tokens)
        if tokens <= budget_tokens:
            chosen.append(place)
        elif record.pinned:
            raise BudgetError(said)
        else:
            own = estimate_tokens(render([record]))
            left_out.append(Problem(record.id, no_room_for(record, own, budget_tokens)))
    kept = tuple(records[place] for place in sorted(chosen))
    return Packed(kept, tuple(left_out), estimate_tokens(render(kept)))
