"""fails: test_left_out_with_numbers

Says how long the text would be with the record beside all that was kept in the end, which is not
why it was left out.
"""

from memlab.budget import Packed, estimate_tokens, no_room_for
from memlab.errors import BudgetError
from memlab.record import Problem
from memlab.render import render


def pack(records, budget_tokens):
    chosen, out = [], []
    for place in sorted(range(len(records)), key=lambda place: not records[place].pinned):
        tokens = estimate_tokens(render([records[other] for other in (*chosen, place)]))
        if tokens <= budget_tokens:
            chosen.append(place)
        elif records[place].pinned:
            raise BudgetError(no_room_for(records[place], tokens, budget_tokens))
        else:
            out.append(place)
    left_out = []
    for place in out:
        tokens = estimate_tokens(render([records[other] for other in (*chosen, place)]))
        said = no_room_for(records[place], tokens, budget_tokens)
        left_out.append(Problem(records[place].id, said))
    kept = tuple(records[place] for place in sorted(chosen))
    return Packed(kept, tuple(left_out), estimate_tokens(render(kept)))
