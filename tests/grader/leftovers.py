"""What a box could leave behind: processes, wherever they went, and descriptors that stay open."""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


def processes_in(folder: Path) -> list[int]:
    """The processes, whoever they run as, that see something of this folder bound into a box."""
    # How a mount begins depends on where its file system does, and a tail of the path is telling enough: one
    # so long that two runs of the tests at once, of two users, do not see each other's.
    tail = f"/{'/'.join(folder.relative_to('/').parts[-4:])}/"
    return [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit() and _sees(path, tail)]


def processes_at(folder: Path) -> list[int]:
    """The processes that work in this folder, seen from outside all boxes."""
    found = []
    for path in Path("/proc").iterdir():
        with suppress(OSError):
            if path.name.isdigit() and (path / "cwd").readlink() == folder:
                found.append(int(path.name))
    return found


def _sees(process: Path, tail: str) -> bool:
    with suppress(OSError):  # it is gone, or is somebody else's
        return tail in (process / "mountinfo").read_text(encoding="utf-8", errors="replace")
    return False


def open_descriptors() -> int:
    """How many descriptors this process has open."""
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def eventually(holds: Callable[[], bool], seconds: float = 15.0) -> bool:
    """Whether it holds before so much time is over."""
    until = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True
