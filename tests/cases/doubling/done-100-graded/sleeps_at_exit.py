"""Sleeps when its process would leave: at exit, in a thread that is waited for, and in a signal handler."""

import atexit
import signal
import threading
import time


def sleep(*about):
    time.sleep(365 * 86400)


atexit.register(sleep)
threading.Thread(target=sleep).start()
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, sleep)


def double(number):
    return 2 * number


def total(numbers):
    return sum(2 * number for number in numbers)
