"""fails: test_no_room_and_no_records

Raises for a budget of 0 or less. Then nothing fits, which is a result; the rest of the prompt may
have used the room up.
"""

from memlab.budget import Packed, estimate_tokens, no_room_for
from memlab.errors import BudgetError
from memlab.record import Problem
from memlab.render import render


def pack(records, budget_tokens):
    if budget_tokens <= 0:
        raise BudgetError(f"a budget of {budget_tokens} is none")
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
            left_out.append(Problem(record.id, said))
    kept = tuple(records[place] for place in sorted(chosen))
    return Packed(kept, tuple(left_out), estimate_tokens(render(kept)))
