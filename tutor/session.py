"""What every command of `learn` has in common: options, the course, what was done, and how it refuses."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from curriculum.course import Course, Lesson, find_course, load_course
from curriculum.files import CourseError
from tutor.faults import sentence_of
from tutor.plain import VARIABLE
from tutor.progress import Progress
from tutor.state import path_of

CourseOption = Annotated[Path | None, typer.Option("--course", help="The folder that holds course.yaml.")]
PlainOption = Annotated[
    bool,
    typer.Option("--plain", envvar=VARIABLE, help="A sentence a line, for screen readers and logs."),
]
LessonArgument = Annotated[
    str, typer.Argument(metavar="LESSON", help="A slug, a code such as I2, or a file of the lesson.")
]


def course_at(folder: Path | None) -> Course:
    """The course that is meant: the one named, else the one that this folder lies in, else the checkout's."""
    return load_course(folder or find_course(Path.cwd()))


def progress_of(course: Course) -> Progress:
    """What was done in it."""
    return Progress(path_of(course))


def lesson_meant(course: Course, named: str) -> Lesson:
    """The lesson of that name; without one the first that is not done, else the last."""
    from tutor.naming import lesson_of
    from tutor.steps import first_left

    if named:
        return lesson_of(course, named)
    if not course.lessons:
        raise CourseError(f"{course.folder / 'course.yaml'}: no lesson is ready yet")
    progress = progress_of(course)
    return first_left(course, progress.latest(), progress.caught_up()) or course.lessons[-1]


def now() -> datetime:
    """The moment that is written down."""
    return datetime.now(UTC)


@contextmanager
def refusing() -> Iterator[None]:
    """End with exit code 2 and one sentence where something cannot be done."""
    try:
        yield
    except typer.Exit:
        raise
    except (Exception, KeyboardInterrupt) as error:
        print(sentence_of(error), file=sys.stderr)
        raise typer.Exit(2) from error


def asked(question: str) -> str | None:
    """A line from the keyboard; None where there is none, or it ends."""
    try:
        # What was typed in another encoding than the terminal's is kept as escapes.
        return input(question).strip().encode("utf-8", "backslashreplace").decode()
    except EOFError:
        print()
        return None
