"""Has renamed one of its functions."""


def double(number):
    return 2 * number


def Total(numbers):
    return sum(2 * number for number in numbers)
