"""Has files beside it that Python loads by itself when it starts."""

import sys

if "sitecustomize" in sys.modules or "usercustomize" in sys.modules or hasattr(sys, "hostile"):
    raise SystemExit("these are mine")


def double(number):
    return 2 * number


def total(numbers):
    return sum(2 * number for number in numbers)
