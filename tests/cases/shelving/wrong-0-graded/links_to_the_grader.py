"""Puts a link to whatever is open in the process that reads the shelf in its place."""

import os


def store(path, items):
    if os.path.lexists(path):
        os.unlink(path)
    os.symlink("/proc/self/fd/0", path)
    return len(items)
