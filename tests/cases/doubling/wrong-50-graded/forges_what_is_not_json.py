"""Writes an answer whose value is NaN, which JSON does not know."""

import fcntl
import os
import stat


def pipes():
    """All pipes and sockets that this process may write into: one of them is where answers go."""
    for descriptor in range(3, 64):
        try:
            mode, flags = os.fstat(descriptor).st_mode, fcntl.fcntl(descriptor, fcntl.F_GETFL)
        except OSError:
            continue
        if (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)) and flags & os.O_ACCMODE != os.O_RDONLY:
            yield descriptor


def double(number):
    return 2 * number


def total(numbers):
    data = b'{"number": 7, "outcome": "returned", "value": NaN}'
    for pipe in pipes():
        os.write(pipe, len(data).to_bytes(4, "big") + data)
    return 0
