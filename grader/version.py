"""Names for all that a verdict depends on besides the submission and the seed: the course, the grader."""

import hashlib
import platform
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

from curriculum import library
from curriculum.course import CHECKOUT, Course, Lesson

DIGITS = 12
READ = (".py", ".yaml", ".jsonl", ".md", ".ini", ".html")


def course_version(course: Course, lesson: Lesson) -> str:
    """Hex digits that change with the lesson, its library and its data."""
    lab = [path for path in lesson.lab.parent.iterdir() if path.is_file() and path != lesson.lab]
    data = [path for path in (course.folder.parent / "data").rglob("*.*") if path.is_file()]
    files = [*_parts([lesson.page, *lab], lesson.folder), *_parts(data, course.folder.parent)]
    texts = [_part(name, text.encode()) for name, text in sorted(library.whole(course).items())]
    return _digest(lesson.front.libraries, [*files, *texts])


def grader_version() -> str:
    """Hex digits that change with the code that judges, or with Python."""
    house = CHECKOUT.parent
    files = [*(house / "grader").rglob("*.*"), *(house / "curriculum").glob("*.*")]
    return _digest(("msgspec",), _parts(files, house), platform.python_version())


def _digest(packages: Iterable[str], parts: Iterable[bytes], *others: str) -> str:
    digest = hashlib.sha256(
        " ".join([*others, *(f"{name} {_installed(name)}" for name in packages)]).encode()
    )
    for part in parts:
        digest.update(part)
    return digest.hexdigest()[:DIGITS]


def _installed(package: str) -> str:
    """The version of a package by the name that it is imported by, perhaps not the one it is installed by."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return " ".join(map(metadata.version, metadata.packages_distributions().get(package, ())))


def _parts(files: Iterable[Path], above: Path) -> list[bytes]:
    """above: the folder below which their names begin, in whose order they are read."""
    named = sorted((path.relative_to(above).as_posix(), path) for path in files if path.suffix in READ)
    return [_part(name, path.read_bytes()) for name, path in named]


def _part(name: str, data: bytes) -> bytes:
    return f"\n{name} {len(data)}\n".encode() + data
