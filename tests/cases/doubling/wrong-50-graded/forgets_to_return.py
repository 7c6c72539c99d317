"""Prints the answer instead of returning it."""


def double(number):
    return 2 * number


def total(numbers):
    print(sum(2 * number for number in numbers))
