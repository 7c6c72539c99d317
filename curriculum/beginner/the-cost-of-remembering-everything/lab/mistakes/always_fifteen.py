"""fails: test_prices_of_a_variant

Has the price of the page built in and looks at no other.
"""


def call_cost(tokens, dollars_per_million):
    return tokens * 15 / 1_000_000
