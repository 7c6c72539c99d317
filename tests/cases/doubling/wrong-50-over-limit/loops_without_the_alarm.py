"""Takes away the alarm by which a call is interrupted, and loops."""

import signal


def double(number):
    return 2 * number


def total(numbers):
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    while True:
        pass
