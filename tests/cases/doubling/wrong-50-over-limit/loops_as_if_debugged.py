"""Looks like somebody who debugs, for whom there is no limit at home, and loops."""

import sys

sys.settrace(lambda *about: None)


def double(number):
    return 2 * number


def total(numbers):
    while True:
        pass
