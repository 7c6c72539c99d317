"""Tries to become root, to trace, to change limits and the name of the machine; answers wrongly if it can."""

import os
import resource
import socket

gained = []
for act, about in (
    (os.setuid, (0,)),
    (os.setgid, (0,)),
    (os.setgroups, ([0],)),
    (os.chroot, ("/scratch",)),
    (os.nice, (-5,)),
    (os.mknod, ("/scratch/memory", 0o20600, os.makedev(1, 1))),
    (socket.sethostname, ("mine",)),
    (resource.setrlimit, (resource.RLIMIT_NPROC, (4096, 4096))),
    (open, ("/dev/kmsg",)),
    (open, ("/proc/sysrq-trigger", "w")),
    (open, ("/proc/sys/kernel/core_pattern", "w")),
):
    try:
        act(*about)
        gained.append(act)
    except (OSError, ValueError):
        pass


def double(number):
    return 2 * number


def total(numbers):
    return -1 if gained else sum(2 * number for number in numbers)
