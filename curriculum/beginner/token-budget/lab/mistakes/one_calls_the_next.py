"""fails: test_two_thousand_records

Calls itself for each record, and Python allows about a thousand calls within each other.
"""

from memlab.budget import Packed, estimate_tokens, no_room_for
from memlab.errors import BudgetError
from memlab.record import Problem
from memlab.render import render


def pack(records, budget_tokens):
    order = sorted(range(len(records)), key=lambda place: not records[place].pinned)
    chosen, left_out = [], []

    def choose(turn):
        if turn == len(order):
            return
        place = order[turn]
        record = records[place]
        tokens = estimate_tokens(render([records[other] for other in (*chosen, place)]))
        said = no_room_for(record, tokens, budget_tokens)
        if tokens <= budget_tokens:
            chosen.append(place)
        elif record.pinned:
            raise BudgetError(said)
        else:
            left_out.append(Problem(record.id, said))
        choose(turn + 1)

    choose(0)
    kept = tuple(records[place] for place in sorted(chosen))
    return Packed(kept, tuple(left_out), estimate_tokens(render(kept)))
