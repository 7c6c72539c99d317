"""gets: wrong, 50, over limit
says: did not return within 2 s

Loops, and catches whatever would end the loop.
"""


def double(number):
    return 2 * number


def total(numbers):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
