"""The battery: submissions that attack or are broken, as students would hand them in, and what each must get.

They lie in `tests/cases/<lesson>/<state>-<score>-<status>/`, in the words of grades.csv; what git cannot hold
is made here. `tests/cases/cases.yaml` holds what each student must read, and what keeps the case from more.
"""

import gzip
import io
import os
import shutil
import socket
import stat
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from pathlib import Path

import msgspec
import yaml

from curriculum.notebook import notebook_of
from grader.arriving.archives import MOST_FILES, UNPACKED_BYTES
from grader.arriving.sources import SOURCE_BYTES
from tests.conftest import CHECKOUT, TOY

CASES = CHECKOUT / "tests" / "cases"
MANIFEST = CASES / "cases.yaml"
# One who is honest, from whom others try to take.
HONEST = "anna"


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the manifest says of one case; see there."""

    guard: str | tuple[str, ...]
    says: str | tuple[str, ...] = ()
    without: str | tuple[str, ...] = ()

    def guards(self) -> Iterator[tuple[str, str, str]]:
        """For each guard its file, its text there, and what a trial puts in its place."""
        several = (self.guard,) if isinstance(self.guard, str) else self.guard
        instead = (self.without,) if isinstance(self.without, str) else self.without
        for guard, other in zip_longest(several, instead):
            file, named, text = guard.partition(": ")
            if named:
                least = "if False:" if text.startswith("if ") else "pass"
                yield file, text, least if other is None else other


@dataclass(frozen=True, slots=True)
class Case:
    """One case: where it lies, below `tests/cases` and below a folder of submissions."""

    place: str

    @property
    def lesson(self) -> str:
        return self.place.split("/")[0]

    @property
    def gets(self) -> str:
        """State, score and status, as the folder is called."""
        return self.place.split("/")[1]

    @property
    def entry(self) -> str:
        """The name of the file or folder that is handed in."""
        return self.place.split("/")[2]

    @property
    def student(self) -> str:
        return self.entry.partition(".")[0]

    @property
    def id(self) -> str:
        return f"{self.lesson}/{self.student}"

    def hand_in(self, folder: Path) -> Path:
        """Lay it into a folder of submissions, in which the honest one's already lies."""
        place = folder / self.entry
        if self.place in MADE:
            MADE[self.place](place)
        elif (CASES / self.place).is_dir():
            shutil.copytree(CASES / self.place, place)
        else:
            shutil.copy(CASES / self.place, place)
        return place


def _is_a_device(place: Path) -> None:
    try:
        os.mknod(place, 0o666 | stat.S_IFCHR, os.makedev(1, 5))
    except PermissionError:  # an ordinary user makes none, and may link to one
        place.symlink_to("/dev/zero")


def _is_a_socket(place: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        # The path of a socket is short, so it is bound where it is.
        folder = os.open(place.parent, os.O_RDONLY)
        try:
            server.bind(f"/proc/self/fd/{folder}/{place.name}")
        finally:
            os.close(folder)


def _holds_a_link(place: Path) -> None:
    place.mkdir()
    (place / "lab.py").symlink_to(f"../{HONEST}.py")


def _has_outputs_without_end(place: Path) -> None:
    outputs: list[dict[str, str]] = [{}] * 200_000
    source = place.with_name(f"{HONEST}.py").read_text(encoding="utf-8")
    cell = {"cell_type": "code", "source": source, "outputs": outputs, "metadata": {}}
    place.write_bytes(
        msgspec.json.encode({"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": [cell]})
    )


def _honest(place: Path) -> bytes:
    return place.with_name(f"{HONEST}.py").read_bytes()


def _zips(place: Path, *members: tuple[str, int, bytes]) -> None:
    """Make a .zip of names, modes and contents; an honest lab is the last."""
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, mode, data in (*members, ("lab.py", 0, _honest(place))):
            member = zipfile.ZipInfo(name)
            member.external_attr = mode << 16
            archive.writestr(member, data, zipfile.ZIP_DEFLATED)


def _tars(place: Path, *members: tuple[str, bytes, str]) -> None:
    """Make a .tar.gz of names, kinds and what they link to; an honest lab is the first."""
    honest = _honest(place)
    with tarfile.open(place, "w:gz") as archive:
        lab = tarfile.TarInfo("lab.py")
        lab.size = len(honest)
        archive.addfile(lab, io.BytesIO(honest))
        for name, kind, link in members:
            member = tarfile.TarInfo(name)
            member.type, member.linkname = kind, link
            archive.addfile(member)


def _renamed_in_zip(place: Path, name: str) -> None:
    with zipfile.ZipFile(place, "w") as archive:
        archive.writestr(name, _honest(place))


def _has_a_password(place: Path) -> None:
    """Nothing of ours can encrypt; what says that it is, is believed."""
    _zips(place)
    data = bytearray(place.read_bytes())
    for header, flags in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        data[data.index(header) + flags] |= 1
    place.write_bytes(data)


def _is_a_gz_bomb(place: Path) -> None:
    """Ten gigabytes, announced by a header and packed into some megabytes."""
    _tars(place)
    endless = tarfile.TarInfo("x")
    endless.size = 10**10
    honest = gzip.decompress(place.read_bytes()).rstrip(b"\0")
    honest += bytes(-len(honest) % tarfile.BLOCKSIZE)
    place.write_bytes(gzip.compress(honest + endless.tobuf()) + gzip.compress(bytes(10**7)) * 1000)


def _has_files_without_end(place: Path) -> None:
    place.mkdir()
    (place / "lab.py").write_bytes(_honest(place))
    for number in range(MOST_FILES):
        (place / str(number)).touch()


def _is_a_repository(place: Path, script: str, notebook: str) -> None:
    """A clone in which the notebook was laid down last."""
    (place / ".git").mkdir(parents=True)
    (place / "lab.py").write_text(script, encoding="utf-8")
    (place / "lab.ipynb").write_text(notebook, encoding="utf-8")
    os.utime(place / "lab.py", (1e9, 1e9))


def _packed_twice(place: Path) -> None:
    _zips(place)
    data = place.read_bytes()
    with zipfile.ZipFile(place, "w") as archive:
        archive.writestr("inner.zip", data)


def _stub() -> str:
    return (TOY / "beginner" / "doubling" / "lab" / "stub.py").read_text(encoding="utf-8")


# What git cannot hold, or should not.
MADE: dict[str, Callable[[Path], object]] = {
    "doubling/broken-0-broken/is_a_device.py": _is_a_device,
    "doubling/broken-0-broken/is_a_link.py": lambda place: place.symlink_to(f"{HONEST}.py"),
    "doubling/broken-0-broken/is_a_link_to_itself.py": lambda place: place.symlink_to(place.name),
    "doubling/broken-0-broken/is_a_link_to_the_machine.py": lambda place: place.symlink_to("/etc/passwd"),
    "doubling/broken-0-broken/is_a_pipe.py": os.mkfifo,
    "doubling/broken-0-broken/is_a_socket.py": _is_a_socket,
    "doubling/broken-0-broken/is_an_empty_folder": Path.mkdir,
    "doubling/broken-0-broken/is_too_long.py": lambda place: place.write_bytes(b"#" * (SOURCE_BYTES + 1)),
    "doubling/broken-0-broken/holds_a_link": _holds_a_link,
    "doubling/broken-0-broken/has_a_device_in_a_tar.tar.gz": lambda place: _tars(
        place, ("x", tarfile.CHRTYPE, "")
    ),
    "doubling/broken-0-broken/has_a_link_in_a_tar.tar.gz": lambda place: _tars(
        place, ("x", tarfile.SYMTYPE, f"../{HONEST}.py")
    ),
    "doubling/broken-0-broken/has_a_link_in_a_zip.zip": lambda place: _zips(
        place, ("x", 0o120777, f"../{HONEST}.py".encode())
    ),
    "doubling/broken-0-broken/has_a_password.zip": _has_a_password,
    "doubling/broken-0-broken/has_an_absolute_name.zip": lambda place: _renamed_in_zip(place, "/lab.py"),
    "doubling/broken-0-broken/has_files_without_end": _has_files_without_end,
    "doubling/broken-0-broken/has_members_without_end.zip": lambda place: _zips(
        place, *((str(number), 0, b"") for number in range(10_000))
    ),
    "doubling/broken-0-broken/is_a_gz_bomb.tar.gz": _is_a_gz_bomb,
    "doubling/broken-0-broken/is_a_zip_bomb.zip": lambda place: _zips(place, ("x", 0, bytes(UNPACKED_BYTES))),
    "doubling/broken-0-broken/is_packed_twice.zip": _packed_twice,
    "doubling/broken-0-broken/leads_out_of_its_zip.zip": lambda place: _renamed_in_zip(place, "../lab.py"),
    "doubling/done-100-graded/is_a_repository": lambda place: _is_a_repository(
        place, _honest(place).decode(), notebook_of(_stub())
    ),
    "doubling/done-100-graded/is_a_repository_of_a_notebook": lambda place: _is_a_repository(
        place, _stub(), notebook_of(_honest(place).decode())
    ),
    "doubling/done-100-graded/is_a_tar.tar.gz": _tars,
    "doubling/done-100-graded/is_a_zip.zip": _zips,
    "doubling/done-100-graded/has_outputs_without_end.ipynb": _has_outputs_without_end,
    "doubling/done-100-graded/is_a_hard_link.py": lambda place: place.hardlink_to(
        place.with_name(f"{HONEST}.py")
    ),
}


@cache
def cases() -> tuple[Case, ...]:
    """All cases, in the order of their names."""
    lying = [path.relative_to(CASES).as_posix() for path in CASES.glob("*/*/*") if path.name != "__pycache__"]
    return tuple(sorted((Case(place) for place in (*lying, *MADE)), key=lambda case: case.id))


@cache
def manifest() -> dict[str, Entry]:
    """What the manifest says, by `<lesson>/<student>`."""
    told = msgspec.convert(yaml.safe_load(MANIFEST.read_text(encoding="utf-8")), dict[str, dict[str, Entry]])
    return {f"{lesson}/{student}": entry for lesson, own in told.items() for student, entry in own.items()}


def take_out(entry: Entry, checkout: Path) -> None:
    """Take the guards of a case out of a copy of the checkout."""
    for file, guard, instead in entry.guards():
        text = (checkout / file).read_text(encoding="utf-8")
        assert text.count(guard) == 1, f"{file}: {guard}"
        (checkout / file).write_text(text.replace(guard, instead), encoding="utf-8")


def what_lies_in(folder: Path) -> dict[str, object]:
    """Everything in a folder of submissions, and what it is and holds, to see whether somebody changed it."""
    found: dict[str, object] = {}
    for path in sorted(folder.rglob("*")):
        kind = path.lstat().st_mode
        found[str(path.relative_to(folder))] = kind
        with suppress(OSError):
            if path.is_symlink():
                found[str(path.relative_to(folder))] = (kind, path.readlink())
            elif path.is_file():
                found[str(path.relative_to(folder))] = (kind, path.read_bytes())
    return found
