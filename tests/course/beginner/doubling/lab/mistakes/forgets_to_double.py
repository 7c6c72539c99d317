"""fails: test_sum

A wrong toy.
"""


def total(numbers):
    return sum(numbers)
