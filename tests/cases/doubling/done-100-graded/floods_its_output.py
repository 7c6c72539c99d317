"""Prints hundreds of megabytes, to both outputs."""

import os
import sys

print("x" * 10_000_000, file=sys.stderr)
for descriptor in (1, 2):
    for _ in range(300):
        os.write(descriptor, bytes(1_000_000))


def double(number):
    return 2 * number


def total(numbers):
    return sum(2 * number for number in numbers)
