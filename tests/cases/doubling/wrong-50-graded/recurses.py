"""gets: wrong, 50, graded
says: RecursionError

Calls itself without end.
"""


def double(number):
    return 2 * number


def total(numbers):
    return total(numbers)
