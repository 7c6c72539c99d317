"""fails: test_every_call_carries_all_before_it

Returns the last number alone: what one call carries, and not what each does.
"""


def carried_tokens(turns):
    return (sum(estimate_tokens(turn) for turn in turns),)
