"""Has a typing.py beside it, and others that have the names of the standard library."""

import random
import typing

if hasattr(typing, "HOSTILE") or hasattr(random, "HOSTILE"):
    raise SystemExit("these are mine")


def double(number):
    return 2 * number


def total(numbers):
    return sum(2 * number for number in numbers)
