"""fails: test_pinned_before_others

Does not look at `pinned` until a record is left out, so that a pinned one at the end of the list
has no room.
"""

from memlab.budget import Packed, estimate_tokens
from memlab.errors import BudgetError
from memlab.record import Problem
from memlab.render import render


def pack(records, budget_tokens):
    chosen, left_out = [], []
    for place in range(len(records)):
        record = records[place]
        tokens = estimate_tokens(render([records[other] for other in (*chosen, place)]))
        said = f"with it {tokens} tokens, and the budget is {budget_tokens}"
        if tokens <= budget_tokens:
            chosen.append(place)
        elif record.pinned:
            raise BudgetError(said)
        else:
            left_out.append(Problem(record.id, said))
    kept = tuple(records[place] for place in sorted(chosen))
    return Packed(kept, tuple(left_out), estimate_tokens(render(kept)))
