"""Has a number where a function was asked for."""


def double(number):
    return 2 * number


total = 14
