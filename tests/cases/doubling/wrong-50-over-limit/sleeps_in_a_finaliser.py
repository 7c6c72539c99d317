"""Returns, but sleeps in a finaliser before anybody has the answer."""

import time


class Sleeping:
    def __del__(self):
        time.sleep(365 * 86400)


def double(number):
    return 2 * number


def total(numbers):
    sleeping = Sleeping()
    return sum(2 * number for number in numbers)
