"""fails: test_pinned_before_others

Keeps what is pinned beside the budget. The model is handed it all the same, and so the text is
over.
"""

from memlab.budget import Packed, estimate_tokens, no_room_for
from memlab.errors import BudgetError
from memlab.record import Problem
from memlab.render import render


def pack(records, budget_tokens):
    pinned = [place for place, record in enumerate(records) if record.pinned]
    if estimate_tokens(render([records[place] for place in pinned])) > budget_tokens and pinned:
        raise BudgetError(f"the pinned records do not fit into {budget_tokens}")
    chosen, left_out = [], []
    for place, record in enumerate(records):
        if place in pinned:
            continue
        tokens = estimate_tokens(render([records[other] for other in (*chosen, place)]))
        if tokens <= budget_tokens:
            chosen.append(place)
        else:
            said = no_room_for(record, tokens, budget_tokens)
            left_out.append(Problem(record.id, said))
    kept = tuple(records[place] for place in sorted(pinned + chosen))
    return Packed(kept, tuple(left_out), estimate_tokens(render(kept)))
