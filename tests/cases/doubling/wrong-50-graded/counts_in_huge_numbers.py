"""Returns a number of four thousand digits, which is the largest that can be written at all."""


def double(number):
    return 2 * number


def total(numbers):
    return 10**4000
