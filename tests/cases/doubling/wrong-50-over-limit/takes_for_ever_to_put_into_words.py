"""Raises an error whose text is never done."""


class Endless(Exception):
    def __str__(self):
        while True:
            pass


def double(number):
    return 2 * number


def total(numbers):
    raise Endless
