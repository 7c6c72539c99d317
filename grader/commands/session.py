"""What the commands share: options, the gradebook that lies in a folder, and how they refuse."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from curriculum.course import Course
    from grader.gradebook.gradebook import Gradebook
    from grader.report.report import Written

BOOK = "gradebook.sqlite"

CourseOption = Annotated[
    Path,
    typer.Option("--course", help="The folder that holds course.yaml, if not this one.", show_default=False),
]
GradedOption = Annotated[
    Path, typer.Option("--out", help="The folder that the grades were written to, with the gradebook.")
]
LessonOption = Annotated[str, typer.Option("--lesson", help="The lesson's name or code, such as I2.")]


@contextmanager
def refusing() -> Iterator[None]:
    """End with exit code 2 and one sentence where nothing can be done."""
    from curriculum.files import CourseError
    from grader.arriving.submissions import SubmissionsError
    from grader.calls.caller import BoxError
    from grader.gradebook.gradebook import GradebookError
    from grader.judge.judge import JudgeError
    from memlab.errors import MemlabError

    try:
        yield
        return
    except (CourseError, JudgeError, MemlabError) as error:
        sentence = str(error)
    except (BoxError, GradebookError, SubmissionsError) as error:
        sentence = str(error)
    except OSError as error:
        said = (error.strerror or str(error)).lower()
        sentence = f"{error.filename}: {said}" if error.filename else said
    except KeyboardInterrupt:
        sentence = "stopped by the keyboard; the same command goes on from here"
    print(sentence, file=sys.stderr)
    raise typer.Exit(2)


@contextmanager
def kept_book(out: Path) -> Iterator["Gradebook"]:
    """The gradebook that lies there; raises GradebookError where none does, for a folder may be misspelt."""
    from grader.gradebook.gradebook import Gradebook, GradebookError

    if not (out / BOOK).is_file():
        raise GradebookError(f"{out / BOOK}: there is no gradebook; --out is the folder that grades went to")
    with Gradebook(out / BOOK) as book:
        yield book


def write_all(out: Path, course: "Course", book: "Gradebook") -> "Written":
    """Write the table, the feedback and the view of the class, as the gradebook has it now."""
    from grader.gradebook.standing import standings
    from grader.report import report

    return report.write(out, course, standings(book, course, out / BOOK))


def now() -> datetime:
    """The time; what it is needed for gets it as an argument."""
    return datetime.now(UTC)
