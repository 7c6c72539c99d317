"""The learner's own edition of the library: what they have passed is theirs, all else is the course's.

It is a folder that can be imported from, and that pip installs as a package of the learner's own.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from curriculum import library
from curriculum.course import Course, Lesson, Piece
from curriculum.files import CourseError, decoded, read_text, write_text
from tutor.progress import Progress
from tutor.state import hash_of

IMPORT_SECONDS = 60
Whose = Literal["yours", "the course's", "yours to write", "passed in a notebook"]
IMPORT_ALL = """
import importlib, pkgutil, sys
package = importlib.import_module(sys.argv[1])
for found in pkgutil.walk_packages(package.__path__, f"{sys.argv[1]}."):
    if not found.name.endswith("__main__"):
        importlib.import_module(found.name)
"""
MANIFEST = ".edition.json"
MADE_BY_TOOLS = {"__pycache__", "build", "dist"}
PROJECT = """\
[project]
name = "my-{library}"
version = "0.1.0"
description = "The edition of {library} that I have built myself, with {own} of {all} pieces my own."
requires-python = ">=3.11"

[build-system]
requires = ["hatchling>=1.25"]
build-backend = "hatchling.build"

[tool.hatch.build.targets.wheel]
packages = ["{library}"]
"""


@dataclass(frozen=True, slots=True)
class Owned:
    """A piece, and whose function stands for it in the edition."""

    lesson: Lesson
    piece: Piece
    whose: Whose


def owned(course: Course, progress: Progress) -> tuple[Owned, ...]:
    """Tell of every piece whose it is, in the order of the course."""
    passed = progress.passed()

    def whose(lesson: Lesson, task: str) -> Whose:
        if task not in passed:
            return "yours to write" if lesson.handed_out else "the course's"
        return "passed in a notebook" if passed[task] is None else "yours"

    return tuple(
        Owned(lesson, piece, whose(lesson, piece.task))
        for lesson in course.lessons
        for piece in lesson.pieces
    )


def place_of(course: Course) -> Path:
    """Where the edition lies: beside the folder of the course, where nothing is committed."""
    return course.folder.parent / ".course" / "mine"


def build(course: Course, progress: Progress, place: Path, *, before: Lesson | None = None) -> int:
    """Make the edition anew in a folder; the old one stays until the new one can be imported, whole.

    before: only the pieces of lessons before this one may be the learner's own.
    Returns how many of the pieces are.
    Raises CourseError where the edition cannot be imported, or something else lies in that folder.
    """
    _refuse_what_is_not_ours(place, course)
    texts = _texts(course, progress.passed(), before)
    pieces = sum(len(lesson.pieces) for lesson in course.lessons)
    project = PROJECT.format(library=course.order.library, own=len(texts), all=pieces)
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place.parent, prefix=".edition-") as folder:
        new, old = Path(folder, "new"), Path(folder, "old")
        files = {"pyproject.toml": project, **library.mine(course, texts)}
        hashes = {relative: hash_of(text.encode()) for relative, text in files.items()}
        for relative, text in {**files, MANIFEST: json.dumps(hashes, indent=1) + "\n"}.items():
            file = new / relative
            file.parent.mkdir(parents=True, exist_ok=True)
            write_text(file, text)
        _try(new, course)
        if place.exists():
            place.rename(old)
        new.rename(place)
    return len(texts)


@contextmanager
def for_a_while(
    course: Course, progress: Progress, *, before: Lesson | None = None
) -> Iterator[tuple[int, dict[str, str]]]:
    """Have an edition for the length of a block: how many pieces of it are their own, and its environment."""
    with tempfile.TemporaryDirectory(prefix="edition-") as folder:
        place = Path(folder, "mine")
        yield build(course, progress, place, before=before), environment(place)


def environment(place: Path) -> dict[str, str]:
    """The environment in which Python imports the library from the edition."""
    paths = [str(place), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def _refuse_what_is_not_ours(place: Path, course: Course) -> None:
    """Raise CourseError where a folder holds anything that was not written here, or was edited since."""
    if not place.exists():
        return
    manifest = place / MANIFEST
    if not manifest.is_file():
        raise CourseError(f"{place}: something else lies there; name a folder that is new")
    hashes = json.loads(read_text(manifest))
    for file in sorted(place.rglob("*")):
        parts = file.relative_to(place).parts
        by_tools = MADE_BY_TOOLS & set(parts) or parts[0].endswith(".egg-info")
        if file.is_dir() or parts[-1] == MANIFEST or by_tools:
            continue
        if hashes.get("/".join(parts)) != hash_of(file.read_bytes()):
            raise CourseError(
                f"{file} is not as it was made here; move it away, or name a folder that is new"
            )


def _texts(course: Course, passed: Mapping[str, bytes | None], before: Lesson | None) -> dict[str, str]:
    """The text of the lab for each task that counts as the learner's own."""
    lessons = course.lessons[: course.lessons.index(before)] if before else course.lessons
    own = ((lesson, passed.get(piece.task), piece.task) for lesson in lessons for piece in lesson.pieces)
    return {task: decoded(lab, lesson.lab) for lesson, lab, task in own if lab is not None}


def _try(place: Path, course: Course) -> None:
    """Import every module of it, in a process of its own."""
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-B", "-c", IMPORT_ALL, course.order.library],
            env=environment(place),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=IMPORT_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        said = f"it takes more than {IMPORT_SECONDS} s"
        raise CourseError(f"your edition cannot be imported ({said}); check the labs again") from error
    if done.returncode:
        said = (done.stderr.strip().splitlines() or ["it ended without a word"])[-1]
        raise CourseError(f"your edition cannot be imported ({said}); check the labs again")
