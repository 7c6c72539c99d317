"""Recurses where no limit of Python holds, until the process crashes."""

import sys

sys.setrecursionlimit(1_000_000_000)


class Endless:
    def __repr__(self):
        return repr([self])


def double(number):
    return 2 * number


def total(numbers):
    return repr(Endless())
