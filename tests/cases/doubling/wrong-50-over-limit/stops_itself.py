"""Stops its own process, which then neither answers nor ends."""

import os
import signal


def double(number):
    return 2 * number


def total(numbers):
    os.kill(os.getpid(), signal.SIGSTOP)
