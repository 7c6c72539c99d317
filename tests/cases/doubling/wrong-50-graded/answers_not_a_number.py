"""Returns NaN, to which nothing is equal and which is greater than nothing."""


def double(number):
    return 2 * number


def total(numbers):
    return float("nan")
