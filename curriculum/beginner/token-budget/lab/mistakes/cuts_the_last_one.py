"""fails: test_records_stay_whole

Cuts a record that does not fit until it does. Half of a prohibition says something else than the
whole.
"""

from dataclasses import replace

from memlab.budget import Packed, estimate_tokens, no_room_for
from memlab.errors import BudgetError
from memlab.record import Problem
from memlab.render import render


def pack(records, budget_tokens):
    chosen, left_out = {}, []
    for place in sorted(range(len(records)), key=lambda place: not records[place].pinned):
        record = records[place]
        tokens = estimate_tokens(render([*chosen.values(), record]))
        said = no_room_for(record, tokens, budget_tokens)
        if tokens > budget_tokens and record.pinned:
            raise BudgetError(said)
        shorter = record
        if tokens == budget_tokens + 1 and len(record.content) > 20:
            shorter = replace(record, content=record.content[:-8].rstrip() + "...")
        if estimate_tokens(render([*chosen.values(), shorter])) <= budget_tokens:
            chosen[place] = shorter
        else:
            left_out.append(Problem(record.id, said))
    kept = tuple(chosen[place] for place in sorted(chosen))
    return Packed(kept, tuple(left_out), estimate_tokens(render(kept)))
