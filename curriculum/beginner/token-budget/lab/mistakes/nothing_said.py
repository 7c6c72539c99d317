"""fails: test_left_out_with_numbers

Says nothing of what is left out, so that nobody can tell a record that did not fit from one that
was never there.
"""

from memlab.budget import Packed, estimate_tokens, no_room_for
from memlab.errors import BudgetError
from memlab.render import render


def pack(records, budget_tokens):
    chosen = []
    for place in sorted(range(len(records)), key=lambda place: not records[place].pinned):
        record = records[place]
        tokens = estimate_tokens(render([records[other] for other in (*chosen, place)]))
        said = no_room_for(record, tokens, budget_tokens)
        if tokens <= budget_tokens:
            chosen.append(place)
        elif record.pinned:
            raise BudgetError(said)
    kept = tuple(records[place] for place in sorted(chosen))
    return Packed(kept, (), estimate_tokens(render(kept)))
