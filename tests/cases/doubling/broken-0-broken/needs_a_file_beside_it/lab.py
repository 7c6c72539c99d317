"""Has put half of the work into a second file, which is not handed over."""

from helpers import twice


def double(number):
    return twice(number)


def total(numbers):
    return sum(map(twice, numbers))
