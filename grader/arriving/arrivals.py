"""Whose an entry of a class is, by its name: as it was laid there, or as a platform names what it gives.

Each entry is looked at by itself, so that no student's name depends on who else handed something in. The
names of Moodle and Canvas carry a number, which stays with the student's: two may have the same name.
"""

import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, tzinfo
from functools import partial
from pathlib import Path, PurePosixPath

from grader.arriving import archives
from grader.arriving.folders import files_of, is_nobodys, looked_at, text_of
from grader.arriving.sources import SUFFIXES, File, UnreadableError

CLASS_BYTES = 2_000_000_000
CLASS_FILES = 20_000
# What `gh classroom clone student-repos` calls the folder of all.
CLONES = "-submissions"

_MOODLE = re.compile(r"(?P<name>.+)_(?P<number>\d+)_assignsubmission_[a-z]+(?:_(?P<path>.*))?", re.DOTALL)
# A file has its number too, and is never one of the first. What was typed in has none.
_HANDED_IN = r"(?:\d{3,}_(?P<path>.+)|(?P<text>(?:text|url)\.html))"
_CANVAS = re.compile(
    rf"(?P<name>[^\W_]+(?:-[^\W_]+)*)_(?P<late>LATE_)?(?P<number>\d+)_{_HANDED_IN}", re.DOTALL
)
_ANONYMOUS = re.compile(
    rf"(?P<name>anon)_(?P<late>LATE_)?(?P<number>[A-Za-z0-9]{{5}})_{_HANDED_IN}", re.DOTALL
)


class SubmissionsError(Exception):
    """The place is none where submissions lie; the sentence says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing in a class.

    name: as it lies there.  path: as its student called it, "" for a folder.  nameless: that is the student's
    name.  late: its platform says so.  files: all in it; raises UnreadableError.
    """

    name: str
    path: str
    nameless: bool
    late: bool
    files: Callable[[], list[File]]


@dataclass(frozen=True, slots=True)
class Arrived:
    """All that lies in a class for one student, in the order of its names."""

    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class _Whose:
    """What the name of an entry says: its student, and how they called it, if it says that."""

    student: str
    path: str
    late: bool = False


def find(place: Path, zone: tzinfo = UTC) -> dict[str, Arrived]:
    """The students and what lies there for each, by name.

    zone: of the times in the archive of a class.

    place: a folder of entries, a .zip of them as a platform gives it, a single file or archive, or the folder
    of a single student, which holds a lab itself.
    Raises SubmissionsError if it is none of these.
    """
    if place.is_file():
        return _of_class_archive(place, zone) or {_alone(place.name): Arrived((_on_disk(place, place.name),))}
    if not place.is_dir():
        raise SubmissionsError(f"{place}: no such file or folder")
    name = text_of(place.resolve().name)
    if any((place / f"lab{suffix}").is_file() for suffix in SUFFIXES):
        return {name: Arrived((_on_disk(place, ""),))}
    found: list[tuple[_Whose, Entry]] = []
    for path in place.iterdir():
        if not is_nobodys(path.name):
            whose = _whose(text_of(path.name), name, is_folder=path.is_dir())
            path_in = "" if path.is_dir() and not path.is_symlink() else whose.path or text_of(path.name)
            found.append((whose, _on_disk(path, path_in, nameless=not whose.path, late=whose.late)))
    return _by_student(place, found)


def _on_disk(path: Path, path_in: str, *, nameless: bool = True, late: bool = False) -> Entry:
    path_in = text_of(path_in)
    nameless = nameless and bool(path_in)
    return Entry(text_of(path.name), path_in, nameless, late, partial(files_of, path, nameless, path_in))


def _by_student(place: Path, found: Iterable[tuple[_Whose, Entry]]) -> dict[str, Arrived]:
    entries: dict[str, list[Entry]] = {}
    for whose, entry in sorted(found, key=lambda pair: pair[1].name):
        entries.setdefault(whose.student, []).append(entry)
    if not entries:
        raise SubmissionsError(
            f"{place}: there are no submissions in it; one is ana.py, ana.ipynb, ana.zip or ana/lab.py"
        )
    return {student: Arrived(tuple(own)) for student, own in sorted(entries.items())}


def _whose(name: str, folder: str, *, is_folder: bool) -> _Whose:
    """name: of the entry.  folder: the name of what it lies in."""
    if named := _MOODLE.fullmatch(name):
        return _Whose(f"{named['name']} ({named['number']})", named["path"] or "")
    if is_folder:
        prefix = folder.removesuffix(CLONES) + "-" if folder.endswith(CLONES) else ""
        return _Whose(name.removeprefix(prefix) or name, "")
    if named := _CANVAS.fullmatch(name) or _ANONYMOUS.fullmatch(name):
        path = named["path"] or named["text"]
        return _Whose(f"{named['name']} ({named['number']})", path, late=bool(named["late"]))
    return _Whose(_alone(name), "")


def _alone(name: str) -> str:
    """The student whose name a file has."""
    name = text_of(name)
    return archives.stem_of(name) if archives.is_archive(name) else PurePosixPath(name).stem


def _of_class_archive(place: Path, zone: tzinfo) -> dict[str, Arrived] | None:
    """What lies in the archive of a class; None for another file, and for the archive of one student."""
    name = text_of(place.name)
    if not archives.is_opened(name):
        return None
    stem, is_zip = archives.stem_of(name), name.lower().endswith(archives.ZIP)
    if place.stat().st_size > (CLASS_BYTES if is_zip else archives.ARCHIVE_BYTES):
        raise SubmissionsError(f"{place}: it is too large to be read; unpack it, and grade the folder")
    try:
        if not is_zip:
            inside = [member.name for member in archives.opened(name, place.read_bytes())]
            if _is_one(_without_top(stem, inside)):
                return None
            raise SubmissionsError(
                f"{place}: of a whole class only a .zip is read; unpack it, and grade the folder"
            )
        opened = archives.zip_of(name, place)
        infos = [info for info in opened.infolist() if not info.is_dir()]
        inside = [archives.named(name, info) for info in infos]
    except UnreadableError as error:
        raise SubmissionsError(f"{place}: {error}") from error
    if len(infos) > CLASS_FILES:
        raise SubmissionsError(f"{place}: it holds more than {CLASS_FILES:,} files; grade it unpacked")
    inside = _without_top(stem, inside)
    return None if _is_one(inside) else _by_student(place, _parts(stem, opened, infos, inside, zone))


def _without_top(stem: str, inside: list[str]) -> list[str]:
    """The names below the top folder, if that is called as the archive is and holds all."""
    top = f"{stem}/"
    others = [name for name in inside if not name.startswith(top) and not is_nobodys(name)]
    return inside if others else [name.removeprefix(top) for name in inside]


def _is_one(inside: list[str]) -> bool:
    return any(f"lab{suffix}" in inside for suffix in SUFFIXES)


def _parts(
    folder: str, opened: zipfile.ZipFile, infos: list[zipfile.ZipInfo], inside: list[str], zone: tzinfo
) -> Iterator[tuple[_Whose, Entry]]:
    """The entries that lie in the archive of a class, each with whose it is."""
    members: dict[str, list[tuple[zipfile.ZipInfo, str]]] = {}
    for info, path in zip(infos, inside, strict=True):
        members.setdefault(path.partition("/")[0], []).append((info, path))
    for name, own in members.items():
        if not is_nobodys(name):
            is_folder = any(path != name for _, path in own)
            whose = _whose(name, folder, is_folder=is_folder)
            path_in, nameless = ("", False) if is_folder else (whose.path or name, not whose.path)
            files = partial(_files_of_part, opened, name, own, path_in, nameless, zone)
            yield whose, Entry(name, path_in, nameless, whose.late, files)


def _files_of_part(
    opened: zipfile.ZipFile,
    name: str,
    members: list[tuple[zipfile.ZipInfo, str]],
    path_in: str,
    nameless: bool,
    zone: tzinfo,
) -> list[File]:
    found = archives.checked(name, opened, members, zone)
    cloned = looked_at([member.name for member in found])
    return [
        File(
            member.name,
            path_in or member.name.partition("/")[2],
            member.size,
            member.changed,
            member.changed,
            member.read,
            nameless,
            cloned=cloned[member.name],
        )
        for member in found
        if member.name in cloned
    ]
