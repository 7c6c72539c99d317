"""Leaves marks for whoever is judged after it: in files, modules, built-in names and a process."""

import builtins
import os
import sys
import types

builtins.hostile = True
sys.modules["hostile"] = types.ModuleType("hostile")
sys.path.insert(0, "/scratch")
for folder in (".", "/tmp", "/dev/shm", "/scratch", "/box", "/libraries"):
    try:
        with open(os.path.join(folder, "hostile.py"), "w") as file:
            file.write("left = True")
    except OSError:
        pass
try:
    if os.fork() == 0:
        try:
            os.setsid()
            sys.stdin.read()
            while True:
                os.sched_yield()
        finally:
            os._exit(0)
except OSError:
    pass


def double(number):
    return 2 * number


def total(numbers):
    return sum(2 * number for number in numbers)
