"""fails: test_every_call_carries_all_before_it

Leaves the turn itself out: the first call would then be handed nothing.
"""


def carried_tokens(turns):
    carried = []
    tokens = 0
    for turn in turns:
        carried.append(tokens)
        tokens += estimate_tokens(turn)
    return tuple(carried)
