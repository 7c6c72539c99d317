"""Holds both sides of a merge that nobody finished."""


<<<<<<< HEAD
def double(number):
    return 2 * number
=======
def double(number):
    return number + number
>>>>>>> mine


def total(numbers):
    return sum(2 * number for number in numbers)
