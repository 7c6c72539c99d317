"""Looks for what others handed in, on the disk and in memory, and answers wrongly if there is any of it."""

import gc
import os

NAMES = ("anna.py", "zora.py", "sleeps.py", "recurses.py", "brings_a_conftest", "submissions")
CLASSES = ("Sleeping", "Beyond", "Wordless", "Right", "Lazy", "Command")
seen = []
for folder, folders, files in os.walk("/"):
    if folder in ("/proc", "/sys", "/usr/lib", "/usr/lib64"):
        folders.clear()
    seen += [os.path.join(folder, name) for name in (*folders, *files) if name in NAMES]
for held in gc.get_objects():
    if type(held) is type and held.__module__ == "lab" and held.__name__ in CLASSES:
        seen.append(held)


def double(number):
    return 2 * number


def total(numbers):
    return -1 if seen else sum(2 * number for number in numbers)
