"""Puts a hard link to somebody else's file in the place of the shelf."""

import os


def store(path, items):
    os.link("/etc/ld.so.cache", path)
    return len(items)
