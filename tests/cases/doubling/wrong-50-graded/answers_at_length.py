"""gets: wrong, 50, graded
says: returned a value that cannot be written as JSON

Answers with a number of millions of digits.
"""


def double(number):
    return 2 * number


def total(numbers):
    return 1 << 20_000_000
