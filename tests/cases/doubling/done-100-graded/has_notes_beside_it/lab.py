"""Has a note and a first try in its folder, neither of which is the lab."""


def double(number):
    return 2 * number


def total(numbers):
    return sum(2 * number for number in numbers)
