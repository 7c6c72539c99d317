"""Writes a file into every place that is mounted or known, and answers wrongly if one keeps it."""

import os

written = []
mounted = [line.split()[4] for line in open("/proc/self/mountinfo")]
known = [
    "/",
    "/tmp",
    "/var/tmp",
    "/dev/shm",
    "/home",
    "/root",
    "/etc",
    "/box",
    "/box/grader",
    "/run",
    "/usr/bin",
]
for folder in {*mounted, *known} - {"/scratch"}:
    try:
        with open(os.path.join(folder, "hostile-was-here"), "w"):
            written.append(folder)
    except OSError:
        pass


def double(number):
    return 2 * number


def total(numbers):
    return -1 if written else sum(2 * number for number in numbers)
