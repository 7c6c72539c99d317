"""fails: test_the_same_record_twice

Takes for left out what is not among the kept. Of two that are the same, the one without room is
then in neither.
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
            left_out.append(Problem(record.id, said))
    kept = tuple(records[place] for place in sorted(chosen))
    left_out = tuple(problem for problem in left_out if problem.field not in {record.id for record in kept})
    return Packed(kept, left_out, estimate_tokens(render(kept)))
