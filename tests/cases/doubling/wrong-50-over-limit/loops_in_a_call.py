"""gets: wrong, 50, over limit
says: did not return within 2 s

Loops without end in the second piece.
"""


def double(number):
    return 2 * number


def total(numbers):
    while True:
        pass
