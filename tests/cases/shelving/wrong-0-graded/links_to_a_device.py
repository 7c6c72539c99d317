"""Puts a link to a device without end in the place of the shelf."""

import os


def store(path, items):
    if not os.path.lexists(path):
        os.symlink("/dev/zero", path)
    return len(items)
