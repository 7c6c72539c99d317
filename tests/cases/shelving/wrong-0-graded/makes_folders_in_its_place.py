"""Puts a folder in the place of the shelf, with a file that nobody may remove."""

import os


def store(path, items):
    os.makedirs(f"{path}/inside", exist_ok=True)
    open(f"{path}/inside/file", "w").close()
    os.chmod(path, 0o500)
    return len(items)
