"""The walls: how bubblewrap is asked for a place with next to nothing in it, closed until opened.

Namespaces of its own, no environment, nothing but the interpreter, the shared libraries and the folders that
are handed in, all of it to read only. Linux alone has what this needs.
"""

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from grader.calls.caller import BoxError

# What programs expect of /dev; terminals and shared memory are not among it.
DEVICES = ("null", "zero", "full", "random", "urandom")
ENVIRONMENT = {
    "PYTHONPATH": "/box:/libraries",
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONUTF8": "1",
    "LD_LIBRARY_PATH": "/py/lib",
    "HOME": "/scratch",
    "TMPDIR": "/scratch",
    "TZ": "UTC",
}


def program() -> str:
    """Where bubblewrap is; raises BoxError if it is not installed."""
    found = shutil.which("bwrap")
    if found is None:
        raise BoxError("bwrap is not installed; uv run grader doctor says how to install it")
    return found


def interpreter() -> str:
    """This interpreter, by its place behind the walls."""
    return f"/py/bin/{Path(getattr(sys, '_base_executable', sys.executable)).resolve().name}"


def options(folder: Path, libraries: Sequence[tuple[str, Path]]) -> list[str]:
    """What bubblewrap shall do, in its own words and in this order.

    folder: is seen at /box.  libraries: names and folders, seen below /libraries.
    """
    return [
        *("--new-session", "--clearenv", "--die-with-parent"),
        *_namespaces(),
        *_system(),
        *("--ro-bind", sys.base_prefix, "/py"),
        *_without_packages(),
        *("--ro-bind", str(folder), "/box"),
        *_directories("/libraries", "/scratch", "/dev"),
        *(part for name, place in libraries for part in ("--ro-bind", str(place), f"/libraries/{name}")),
        *(part for name in DEVICES for part in ("--dev-bind", f"/dev/{name}", f"/dev/{name}")),
        *("--symlink", "/proc/self/fd", "/dev/fd"),
        *("--proc", "/proc", "--remount-ro", "/"),
        *(part for name, value in ENVIRONMENT.items() for part in ("--setenv", name, value)),
    ]


def _namespaces() -> list[str]:
    """Root stays who it is; an ordinary user is given, inside, what closing a submission in takes."""
    if os.geteuid() == 0:
        return ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
    return ["--unshare-all", "--unshare-user", "--cap-add", "CAP_SYS_ADMIN", "--cap-add", "CAP_SETPCAP"]


def _system() -> list[str]:
    """The machine's shared libraries."""
    # Folders that bubblewrap makes on the way to a bind are closed to others, so they are made before.
    found = _directories("/usr", "/etc")
    for place in ("/usr/lib", "/usr/lib64", "/lib", "/lib64"):
        if Path(place).is_symlink():
            found += ["--symlink", str(Path(place).readlink()), place]
        else:
            found += ["--ro-bind-try", place, place]
    return [*found, "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]


def _directories(*places: str) -> list[str]:
    return [part for place in places for part in ("--perms", "0755", "--dir", place)]


def _without_packages() -> list[str]:
    """Empty folders where installed packages would lie, perhaps this course among them."""
    found = []
    for outside, inside, below in ((sys.base_prefix, "/py", ("", "local/")), ("/usr", "/usr", ("",))):
        for packages in ("site-packages", "dist-packages"):
            for start in below:
                for place in Path(outside).glob(f"{start}lib/python3*/{packages}"):
                    found.append(f"{inside}/{place.relative_to(outside)}")
    return [part for place in sorted(found) for part in ("--tmpfs", place, "--remount-ro", place)]
