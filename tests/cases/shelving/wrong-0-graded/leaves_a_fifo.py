"""Puts a pipe in the place of the shelf, on which a reader would wait for ever."""

import os


def store(path, items):
    if not os.path.lexists(path):
        os.mkfifo(path)
    return len(items)
