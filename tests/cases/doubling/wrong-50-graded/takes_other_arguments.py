"""Has a function that wants more than it is handed."""


def double(number):
    return 2 * number


def total(numbers, factor):
    return sum(factor * number for number in numbers)
