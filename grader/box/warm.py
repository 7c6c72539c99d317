"""The program that stays in a box's walls: has everything imported, and copies itself for each submission.

    python warm.py CONTROL PLACED REFUSED [OWNER]

CONTROL is a socket: on each message that comes in, a copy is closed in and begins to serve
(`grader.calls.guest`), and what it is reached by goes out: descriptors for its requests, its answers, itself
and its scratch folder; or a sentence, if that was not to be. PLACED is the path of a `Placed` as JSON,
REFUSED a descriptor from which the filter of system calls is read, OWNER the user that submissions run as,
if not this one.

No code of a submission ever runs in this process, and a copy can neither see it nor reach it.
"""

import gc
import os
import socket
import sys
from contextlib import suppress
from typing import NoReturn

import msgspec

from grader.box import confinement
from grader.calls.guest import READY, Placed, Submission, bytes_of, serve

SCRATCH = "/scratch"


def main() -> None:
    """Answer on the socket until there is nobody to answer."""
    control = socket.socket(fileno=int(sys.argv[1]))
    submission = Submission(msgspec.json.decode(bytes_of(sys.argv[2]), type=Placed))
    refused = bytes_of(int(sys.argv[3]))
    owner = int(sys.argv[4]) if len(sys.argv) > 4 else None
    gc.collect()
    gc.freeze()  # what is here now is copied with every submission, and is never garbage
    control.send(READY)
    os.dup2(sys.stdout.fileno(), sys.stderr.fileno())  # until here it told of our own faults
    while control.recv(1):
        _bury()
        if not confinement.fork_apart():
            _first_process(control, submission, owner, refused)


def _bury() -> None:
    """Let go of the copies that have ended."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _first_process(
    control: socket.socket, submission: Submission, owner: int | None, refused: bytes
) -> NoReturn:
    """Be the first process of a namespace: close it in, start the submission's, and end with that.

    The submission's own process is another one, because the kernel spares the first from many signals, and
    because whoever is left behind by its parent is the first one's to bury.
    """
    try:
        requests, answers = _handed_over(control, owner, refused)
        guest = os.fork()
        if not guest:
            serve(requests, answers, submission.reply)
            os._exit(0)
        os.close(requests)
        os.close(answers)
        while os.wait()[0] != guest:
            pass
    finally:
        os._exit(0)


def _handed_over(control: socket.socket, owner: int | None, refused: bytes) -> tuple[int, int]:
    """Close this process in and say how it is reached; returns its ends of the pipes."""
    requests, asking = os.pipe()
    answering, answers = os.pipe()
    try:
        confinement.close_in(owner, SCRATCH, refused)
        # Of the same user are, where that is nobody: this one; else also those that gave rise to it.
        confinement.lower_limits(own=3 if owner is None else 1)
        scratch = os.open(SCRATCH, os.O_PATH | os.O_DIRECTORY)
        told = (asking, answering, os.pidfd_open(os.getpid()), scratch)
    except OSError as error:
        control.send(f"{type(error).__name__}: {error}".encode())
        raise
    socket.send_fds(control, [READY], told)
    for descriptor in told:
        os.close(descriptor)
    control.close()
    return requests, answers


if __name__ == "__main__":
    main()
