"""fails: test_four

Adds one instead of doubling.
"""


def double(number):
    return number + 1
