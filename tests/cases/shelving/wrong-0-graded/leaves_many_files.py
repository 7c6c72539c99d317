"""Leaves hundreds of files."""

import os


def store(path, items):
    for number in range(500):
        os.mknod(f"{number}")
    return len(items)
