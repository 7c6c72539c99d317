"""Answers with a number of millions of digits."""


def double(number):
    return 2 * number


def total(numbers):
    return 1 << 20_000_000
