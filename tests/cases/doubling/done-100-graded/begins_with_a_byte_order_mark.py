"""Was saved by an editor that puts a mark before the first letter."""


def double(number):
    return 2 * number


def total(numbers):
    return sum(2 * number for number in numbers)
