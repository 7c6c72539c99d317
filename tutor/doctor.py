"""What could stand in a learner's way on this machine, each in a sentence with what mends it."""

import importlib.util
import platform
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from curriculum.course import Course, Lesson
from curriculum.files import CourseError, read_text
from tutor.session import course_at, progress_of
from tutor.state import path_of
from tutor.update import in_checkout

OLDEST = (3, 11)
NARROWEST = 80


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that was looked at.  needed: whether one can learn without it."""

    well: bool
    says: str
    needed: bool = True


def findings(folder: Path | None) -> Iterator[Finding]:
    """Look at one thing after another; what cannot be looked at without the course is not."""
    version = platform.python_version()
    yield Finding(sys.version_info >= OLDEST, f"Python {version}; 3.11 or newer is needed")
    try:
        course = course_at(folder)
    except CourseError as error:
        yield Finding(False, f"{error}; in a checkout, git restore brings back what a file was")
        return
    yield Finding(True, f"the course at {course.folder}, {len(course.lessons)} lesson(s) ready")
    yield _state(course)
    for lesson in course.lessons:
        yield from _lab(lesson)
    yield _columns()
    yield _encoding()
    yield _git(course)
    yield _notebooks()


def _state(course: Course) -> Finding:
    path = path_of(course)
    try:
        progress_of(course).latest()
    except CourseError as error:
        return Finding(False, f"{error}; move it away, and a new one is begun")
    there = "is well" if path.is_file() else "will be made at your first run"
    return Finding(True, f"{path}, which holds what you have done, {there}")


def _lab(lesson: Lesson) -> Iterator[Finding]:
    if not lesson.stub.is_file():
        yield Finding(False, f"{lesson.stub} is missing; in a checkout, git restore brings it back")
    restore = f"uv run learn start {lesson.code} lays it out"
    for file in (lesson.lab, lesson.notebook):
        if not file.is_file():
            yield Finding(False, f"{file} is missing; {restore}")
    if lesson.lab.is_file():
        try:
            compile(read_text(lesson.lab), str(lesson.lab), "exec")
        except (CourseError, SyntaxError, ValueError):
            check = f"uv run learn check {lesson.code}"
            yield Finding(False, f"{lesson.lab} does not parse; {check} says where")


def _columns() -> Finding:
    columns = shutil.get_terminal_size((NARROWEST, 24)).columns
    wide = columns >= NARROWEST
    return Finding(wide, f"{columns} columns in this terminal; {NARROWEST} suffice", needed=False)


def _encoding() -> Finding:
    encoding = (sys.stdout.encoding or "unknown").lower().replace("-", "")
    says = f"output is written as {encoding}"
    if encoding == "utf8":
        return Finding(True, says)
    return Finding(
        False, f"{says}; letters that it lacks are shown as escapes. PYTHONUTF8=1 mends that", False
    )


def _git(course: Course) -> Finding:
    if course.handed_out:
        return Finding(True, "a handout; what is new in it comes from whoever gave it to you")
    if shutil.which("git") is None:
        return Finding(False, "git is not installed; only learn update needs it", needed=False)
    if not in_checkout(course.folder):
        return Finding(False, "this is no git checkout, so learn update has nothing to fetch from", False)
    return Finding(True, "a git checkout; learn update fetches what is new and leaves your files alone")


def _notebooks() -> Finding:
    missing = [name for name in ("jupyterlab", "matplotlib") if importlib.util.find_spec(name) is None]
    if missing:
        install = "uv sync --extra notebook installs them"
        return Finding(False, f"no {' and no '.join(missing)}, for learn notebook; {install}", needed=False)
    return Finding(True, "JupyterLab and matplotlib, for learn notebook")
