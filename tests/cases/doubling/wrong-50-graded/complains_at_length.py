"""Raises an error of a hundred megabytes, with a name of a thousand letters."""


def double(number):
    return 2 * number


def total(numbers):
    raise type("E" * 1000, (Exception,), {})("x" * 100_000_000)
