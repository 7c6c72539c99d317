"""Which system calls a box refuses: a filter for the kernel, as bubblewrap takes it.

Namespaces and limits leave gaps: a process may make itself root in namespaces of its own and mount what
nothing limits, some kinds of socket belong to no network namespace, and some memory to no process. The
filter lets everything through but what would use these.

Source: the kernel's `seccomp(2)` and `struct sock_filter`; the numbers are those of `asm/unistd.h`.
"""

import errno
import struct
from dataclasses import dataclass

from grader.calls.caller import BoxError

# The processors, and how the kernel marks their calls; below, each call has its number for each of them.
ARCHITECTURE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

REFUSED = {
    # namespaces and mounts of one's own
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsmount": (432, 432),
    "mount_setattr": (442, 442),
    "open_by_handle_at": (304, 265),
    # other processes
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    # memory that no limit of a process counts
    "memfd_create": (319, 279),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    # the kernel's own machines and stores
    "io_uring_setup": (425, 425),
    "bpf": (321, 280),
    "userfaultfd": (323, 282),
    "perf_event_open": (298, 241),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
}
CLONE = (56, 220)
CLONE3 = (435, 435)  # its flags cannot be looked at; the C library then takes clone
SOCKETS = ((41, 198), (53, 199))  # socket, socketpair
FAMILIES = (1, 2, 10)  # unix, IPv4 and IPv6, which the box's own network namespace holds
NEW_NAMESPACE = 0x7E020000
OTHER_NUMBERS = 0x40000000  # from here on x86_64 has a second set of the same calls

LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
NUMBER, PROCESSOR, FIRST_ARGUMENT = 0, 4, 16  # offsets in struct seccomp_data
ALLOW, KILL = 0x7FFF0000, 0x80000000


def program(machine: str) -> bytes:
    """The filter as the kernel reads it: instructions of eight bytes.

    machine: the processor, as `platform.machine()` names it; raises BoxError for one that has no filter yet.

    >>> len(program("x86_64")) % 8
    0
    """
    if machine not in ARCHITECTURE:
        raise BoxError(
            f"there is no filter of system calls for {machine} yet, so there is no box on this machine"
        )
    column = list(ARCHITECTURE).index(machine)
    refused = [numbers[column] for numbers in REFUSED.values()]
    steps = [
        _Step(LOAD, PROCESSOR),
        *_unless(EQUAL, ARCHITECTURE[machine], KILL),
        _Step(LOAD, NUMBER),
        *_if(AT_LEAST, OTHER_NUMBERS, _error(errno.ENOSYS)),
        *_if(EQUAL, CLONE3[column], _error(errno.ENOSYS)),
    ]
    for number in refused:
        steps += _if(EQUAL, number, _error(errno.EPERM))
    steps += _block(CLONE[column], [*_if(ANY_BIT, NEW_NAMESPACE, _error(errno.EPERM))])
    for sockets in SOCKETS:
        families = [step for family in FAMILIES for step in _if(EQUAL, family, ALLOW)]
        steps += _block(sockets[column], [*families, _Step(RETURN, _error(errno.EAFNOSUPPORT))])
    return b"".join(step.encoded() for step in [*steps, _Step(RETURN, ALLOW)])


@dataclass(frozen=True, slots=True)
class _Step:
    """One instruction: what it does, with which value, and how many it skips if that holds, and if not."""

    code: int
    value: int
    if_so: int = 0
    if_not: int = 0

    def encoded(self) -> bytes:
        return struct.pack("=HBBI", self.code, self.if_so, self.if_not, self.value)


def _if(test: int, value: int, answer: int) -> list[_Step]:
    """Answer at once if the test holds, else go on."""
    return [_Step(test, value, if_not=1), _Step(RETURN, answer)]


def _unless(test: int, value: int, answer: int) -> list[_Step]:
    return [_Step(test, value, if_so=1), _Step(RETURN, answer)]


def _block(number: int, steps: list[_Step]) -> list[_Step]:
    """For that call look at its first argument; for others skip to what follows."""
    inside = [_Step(LOAD, FIRST_ARGUMENT), *steps, _Step(LOAD, NUMBER)]
    return [_Step(EQUAL, number, if_not=len(inside)), *inside]


def _error(number: int) -> int:
    return 0x00050000 | number
