"""Calls itself without end."""


def double(number):
    return 2 * number


def total(numbers):
    return total(numbers)
