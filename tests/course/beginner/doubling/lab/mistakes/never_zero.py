"""fails: test_zero

A wrong toy.
"""


def double(number):
    return 2 * number or 1
