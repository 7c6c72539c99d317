"""A box: a process without network, without other files and with small limits, that answers requests.

It is bubblewrap's, closed until opened: namespaces of its own, no environment, nothing but the interpreter,
the shared libraries and one folder to read, one scratch folder to write, and a filter of system calls. As
root there is no namespace of users, and `setpriv` inside gives the process a user of its own. Linux alone has
what this needs.

The box knows nothing of labs. It is made, filled (`scratch`), asked, and killed; the scratch folder can be
read even then, since it is held open from outside.
"""

import os
import platform
import select
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from grader import frames, seccomp
from grader.caller import BoxError
from grader.guest import PLACED, PROGRAM
from grader.limits import SCRATCH_BYTES, START_SECONDS

# Above all users that a system gives out: 64 for each process that may have boxes at one time.
FIRST_USER = 1_500_000_000
USERS = 64


class Box:
    """One process in its box."""

    _process: subprocess.Popen[bytes]
    _requests: int
    _answers: int
    _info: int
    _init = -1
    _scratch = -1

    def __init__(self, folder: Path, libraries: Sequence[tuple[str, Path]], worker: int = 0) -> None:
        """Start it and wait until it is ready; raises BoxError if it does not come up.

        folder: what is bound at /box; holds the program and all that it imports.
        worker: tells boxes apart that this process has at one time, below 64.
        """
        self.owner = FIRST_USER + os.getpid() * USERS + worker if os.geteuid() == 0 else None
        self._ending = threading.Lock()
        self._start(folder, libraries)
        try:
            self._wait_until_ready()
        except BaseException:
            self.close()
            raise

    def ask(self, request: frames.Request, seconds: float) -> frames.Answer:
        """Send a request and read its answer; raises Late, Ended or FrameError of `grader.frames`."""
        return frames.ask(self._requests, self._answers, request, seconds)

    @property
    def alive(self) -> bool:
        """Whether it has not been killed and has not ended, as far as can be seen from here."""
        return self._process.poll() is None

    def stop(self) -> None:
        """Kill everything in it at once, from any thread; whoever is asking gets Ended."""
        with self._ending, suppress(ProcessLookupError):
            if self._init >= 0:
                signal.pidfd_send_signal(self._init, signal.SIGKILL)
            elif self._process.returncode is None:
                # While it starts, a child of bubblewrap may wait for it and not yet end with it.
                os.killpg(self._process.pid, signal.SIGKILL)

    def kill(self) -> None:
        """Kill everything in it, and wait until it is gone; the scratch folder can still be read."""
        self.stop()
        try:
            self._process.wait(START_SECONDS)
        except subprocess.TimeoutExpired as error:
            raise BoxError("a box did not end when it was killed") from error
        with self._ending:
            for descriptor in (self._requests, self._answers, self._init):
                if descriptor >= 0:
                    os.close(descriptor)
            self._requests = self._answers = self._init = -1
            assert self._process.stderr is not None
            self._process.stderr.close()

    def close(self) -> None:
        """Kill it, and let go of the scratch folder."""
        self.kill()
        if self._scratch >= 0:
            os.close(self._scratch)
            self._scratch = -1

    @property
    def scratch(self) -> Path:
        """The scratch folder as seen from here; no link in the box leads anybody elsewhere."""
        return Path(f"/proc/self/fd/{self._scratch}")

    def _start(self, folder: Path, libraries: Sequence[tuple[str, Path]]) -> None:
        bwrap, options = _program("bwrap"), _options(folder, libraries)
        refusing = seccomp.program(platform.machine())
        inside = [*_as_nobody(self.owner), f"/py/bin/{_interpreter().name}", "-s", "-P", "-S"]
        requests, self._requests = os.pipe()
        self._answers, answers = os.pipe()
        self._info, info = os.pipe()
        os.set_blocking(self._requests, False)
        # Options go through a descriptor, and the environment is empty: both can be read inside.
        told = _read_from(b"".join(os.fsencode(option) + b"\0" for option in options))
        refused = _read_from(refusing)
        program = [f"/box/{PROGRAM}", str(requests), str(answers), f"/box/{PLACED}"]
        try:
            self._process = subprocess.Popen(
                [
                    bwrap,
                    "--args",
                    str(told),
                    "--info-fd",
                    str(info),
                    "--seccomp",
                    str(refused),
                    "--",
                    *inside,
                    *program,
                ],
                env={},
                pass_fds=(requests, answers, info, told, refused),
                start_new_session=True,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )
        finally:
            for descriptor in (requests, answers, info, told, refused):
                os.close(descriptor)

    def _wait_until_ready(self) -> None:
        try:
            frames.receive(self._answers, frames.Answer, frames.LONGEST_ANSWER, START_SECONDS)
            told = msgspec.json.decode(os.read(self._info, 4096))
            self._init = os.pidfd_open(told["child-pid"])
            inside = Path("/proc", str(told["child-pid"]), "root", "scratch")
            self._scratch = os.open(inside, os.O_PATH | os.O_DIRECTORY)
        except (
            frames.Ended,
            frames.Late,
            frames.FrameError,
            OSError,
            msgspec.DecodeError,
            KeyError,
        ) as error:
            self.stop()
            said = self._said() or f"{type(error).__name__} {error}".strip()
            raise BoxError(
                f"the box did not start: {said}; uv run grader doctor says what is missing"
            ) from error
        finally:
            os.close(self._info)

    def _said(self) -> str:
        assert self._process.stderr is not None
        if not select.select([self._process.stderr], [], [], 1.0)[0]:
            return ""
        return " ".join(os.read(self._process.stderr.fileno(), 4096).decode("utf-8", "replace").split())


def _read_from(data: bytes) -> int:
    """A descriptor from which a process that gets it reads these bytes."""
    descriptor = os.memfd_create("told")
    os.write(descriptor, data)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def _options(folder: Path, libraries: Sequence[tuple[str, Path]]) -> list[str]:
    """What bubblewrap shall do, in its own words and in this order."""
    options = ["--new-session", "--clearenv", "--die-with-parent"]
    if os.geteuid() == 0:
        options += [
            "--unshare-ipc",
            "--unshare-pid",
            "--unshare-net",
            "--unshare-uts",
            "--unshare-cgroup-try",
        ]
    else:
        options += ["--unshare-all", "--unshare-user", "--disable-userns"]
    # Folders that bubblewrap makes on the way to a bind are closed to others, so they are made before.
    options += ["--perms", "0755", "--dir", "/usr", "--perms", "0755", "--dir", "/usr/bin"]
    options += ["--perms", "0755", "--dir", "/etc"]
    for place in ("/usr/lib", "/usr/lib64", "/lib", "/lib64"):
        if Path(place).is_symlink():
            options += ["--symlink", str(Path(place).readlink()), place]
        else:
            options += ["--ro-bind-try", place, place]
    options += ["--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]
    if os.geteuid() == 0:
        options += ["--ro-bind", _program("setpriv"), "/usr/bin/setpriv"]
    options += ["--ro-bind", sys.base_prefix, "/py"]
    for place in _with_other_packages():
        options += ["--tmpfs", place, "--remount-ro", place]
    options += ["--ro-bind", str(folder), "/box"]
    options += ["--perms", "0755", "--dir", "/libraries"]
    for name, library in libraries:
        options += ["--ro-bind", str(library), f"/libraries/{name}"]
    options += ["--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev"]
    options += ["--perms", "1777", "--size", str(SCRATCH_BYTES), "--tmpfs", "/scratch", "--chdir", "/scratch"]
    options += ["--remount-ro", "/"]
    for name, value in {
        "PYTHONPATH": "/box:/libraries",
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUTF8": "1",
        "LD_LIBRARY_PATH": "/py/lib",
        "HOME": "/scratch",
        "TMPDIR": "/scratch",
        "TZ": "UTC",
    }.items():
        options += ["--setenv", name, value]
    return options


def _with_other_packages() -> list[str]:
    """Folders in the box where installed packages would lie, perhaps this course among them."""
    found = []
    for outside, inside, below in ((sys.base_prefix, "/py", ("", "local/")), ("/usr", "/usr", ("",))):
        for packages in ("site-packages", "dist-packages"):
            for start in below:
                for place in Path(outside).glob(f"{start}lib/python3*/{packages}"):
                    found.append(f"{inside}/{place.relative_to(outside)}")
    return sorted(found)


def _as_nobody(owner: int | None) -> list[str]:
    if owner is None:
        return []
    identity = ["--reuid", str(owner), "--regid", str(owner), "--clear-groups"]
    return ["/usr/bin/setpriv", *identity, "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"]


def _interpreter() -> Path:
    return Path(getattr(sys, "_base_executable", sys.executable)).resolve()


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise BoxError(f"{name} is not installed; uv run grader doctor says how to install it")
    return found
