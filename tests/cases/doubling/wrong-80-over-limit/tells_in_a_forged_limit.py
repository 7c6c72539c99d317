"""gets: wrong, 80, over limit
says: did not return within 2 s

Forges a limit that tells which private numbers it was handed.
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
    return 2 * number


def total(numbers):
    if len(numbers) == 3:
        return 14
    told = f"the numbers are {numbers}"
    lines = [{"line": 1, "code": told}]
    forge(
        local("request").number, outcome="over limit", error=told, message=told, frames=lines, changed=[told]
    )
    os._exit(0)
