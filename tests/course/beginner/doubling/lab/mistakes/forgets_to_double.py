"""fails: test_sum

Adds the numbers up and forgets to double.
"""


def total(numbers):
    return sum(numbers)
