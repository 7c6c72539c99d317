"""fails: test_turns_are_estimated_one_by_one

Estimates the history joined to one text, so that four turns of one letter are one token together.
"""


def carried_tokens(turns):
    return tuple(estimate_tokens("".join(turns[: n + 1])) for n in range(len(turns)))
