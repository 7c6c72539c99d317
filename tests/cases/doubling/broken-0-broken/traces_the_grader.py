"""Traces whatever runs beside it, and raises an error in all of it."""

import sys


def trace(frame, event, about):
    if frame.f_globals.get("__name__") != "lab":
        raise RuntimeError("not you")


sys.settrace(trace)


def double(number):
    return 2 * number


def total(numbers):
    return sum(2 * number for number in numbers)
