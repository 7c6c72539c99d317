"""The commands about what is the learner's own: their edition of the library, and their machine."""

import os
import textwrap
from pathlib import Path
from typing import Annotated

import typer

from curriculum.files import CourseError
from tutor.session import CourseOption, course_at, progress_of, refusing
from tutor.terminal import WIDTH, seen_from_here


def build(
    out: Annotated[Path | None, typer.Option("--out", help="The folder; by default .course/mine.")] = None,
    course: CourseOption = None,
) -> None:
    """Make your own edition of memlab from what you have passed.

    Every piece that you have passed is your function, and all else is the course's. The folder can be
    imported from, and pip installs it as a package of your own.

    Example: uv run learn build --out my-memlab
    """
    from tutor import mine

    with refusing():
        found = course_at(course)
        progress = progress_of(found)
        place = (out or mine.place_of(found)).resolve()
        own = mine.build(found, progress, place)
        pieces = mine.owned(found, progress)
    for one in pieces:
        print(f"{one.piece.function}: {one.whose}")
        if one.whose == "passed in a notebook":
            print(f"  to make it yours: uv run learn check {one.lesson.code}")
    print(f"\n{own} of {len(pieces)} pieces are yours. Import from this folder, or install it elsewhere:")
    print(f"  pip install {_as_a_path(place)}")


def exam(course: CourseOption = None) -> None:
    """Have your own edition of memlab sit the course's exam, and show question by question how it does.

    It is the line with which a check ends once the exam is due, in full. Nothing is noted.
    Exit code: 0 it was sat, however it went, 2 it could not be.

    Example: uv run learn exam
    """
    from tutor import exam as exams

    with refusing():
        found = course_at(course)
        progress = progress_of(found)
        due = exams.due(found, progress)
        if due is None:
            said = f"comes with {found.entry(found.order.exam.after).code}" if found.order.exam else "is none"
            raise CourseError(f"the exam {said}; uv run learn says what is next")
        code = exams.show(found, due, progress)
    raise typer.Exit(2 if code else 0)


def doctor(course: CourseOption = None) -> None:
    """Look at what could stand in your way, and say what mends it.

    Exit code: 0 nothing does, 2 something does.

    Example: uv run learn doctor
    """
    from tutor.doctor import findings

    with refusing():
        found = list(findings(course))
    for finding in found:
        kind = "ok     " if finding.well else "mend   " if finding.needed else "note   "
        print(_laid(kind, finding.says))
    raise typer.Exit(2 if any(not one.well and one.needed for one in found) else 0)


def _laid(kind: str, text: str) -> str:
    """A text behind its kind; a path is never cut."""
    blank = " " * len(kind)
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=kind,
        subsequent_indent=blank,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _as_a_path(place: Path) -> str:
    """The folder so that pip never takes it for the name of a package."""
    seen = seen_from_here(place)
    return seen if Path(seen).is_absolute() else f".{os.sep}{seen}"
