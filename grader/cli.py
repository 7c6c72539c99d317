"""The command `grader`, for instructors. What is slow is imported inside, so that --help answers at once."""

import os
import secrets
import sys
import textwrap
import time
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from curriculum.course import CHECKOUT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.gradebook import Attempt

app = typer.Typer(help="Turn submissions into grades.", no_args_is_help=True, rich_markup_mode=None)

BOOK = "gradebook.sqlite"
SEED_BITS = 31
MOST_JOBS = 32

CourseOption = Annotated[
    Path,
    typer.Option("--course", help="The folder that holds course.yaml, if not this one.", show_default=False),
]


@app.command()
def grade(
    place: Annotated[
        Path,
        typer.Argument(metavar="SUBMISSIONS", help="A folder with one entry a student, or a single file."),
    ],
    lesson: Annotated[str, typer.Option(help="The lesson's name or code, such as I2.")],
    out: Annotated[Path, typer.Option(help="Where grades.csv, the feedback and the gradebook go.")],
    jobs: Annotated[int | None, typer.Option(min=1, max=MOST_JOBS, help="How many at a time.")] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**63 - 1, help="The seed of the private cases; kept in --out.")
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Judge also what was judged before.")] = False,
    unconfined: Annotated[
        bool,
        typer.Option("--unconfined", help="Run without a box. For your own code alone: it may do anything."),
    ] = False,
    course: CourseOption = CHECKOUT,
) -> None:
    """Judge a folder of submissions: ana.py, ana.ipynb or ana/lab.py is the submission of ana.

    Killed midway, the same command goes on where it was. Exit code 0: every submission has its grade,
    however low; 2: one has none, or nothing could be graded.

    Example: uv run grader grade submissions --lesson I2 --out graded
    """
    from grader import report, terminal

    with _refusing():
        title, attempts = _graded(place, lesson, out, jobs, seed, course, again=again, unconfined=unconfined)
    print(f"{title}: {terminal.summary(attempts)}")
    for line in terminal.telling(attempts):
        print(line)
    print(f"Written: {out / report.GRADES}, {out / report.FEEDBACK}{os.sep}, {out / BOOK}")
    raise typer.Exit(2 if any(attempt.score is None for attempt in attempts) else 0)


def _graded(
    place: Path,
    name: str,
    out: Path,
    jobs: int | None,
    seed: int | None,
    folder: Path,
    *,
    again: bool,
    unconfined: bool,
) -> "tuple[str, list[Attempt]]":
    """Have everything judged and written; returns how the lesson is called, and an attempt for each."""
    from curriculum.course import load_course
    from curriculum.files import CourseError
    from grader import report, submissions, terminal
    from grader.boxes import Boxes
    from grader.gradebook import Gradebook
    from grader.grading import Grading
    from grader.unconfined import Unconfined

    course = load_course(folder)
    lesson = course.lesson(name)
    if lesson.handed_out:
        raise CourseError(f"a handout holds no reference; grade {lesson.code} where you made it")
    entries = submissions.find(place)
    if place.is_dir() and out.resolve().is_relative_to(place.resolve()):
        raise submissions.SubmissionsError(f"--out {out} lies among the submissions; choose another folder")
    out.mkdir(mode=0o700, parents=True, exist_ok=True)
    with Gradebook(out / BOOK) as book:
        kept = book.seed if seed is None else seed
        # Drawn once for a class, so that every run and every student meets the same private cases.
        book.keep_seed(drawn := secrets.randbits(SEED_BITS) if kept is None else kept)
        kind = Unconfined if unconfined else Boxes
        grading = Grading(course, lesson, book, drawn, jobs or _processors(), _now, again, kind)
        try:
            done = terminal.progress(grading.run(entries), len(entries), time.monotonic)
            attempts = [report.without_verdict(attempt) for attempt in done]
        finally:
            report.write(out, course, book.latest())
    return f"{lesson.front.title} ({lesson.code})", attempts


@contextmanager
def _refusing() -> "Iterator[None]":
    """End with exit code 2 and one sentence where nothing can be graded."""
    from curriculum.files import CourseError
    from grader.caller import BoxError
    from grader.gradebook import GradebookError
    from grader.judge import JudgeError
    from grader.submissions import SubmissionsError
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


@app.command()
def handout(
    lessons: Annotated[list[str], typer.Argument(metavar="LESSON...", help="Names or codes, such as I2.")],
    out: Annotated[Path, typer.Option(help="The folder to make; it must be new, or empty.")],
    course: CourseOption = CHECKOUT,
) -> None:
    """Make a folder for a class, in which no solution of these lessons stands anywhere.

    Their labs run and judge themselves in it, and its own tests pass. Solutions of later lessons are not in
    it either. Exit code 0: it was made; 2: it was not, and the sentence says why.

    Example: uv run grader handout I2 --out handout
    """
    from curriculum.course import load_course
    from grader.handout import make

    with _refusing():
        made = make(load_course(course), lessons, out)
    titles = ", ".join(f"{lesson.front.title} ({lesson.code})" for lesson in made.lessons)
    print(f"Made: {out}{os.sep}, {made.files} files, with the lab(s) of {titles}")
    print(f"No statement of {made.removed} removed function(s) stands in it, and every lab begins.")
    print("Zip that folder as it is, before anybody works in it, and give it to the class.")


@app.command()
def doctor() -> None:
    """Say whether this machine can grade, and which command mends what is missing.

    Exit code 0: it can; 2: it cannot.

    Example: uv run grader doctor
    """
    from grader.doctor import examine

    well = True
    for finding in examine():
        well = well and finding.well
        print(
            textwrap.fill(f"{'ok' if finding.well else 'no':<4}{finding.what}", 80, subsequent_indent="    ")
        )
        if not finding.well:
            print(f"    mend: {finding.mend}")
    print("This machine can grade." if well else "This machine cannot grade yet.")
    raise typer.Exit(0 if well else 2)


def _processors() -> int:
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(available, MOST_JOBS)


def _now() -> datetime:
    return datetime.now(UTC)
