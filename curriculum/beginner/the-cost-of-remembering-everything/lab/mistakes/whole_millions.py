"""fails: test_what_the_call_costs

Divides whole numbers by //, so that everything under a million tokens is free.
"""


def call_cost(tokens, dollars_per_million):
    return tokens // 1_000_000 * dollars_per_million
