"""fails: test_the_same_record_twice

Asks whether a record *is* one that was chosen. If one object stands there twice, that is so of both places.
"""

from memlab.budget import Packed, estimate_tokens, no_room_for
from memlab.errors import BudgetError
from memlab.record import Problem
from memlab.render import render


def pack(records, budget_tokens):
    chosen, left_out = [], []
    for record in (*(r for r in records if r.pinned), *(r for r in records if not r.pinned)):
        tokens = estimate_tokens(render([*chosen, record]))
        said = no_room_for(record, tokens, budget_tokens)
        if tokens <= budget_tokens:
            chosen.append(record)
        elif record.pinned:
            raise BudgetError(said)
        else:
            left_out.append(Problem(record.id, said))
    kept = tuple(record for record in records if any(record is one for one in chosen))
    return Packed(kept, tuple(left_out), estimate_tokens(render(kept)))
