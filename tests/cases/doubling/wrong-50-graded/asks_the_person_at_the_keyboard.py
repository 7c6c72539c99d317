"""Asks somebody at a keyboard that is not there."""


def double(number):
    return 2 * number


def total(numbers):
    return sum(2 * int(input("number? ")) for _ in numbers)
