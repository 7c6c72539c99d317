"""Loops, and catches whatever would end the loop."""


def double(number):
    return 2 * number


def total(numbers):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
