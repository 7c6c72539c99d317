"""Leaves threads behind that work for ever, and a finaliser and an exit that sleep."""

import atexit
import threading
import time


def work():
    while True:
        pass


class Sleeping:
    def __del__(self):
        time.sleep(365 * 86400)


sleeping = Sleeping()
atexit.register(time.sleep, 365 * 86400)
for _ in range(2):
    threading.Thread(target=work).start()


def double(number):
    return 2 * number


def total(numbers):
    return sum(2 * number for number in numbers)
