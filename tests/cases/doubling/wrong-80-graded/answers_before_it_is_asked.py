"""gets: wrong, 80, graded
says: expected  0; it is 5

Answers the next request ahead, wrongly, and so loses that answer and no other.
"""

import json
import os
import sys


def local(name):
    frame = sys._getframe(1)
    while name not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals[name]


def forge(number, **fields):
    data = json.dumps({"number": number, **fields}).encode()
    data = len(data).to_bytes(4, "big") + data
    while data:
        data = data[os.write(local("answers"), data) :]


def double(number):
    if number == 4 and not os.path.exists("done"):
        open("done", "w").close()
        mine = local("request").number
        forge(mine, outcome="returned", value=8)
        forge(mine + 1, outcome="returned", value=5)
    return 2 * number


def total(numbers):
    return sum(2 * number for number in numbers)
