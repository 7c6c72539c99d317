"""Stays below the limit of a call each time, and goes on like that."""

import time


def double(number):
    time.sleep(1.6)
    return 2 * number


def total(numbers):
    time.sleep(1.6)
    return sum(2 * number for number in numbers)
