"""Leaves hundreds of megabytes of files that are nothing but holes."""

import os


def store(path, items):
    for number in range(20):
        with open(f"hole-{number}", "wb") as file:
            os.truncate(file.fileno(), 16 * 1024 * 1024)
    return len(items)
