"""fails: test_the_same_record_twice

Remembers records, or their ids, and not places: if a record is given twice and once chosen, it is kept
twice, and the text is over its budget.
"""

from memlab.budget import Packed, estimate_tokens, no_room_for
from memlab.errors import BudgetError
from memlab.record import Problem
from memlab.render import render


def pack(records, budget_tokens):
    chosen, ids, left_out = [], set(), []
    for record in sorted(records, key=lambda record: not record.pinned):
        tokens = estimate_tokens(render([*chosen, record]))
        said = no_room_for(record, tokens, budget_tokens)
        if tokens <= budget_tokens:
            chosen.append(record)
            ids.add(record.id)
        elif record.pinned:
            raise BudgetError(said)
        else:
            left_out.append(Problem(record.id, said))
    kept = tuple(record for record in records if record.id in ids)
    return Packed(kept, tuple(left_out), estimate_tokens(render(kept)))
