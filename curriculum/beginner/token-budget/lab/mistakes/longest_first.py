"""fails: test_most_wanted_first

Takes the longest first, to use the budget up. How well it is used is no measure of what is in it.
"""

from memlab.budget import Packed, estimate_tokens, no_room_for
from memlab.errors import BudgetError
from memlab.record import Problem
from memlab.render import render


def pack(records, budget_tokens):
    chosen, problems = [], {}
    for place in sorted(
        range(len(records)), key=lambda place: (not records[place].pinned, -len(records[place].content))
    ):
        record = records[place]
        tokens = estimate_tokens(render([records[other] for other in (*chosen, place)]))
        said = no_room_for(record, tokens, budget_tokens)
        if tokens <= budget_tokens:
            chosen.append(place)
        elif record.pinned:
            raise BudgetError(said)
        else:
            problems[place] = Problem(record.id, said)
    kept = tuple(records[place] for place in sorted(chosen))
    left_out = tuple(problems[place] for place in sorted(problems))
    return Packed(kept, left_out, estimate_tokens(render(kept)))
