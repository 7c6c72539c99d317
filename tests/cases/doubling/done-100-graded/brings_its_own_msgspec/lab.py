"""Has a msgspec.py beside it that decodes everything to a full score."""

import msgspec

if hasattr(msgspec, "HOSTILE"):
    raise SystemExit("this is mine")


def double(number):
    return 2 * number


def total(numbers):
    return sum(2 * number for number in numbers)
