"""Returns a float where a whole number was asked for."""


def double(number):
    return 2 * number


def total(numbers):
    return sum(2 * number for number in numbers) / 1
