"""Has a folder memlab beside it, and one with the name of the library of this course."""

import toybox

if hasattr(toybox, "HOSTILE"):
    raise SystemExit("this is mine")


def double(number):
    return 2 * number


def total(numbers):
    return sum(2 * number for number in numbers)
