"""fails: test_pinned_must_fit

Keeps what is pinned whether it fits or not. Then somebody else cuts the text, who does not know
what is pinned.
"""

from memlab.budget import Packed, estimate_tokens, no_room_for
from memlab.record import Problem
from memlab.render import render


def pack(records, budget_tokens):
    chosen, left_out = [], []
    for place in sorted(range(len(records)), key=lambda place: not records[place].pinned):
        record = records[place]
        tokens = estimate_tokens(render([records[other] for other in (*chosen, place)]))
        said = no_room_for(record, tokens, budget_tokens)
        if tokens <= budget_tokens or record.pinned:
            chosen.append(place)
        else:
            left_out.append(Problem(record.id, said))
    kept = tuple(records[place] for place in sorted(chosen))
    return Packed(kept, tuple(left_out), estimate_tokens(render(kept)))
