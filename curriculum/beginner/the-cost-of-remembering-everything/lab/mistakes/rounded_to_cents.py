"""fails: test_what_the_call_costs

Rounds each call to a cent, so that a thousand small calls cost nothing.
"""


def call_cost(tokens, dollars_per_million):
    return round(tokens * dollars_per_million / 1_000_000, 2)
