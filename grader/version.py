"""A name for everything that a verdict depends on besides the submission and the seed."""

import hashlib
import platform
from importlib import metadata
from pathlib import Path

from curriculum import library
from curriculum.course import CHECKOUT, Course, Lesson

DIGITS = 12


def version_of(course: Course, lesson: Lesson) -> str:
    """Hex digits that change with the lesson, its library, the course's code and data, or with Python."""
    house = CHECKOUT.parent
    lab = [path for path in lesson.lab.parent.iterdir() if path.is_file() and path != lesson.lab]
    files = [lesson.page, *lab]
    files += [path for room in ("grader", "curriculum") for path in (house / room).glob("*.*")]
    files += [path for path in (course.folder.parent / "data").rglob("*.*") if path.is_file()]
    read = [path for path in files if path.suffix in (".py", ".yaml", ".jsonl", ".md", ".ini")]
    libraries = [f"{name} {_installed(name)}" for name in ("msgspec", *lesson.front.libraries)]
    digest = hashlib.sha256(" ".join([platform.python_version(), *libraries]).encode())
    for part in sorted(_part(path.name, path.read_bytes()) for path in read):
        digest.update(part)
    for name, text in sorted(library.whole(course).items()):
        digest.update(_part(name, text.encode()))
    return digest.hexdigest()[:DIGITS]


def _installed(package: str) -> str:
    """The version of a package by the name that it is imported by, perhaps not the one it is installed by."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return " ".join(map(metadata.version, metadata.packages_distributions().get(package, ())))


def _part(name: str, data: bytes) -> bytes:
    return f"\n{Path(name).name} {len(data)}\n".encode() + data
