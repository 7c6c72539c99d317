"""fails: test_four

A wrong toy.
"""


def double(number):
    return number + 1
