"""fails: test_what_the_call_costs

Takes the price for that of a thousand tokens, as price lists used to give it.
"""


def call_cost(tokens, dollars_per_million):
    return tokens / 1_000 * dollars_per_million
