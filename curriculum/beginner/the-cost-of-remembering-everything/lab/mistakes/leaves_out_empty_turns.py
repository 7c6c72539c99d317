"""fails: test_turns_are_estimated_one_by_one

Skips turns that add nothing, although each of them is a call that carries all before it.
"""


def carried_tokens(turns):
    carried = []
    tokens = 0
    for turn in turns:
        if turn:
            tokens += estimate_tokens(turn)
            carried.append(tokens)
    return tuple(carried)
