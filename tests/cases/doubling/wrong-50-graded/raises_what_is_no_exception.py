"""Raises what no handler of exceptions catches."""


class Beyond(BaseException):
    pass


def double(number):
    return 2 * number


def total(numbers):
    raise Beyond("of you all")
