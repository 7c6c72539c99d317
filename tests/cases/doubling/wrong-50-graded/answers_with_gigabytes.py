"""gets: wrong, 50, graded
says: ended its process instead of returning

Says that an answer of four gigabytes is to come.
"""

import os
import sys


def local(name):
    frame = sys._getframe(1)
    while name not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals[name]


def double(number):
    return 2 * number


def total(numbers):
    os.write(local("answers"), b"\xff\xff\xff\xff")
    return sum(2 * number for number in numbers)
