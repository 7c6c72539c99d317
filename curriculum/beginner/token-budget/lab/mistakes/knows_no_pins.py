"""fails: test_pinned_before_others

Does not look at `pinned` at all: what stands at the end of the list finds no room, and nobody hears
of it.
"""

from memlab.budget import Packed, estimate_tokens, no_room_for
from memlab.record import Problem
from memlab.render import render


def pack(records, budget_tokens):
    chosen, left_out = [], []
    for place in range(len(records)):
        record = records[place]
        tokens = estimate_tokens(render([records[other] for other in (*chosen, place)]))
        said = no_room_for(record, tokens, budget_tokens)
        if tokens <= budget_tokens:
            chosen.append(place)
        else:
            left_out.append(Problem(record.id, said))
    kept = tuple(records[place] for place in sorted(chosen))
    return Packed(kept, tuple(left_out), estimate_tokens(render(kept)))
