"""Kills every process of its group, which is itself."""

import os
import signal


def double(number):
    return 2 * number


def total(numbers):
    os.kill(0, signal.SIGKILL)
