"""fails: test_every_call_carries_all_before_it

Gives what each turn adds, and forgets that all turns before it ride along.
"""


def carried_tokens(turns):
    return tuple(estimate_tokens(turn) for turn in turns)
