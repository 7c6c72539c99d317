"""fails: test_zero

Takes zero for no number, and returns one.
"""


def double(number):
    return 2 * number or 1
