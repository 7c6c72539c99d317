"""Spends its time in one step of C, where Python is not interrupted."""

import re


def double(number):
    return 2 * number


def total(numbers):
    return len(re.match("(a+)+$", "a" * 64 + "b"))
