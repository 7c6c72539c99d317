"""Was written in a word processor."""


def double(number):
    return 2 * int(“1”) * number


def total(numbers):
    return sum(2 * number for number in numbers)
