"""fails: test_headings_are_counted

Pays the heading of hearsay for each hearsay record. It stands there once, and the second one needs
none.
"""

from memlab.budget import Packed, estimate_tokens, no_room_for
from memlab.errors import BudgetError
from memlab.record import Problem
from memlab.render import HEARD, KNOWN, line_of, render
from memlab.write import is_belief


def pack(records, budget_tokens):
    chosen, left_out = [], []
    for place in sorted(range(len(records)), key=lambda place: not records[place].pinned):
        record = records[place]
        lines = []
        for other in (*chosen, place):
            belief = is_belief(records[other].provenance)
            if not belief or KNOWN not in lines:
                lines.append(KNOWN if belief else HEARD)
            lines.append(line_of(records[other]))
        tokens = estimate_tokens("\n".join(lines))
        said = no_room_for(record, tokens, budget_tokens)
        if tokens <= budget_tokens:
            chosen.append(place)
        elif record.pinned:
            raise BudgetError(said)
        else:
            left_out.append(Problem(record.id, said))
    kept = tuple(records[place] for place in sorted(chosen))
    return Packed(kept, tuple(left_out), estimate_tokens(render(kept)))
