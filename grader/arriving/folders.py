"""The files in a folder that a student handed in, without what tools have left there."""

import os
import stat
from collections.abc import Collection
from functools import partial
from itertools import accumulate
from pathlib import Path

from grader.arriving.archives import INSTEAD, MOST_FILES
from grader.arriving.sources import SUFFIXES, File, UnreadableError

HIDDEN = (".", "__")
NOBODYS = ("Thumbs.db", "desktop.ini")
INSTALLED = ("node_modules", "site-packages", "venv")
REPOSITORY = ".git"
# It lies in every environment of Python, whatever that is called.
ENVIRONMENT = "pyvenv.cfg"


def is_nobodys(name: str) -> bool:
    """Whether a system or a tool has left it there."""
    return name.startswith(HIDDEN) or name in NOBODYS


def is_skipped(name: str) -> bool:
    """Whether a folder of this name is not looked into."""
    return is_nobodys(name) or name in INSTALLED


def looked_at(paths: Collection[str]) -> dict[str, bool]:
    """Those of these paths that are looked at, each with whether it lies in a repository.

    paths: all in one folder, with "/" between plain parts.
    """
    environments = {
        path.removesuffix(ENVIRONMENT) for path in paths if f"/{path}".endswith(f"/{ENVIRONMENT}")
    }
    repositories = {path.partition(f"{REPOSITORY}/")[0] for path in paths if f"/{REPOSITORY}/" in f"/{path}"}
    found = {}
    for path in paths:
        *above, name = path.split("/")
        folders = {"", *accumulate(f"{part}/" for part in above)}
        if not (is_nobodys(name) or any(map(is_skipped, above)) or folders & environments):
            found[path] = bool(folders & repositories)
    return found


def files_of(entry: Path, nameless: bool, path: str) -> list[File]:
    """The files of an entry of a class: the file itself, or all in the folder, in the order of their names.

    path, nameless: as in File, of the entry; "" for a folder.  Links are not followed.
    Raises UnreadableError if it may not be read, or if there are too many in it.
    """
    name = text_of(entry.name)
    try:
        if not path:
            return _walked(entry, name)
        return [_file(entry, entry.lstat(), name, path, nameless=nameless)]
    except OSError as error:
        raise _refused(Path(error.filename or entry), error) from error


def _walked(folder: Path, name: str) -> list[File]:
    found: list[File] = []
    count = 0
    waiting = [(folder, "", False)]
    while waiting:
        place, path, cloned = waiting.pop()
        children = []
        with os.scandir(place) as scanned:
            for child in scanned:
                count += 1
                if count > MOST_FILES:
                    raise UnreadableError(f"{name} holds more than {MOST_FILES:,} files; {INSTEAD}")
                children.append(child)
        names = {child.name for child in children}
        if ENVIRONMENT in names:
            continue
        cloned = cloned or REPOSITORY in names
        for child in sorted(children, key=lambda child: child.name):
            below = f"{path}{text_of(child.name)}"
            if child.is_dir(follow_symlinks=False) and not below.endswith(SUFFIXES):
                if not is_skipped(child.name):
                    waiting.append((Path(child.path), f"{below}/", cloned))
            elif not is_nobodys(child.name):
                status = child.stat(follow_symlinks=False)
                found.append(_file(Path(child.path), status, f"{name}/{below}", below, cloned=cloned))
    return sorted(found, key=lambda file: file.place)


def _file(
    entry: Path,
    status: os.stat_result,
    place: str,
    path: str,
    *,
    nameless: bool = False,
    cloned: bool = False,
) -> File:
    plain = stat.S_ISREG(status.st_mode)
    size, changed = status.st_size, status.st_mtime
    return File(place, path, size, changed, changed, partial(_read, entry), nameless, plain, cloned)


def _read(entry: Path) -> bytes:
    try:
        return entry.read_bytes()
    except OSError as error:
        raise _refused(entry, error) from error


def _refused(entry: Path, error: OSError) -> UnreadableError:
    return UnreadableError(f"{text_of(entry.name)}: {(error.strerror or 'cannot be read').lower()}")


def text_of(name: str) -> str:
    """A file name as text, also where it is not UTF-8."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
