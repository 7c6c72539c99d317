"""Where boxes come from: one process behind bubblewrap's walls, of which each box is a copy.

To start an interpreter and to import what a submission needs takes longer than to judge it. So one process is
started and kept warm (`grader.box.warm`), and each copy of it closes itself in (`grader.box.confinement`):
with namespaces of its own, as root with a user of its own, with limits and a filter of system calls. Nothing
that happens in a box reaches the warm process or the next box.
"""

import os
import platform
import select
import signal
import socket
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from grader.box import bubblewrap, seccomp
from grader.box.box import Box
from grader.calls.caller import BoxError
from grader.calls.guest import PLACED, READY
from grader.limits import START_SECONDS

# Where the program lies in the folder that the walls show it.
PROGRAM = "grader/box/warm.py"
# What a copy hands over: descriptors for its requests, its answers, itself and its scratch folder.
HANDED_OVER = 4
LONGEST_SENTENCE = 4096

# Above all users that a system gives out: 64 for each process that may have boxes at one time.
FIRST_USER = 1_500_000_000
USERS = 64


class Boxes:
    """Where boxes of one kind come from; nothing is started before the first is opened."""

    def __init__(self, folder: Path, libraries: Sequence[tuple[str, Path]], worker: int = 0) -> None:
        """folder: what is seen at /box; holds the program and all that it imports.

        libraries: what is seen beside it: names and folders.
        worker: tells those apart that this process has at one time, below 64.
        """
        self._folder = folder
        self._libraries = libraries
        self._owner = FIRST_USER + os.getpid() * USERS + worker if os.geteuid() == 0 else None
        self._warm: _Warm | None = None

    def __enter__(self) -> "Boxes":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def open(self) -> Box:
        """Open a box; raises BoxError if it does not come up, and the next one is tried anew."""
        if self._warm is None:
            self._warm = _Warm(self._folder, self._libraries, self._owner)
        try:
            return self._warm.copy()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End what was started, with all boxes that are still open."""
        if self._warm is not None:
            self._warm.close()
            self._warm = None


class _Warm:
    """The process behind bubblewrap's walls of which boxes are copies."""

    def __init__(self, folder: Path, libraries: Sequence[tuple[str, Path]], owner: int | None) -> None:
        self._owner = owner
        self._init = -1
        bwrap, options = bubblewrap.program(), bubblewrap.options(folder, libraries)
        refused = _read_from(seccomp.program(platform.machine()))
        # Options go through a descriptor, and the environment is empty: both can be read inside.
        told = _read_from(b"".join(os.fsencode(option) + b"\0" for option in options))
        self._control, control = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._info, info = os.pipe()
        program = [f"/box/{PROGRAM}", str(control.fileno()), f"/box/{PLACED}", str(refused)]
        program += [] if owner is None else [str(owner)]
        outside = [bwrap, "--args", str(told), "--info-fd", str(info), "--"]
        try:
            self._process = subprocess.Popen(
                [*outside, bubblewrap.interpreter(), "-s", "-P", "-S", *program],
                env={},
                pass_fds=(control.fileno(), info, told, refused),
                start_new_session=True,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )
        except BaseException:
            self._control.close()
            os.close(self._info)
            raise
        finally:
            control.close()
            for descriptor in (info, told, refused):
                os.close(descriptor)
        try:
            self._wait_until_ready()
        except BaseException:
            self.close()
            raise
        finally:
            os.close(self._info)

    def copy(self) -> Box:
        """Copy it as it is; raises BoxError if it does not answer."""
        descriptors: list[int] = []
        try:
            self._control.send(b".")
            said, descriptors, _, _ = socket.recv_fds(self._control, LONGEST_SENTENCE, HANDED_OVER)
        except OSError as error:
            said = f"{type(error).__name__} {error}".strip().encode()
        if said == READY and len(descriptors) == HANDED_OVER:
            requests, answers, process, scratch = descriptors
            return Box(requests, answers, process, scratch, self._owner)
        for descriptor in descriptors:
            os.close(descriptor)
        raise _not_started(said.decode("utf-8", "replace") or "the process of which it is a copy has ended")

    def close(self) -> None:
        """Kill it and whatever came of it, and wait until all is gone."""
        if self._init >= 0:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._init, signal.SIGKILL)
        elif self._process.poll() is None:
            # While it starts, a child of bubblewrap may wait for it and not yet end with it.
            os.killpg(self._process.pid, signal.SIGKILL)
        try:
            self._process.wait(START_SECONDS)
        except subprocess.TimeoutExpired as error:
            raise BoxError("bubblewrap did not end when it was killed") from error
        if self._init >= 0:
            os.close(self._init)
        self._control.close()
        assert self._process.stderr is not None
        self._process.stderr.close()

    def _wait_until_ready(self) -> None:
        self._control.settimeout(START_SECONDS)
        try:
            said = self._control.recv(LONGEST_SENTENCE)
            if said != READY:
                raise ValueError(f"it said {said!r}" if said else "it ended")
            told = msgspec.json.decode(os.read(self._info, LONGEST_SENTENCE))
            self._init = os.pidfd_open(told["child-pid"])
        except (OSError, ValueError, msgspec.DecodeError, KeyError) as error:
            os.killpg(self._process.pid, signal.SIGKILL)
            raise _not_started(complaint(self._process) or f"{type(error).__name__} {error}") from error


def complaint(process: subprocess.Popen[bytes]) -> str:
    """What a process that did not come up said of it, on one line."""
    assert process.stderr is not None
    if not select.select([process.stderr], [], [], 1.0)[0]:
        return ""
    said = os.read(process.stderr.fileno(), LONGEST_SENTENCE)
    return " ".join(said.decode("utf-8", "replace").split())


def _not_started(said: str) -> BoxError:
    return BoxError(f"the box did not start: {said}; uv run grader doctor says what is missing")


def _read_from(data: bytes) -> int:
    """A descriptor from which a process that gets it reads these bytes."""
    descriptor = os.memfd_create("told")
    os.write(descriptor, data)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor
