"""fails: test_every_call_carries_all_before_it

Adds up what all calls so far have carried, where each call carries every turn once.
"""


def carried_tokens(turns):
    carried = []
    for turn in turns:
        carried.append(sum(carried) + estimate_tokens(turn))
    return tuple(carried)
