"""A scratch folder seen from outside: files are laid in and read out without asking the code that runs there.

That code may be at work meanwhile, so nothing is looked at first and opened later: a file is opened without
following links and without waiting, and what was opened is then asked what it is.
"""

import os
import stat
import time
from collections.abc import Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path

from grader.limits import SCRATCH_BYTES, SCRATCH_FILES

# Not every system has them, and where they are missing a person grades their own code.
_CAREFULLY = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


# Where a system has a folder in memory, nothing there waits for a disk: how long a call takes that writes
# files is then what the call does, and not what the disk is like.
_IN_MEMORY = Path("/dev/shm")  # noqa: S108  # everything in it lies in folders of random names
PLACE = str(_IN_MEMORY) if _IN_MEMORY.is_dir() and os.access(_IN_MEMORY, os.W_OK | os.X_OK) else None


class ScratchError(Exception):
    """The learner's code left the folder such that it cannot be used; the sentence says how."""


def put(folder: Path, files: Mapping[str, bytes], owner: int | None = None) -> None:
    """Lay files in, in place of what had their name; raises ScratchError where nothing can be laid in.

    owner: the user id to whom they shall belong, if not to us.
    """
    for name, data in files.items():
        _make_way(folder / name)
        try:
            descriptor = os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _CAREFULLY, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                if owner is not None:
                    os.fchown(descriptor, owner, owner)
                file.write(data)
        except OSError as error:
            raise ScratchError(f"left no room for the file {name}") from error


def fetch(folder: Path) -> dict[str, bytes]:
    """Read all plain files, by name; what is no plain file is not there. Raises ScratchError."""
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for entry in islice(entries, SCRATCH_FILES + 1)]
    except OSError as error:
        raise ScratchError("closed the folder in which its files lie") from error
    if len(names) > SCRATCH_FILES:
        raise ScratchError(f"left more than {SCRATCH_FILES} files, which is more than are read")
    files: dict[str, bytes] = {}
    left = SCRATCH_BYTES
    for name in sorted(names):
        data = _read(folder / name, left + 1)
        if data is not None:
            files[name], left = data, left - len(data)
        if left < 0:
            raise ScratchError(f"left files of more than {SCRATCH_BYTES // 1024**2} MB in all")
    return files


def empty(folder: Path) -> bool:
    """Remove the files in it; returns whether nothing is left, which a folder in it prevents."""
    with suppress(OSError):
        with os.scandir(folder) as entries:
            for entry in list(entries):
                with suppress(OSError):
                    Path(folder / entry.name).unlink()
        with os.scandir(folder) as entries:
            return next(entries, None) is None
    return False


def _make_way(path: Path) -> None:
    """Remove a file, or rename a folder: to go through one that may become a pipe could take for ever."""
    try:
        path.unlink(missing_ok=True)
    except OSError:
        with suppress(OSError):
            path.rename(path.with_name(f".{path.name}.{time.monotonic_ns()}"))


def _read(path: Path, most: int) -> bytes | None:
    """The first bytes of a plain file, None for anything else."""
    try:
        descriptor = os.open(path, os.O_RDONLY | _CAREFULLY)
    except OSError:
        return None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return file.read(most)
    except OSError:
        return None
    finally:
        os.close(descriptor)
