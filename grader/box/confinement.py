"""Closes processes in from within: a world of their own, a user of its own, and nothing to be had back.

This is for the trusted process in a box from which each submission is copied. Python has no words for most of
what it asks of the kernel, so the C library is called directly; what the kernel refuses raises OSError.

Source: the manual pages namespaces(7), mount(2), capabilities(7), prctl(2) and seccomp(2).
"""

import ctypes
import os
import resource

from grader import limits

NEW_PROCESSES = 0x20000000
NEW_MOUNTS, NEW_IPC, NEW_NETWORK = 0x00020000, 0x08000000, 0x40000000
NO_SETUID, NO_DEVICES, NO_PROGRAMS = 2, 4, 8
SET_DUMPABLE, SET_FILTER, DROP_CAPABILITY, SET_NO_NEW_PRIVILEGES = 4, 22, 24, 38
FILTER_MODE = 2
CAPABILITIES = 64  # more than any kernel knows; it ends the list with an error
CAPABILITY_VERSION = 0x20080522

_system = ctypes.CDLL(None, use_errno=True)


def fork_apart() -> int:
    """Copy this process as the first of a new namespace of processes; returns as `os.fork` does.

    With that first process ends whatever is in the namespace, wherever it hides.
    """
    ours = os.open("/proc/self/ns/pid", os.O_RDONLY)
    _asked(_system.unshare(NEW_PROCESSES))
    child = os.fork()
    if child:
        _asked(_system.setns(ours, NEW_PROCESSES))  # the next one begins another namespace, from here
    os.close(ours)
    return child


def close_in(owner: int | None, scratch: str, refused: bytes) -> None:
    """Give this process what is its own, and take all else from it, for good.

    owner: the user that it shall be, None to stay who it is.  scratch: where its empty folder shall be.
    refused: the filter of system calls, see `grader.box.seccomp`.
    """
    os.setsid()
    _asked(_system.unshare(NEW_MOUNTS | NEW_IPC | NEW_NETWORK))
    size = f"mode=1777,size={limits.SCRATCH_BYTES},nr_inodes={limits.SCRATCH_INODES}"
    _mount("tmpfs", scratch, NO_SETUID | NO_DEVICES, size)
    _mount("proc", "/proc", NO_SETUID | NO_DEVICES | NO_PROGRAMS, "")
    os.chdir(scratch)
    _drop_privileges(owner)
    _filter(refused)


def lower_limits(own: int) -> None:
    """Take from this process and its children what a submission may not use.

    own: how many processes of the same user are there already that are none of the submission's.
    """
    for what, value in (
        (resource.RLIMIT_AS, limits.MEMORY_BYTES),
        (resource.RLIMIT_NPROC, limits.PROCESSES + own),
        (resource.RLIMIT_FSIZE, limits.SCRATCH_BYTES),
        (resource.RLIMIT_NOFILE, limits.OPEN_FILES),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(what, (value, value))


def _mount(kind: str, place: str, flags: int, options: str) -> None:
    _asked(_system.mount(kind.encode(), place.encode(), kind.encode(), flags, options.encode()))


def _drop_privileges(owner: int | None) -> None:
    for capability in range(CAPABILITIES):
        if _system.prctl(DROP_CAPABILITY, capability, 0, 0, 0):
            break
    if owner is not None:
        os.setgroups([])
        os.setresgid(owner, owner, owner)
        os.setresuid(owner, owner, owner)
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0)
    _asked(_system.capset(header, (ctypes.c_uint32 * 6)()))
    _asked(_system.prctl(SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    # Who is nobody may look into every other nobody; this one is not to be looked into, nor its copies.
    _asked(_system.prctl(SET_DUMPABLE, 0, 0, 0, 0))


class _Program(ctypes.Structure):
    """`struct sock_fprog` of the kernel."""

    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_char_p))


def _filter(refused: bytes) -> None:
    program = _Program(len(refused) // 8, refused)
    _asked(_system.prctl(SET_FILTER, FILTER_MODE, ctypes.byref(program), 0, 0))


def _asked(answer: int) -> None:
    """Raise OSError if the kernel refused."""
    if answer:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
