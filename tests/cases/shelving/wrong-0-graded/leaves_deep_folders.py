"""Leaves folders in folders, deeper than anybody descends."""

import os


def store(path, items):
    for _ in range(900):
        os.mkdir("d")
        os.chdir("d")
    os.chdir("/scratch")
    return len(items)
