"""Is the only file of its folder, and has a name of its own."""


def double(number):
    return 2 * number


def total(numbers):
    return sum(2 * number for number in numbers)
