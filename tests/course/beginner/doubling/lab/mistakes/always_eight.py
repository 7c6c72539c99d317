"""fails: test_variant

A wrong toy.
"""


def total(numbers):
    return 14
