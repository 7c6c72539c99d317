"""The commands that judge: a class's submissions, and the machine. What is slow is imported inside."""

import os
import secrets
import textwrap
import time
from dataclasses import dataclass, field
from datetime import tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from curriculum.course import CHECKOUT
from grader.commands.session import BOOK, CourseOption, now, refusing, write_all

if TYPE_CHECKING:
    from collections.abc import Mapping

    from curriculum.course import Course, Lesson
    from grader.arriving.submissions import Arrived
    from grader.box.boxes import Boxes
    from grader.gradebook.gradebook import Attempt, Gradebook
    from grader.gradebook.noted import Noted

SEED_BITS = 31
MOST_JOBS = 32


@dataclass
class Run:
    """What came of one lesson: an attempt for each submission, and what else there is to be told."""

    title: str
    attempts: "list[Attempt]"
    noted: "Noted"
    cut_short: bool


@dataclass
class Runs:
    """What came of all of them, and what the late policy cannot tell."""

    lessons: list[Run] = field(default_factory=list)
    late: list[str] = field(default_factory=list)

    @property
    def all_graded(self) -> bool:
        return all(attempt.score is not None for run in self.lessons for attempt in run.attempts)


def grade(
    place: Annotated[
        Path,
        typer.Argument(
            metavar="SUBMISSIONS", help="A folder or archive with one entry a student, or a file."
        ),
    ],
    lesson: Annotated[
        list[str], typer.Option("--lesson", help="The lesson's name or code, such as I2; may be repeated.")
    ],
    out: Annotated[Path, typer.Option(help="Where grades.csv, the feedback and the gradebook go.")],
    jobs: Annotated[int | None, typer.Option(min=1, max=MOST_JOBS, help="How many at a time.")] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**63 - 1, help="The seed of the private cases; kept in --out.")
    ] = None,
    late: Annotated[
        Path | None, typer.Option(help="The late policy, a YAML file; kept in --out.", show_default=False)
    ] = None,
    zone: Annotated[
        str, typer.Option(help="Of the times in a platform's archive, such as Europe/Berlin.")
    ] = "UTC",
    again: Annotated[
        bool, typer.Option("--again", help="Judge also what was judged before, and say what changed.")
    ] = False,
    unconfined: Annotated[
        bool,
        typer.Option("--unconfined", help="Run without a box. For your own code alone: it may do anything."),
    ] = False,
    course: CourseOption = CHECKOUT,
) -> None:
    """Judge a class: a .py, .ipynb, .zip or .tar.gz, or a folder, for each student.

    Killed midway, the same command goes on where it was; run again, it judges what is new or was changed.
    Exit code 0: every submission has its grade, however low; 2: one has none, or nothing could be graded.

    Example: uv run grader grade submissions --lesson I2 --out graded
    """
    from grader.box.boxes import Boxes
    from grader.box.unconfined import Unconfined
    from grader.report import report, terminal

    with refusing():
        kind = Unconfined if unconfined else Boxes
        how = _How(jobs or _processors(), seed, again, kind, _zone(zone))
        runs = _graded(place, lesson, out, late, course, how)
    for run in runs.lessons:
        print(f"{run.title}: {terminal.summary(run.attempts)}")
        for line in terminal.telling(run.attempts):
            print(line)
        for line in terminal.told(run.noted):
            print(line)
        if run.cut_short:
            print("A regrade of this lesson was cut short; --again goes on with it.")
    for line in runs.late:
        print(textwrap.fill(line, terminal.COLUMNS, subsequent_indent="  "))
    files = (report.GRADES, f"{report.FEEDBACK}{os.sep}", report.CLASS, report.CHANGES, BOOK)
    written = f"Written in {out}{os.sep}: {', '.join(files)}"
    print(textwrap.fill(written, terminal.COLUMNS, subsequent_indent="  ", break_on_hyphens=False))
    raise typer.Exit(0 if runs.all_graded else 2)


@dataclass(frozen=True)
class _How:
    jobs: int
    seed: int | None
    again: bool
    kind: "type[Boxes]"
    zone: tzinfo


def _graded(place: Path, names: list[str], out: Path, late: Path | None, folder: Path, how: _How) -> Runs:
    """Have everything judged and written."""
    from curriculum.course import load_course
    from curriculum.files import CourseError, read_text, write_text
    from grader.arriving import submissions
    from grader.gradebook.gradebook import Gradebook
    from grader.gradebook.late import read_policy, untold
    from grader.report.report import CHANGES, changes
    from grader.workers.work import EXAMPLES

    course = load_course(folder)
    lessons = list({lesson.id: lesson for lesson in map(course.lesson, names)}.values())
    if how.seed in EXAMPLES:
        raise CourseError(f"--seed {how.seed} makes cases that are public; choose one above {EXAMPLES[-1]}")
    for lesson in lessons:
        if lesson.handed_out:
            raise CourseError(f"a handout holds no reference; grade {lesson.code} where you made it")
    entries = submissions.find(place, how.zone)
    if place.is_dir() and out.resolve().is_relative_to(place.resolve()):
        raise submissions.SubmissionsError(f"--out {out} lies among the submissions; choose another folder")
    policy = read_text(late) if late else ""
    if late:
        read_policy(policy, late, course)
    out.mkdir(mode=0o700, parents=True, exist_ok=True)
    runs = Runs()
    with Gradebook(out / BOOK) as book:
        if policy:
            book.keep_policy(policy, now())
        try:
            for lesson in lessons:
                runs.lessons.append(_of_lesson(course, lesson, book, entries, how))
        finally:
            views = {view.code: view for view in write_all(out, course, book).views}
            write_text(out / CHANGES, changes(run.noted for run in runs.lessons))
        for lesson in lessons:
            view = views.get(lesson.code)
            if view and view.late:
                runs.late.append(f"Late for {lesson.code}: {view.late}, points deducted: {view.deducted}")
        if book.policy:
            runs.late.extend(untold(read_policy(book.policy, late or out / BOOK, course), book.latest()))
    return runs


def _of_lesson(
    course: "Course", lesson: "Lesson", book: "Gradebook", entries: "Mapping[str, Arrived]", how: _How
) -> Run:
    from grader.report import terminal
    from grader.workers.grading import Grading
    from grader.workers.work import EXAMPLES

    kept = book.seed if how.seed is None else how.seed
    # Drawn once for a class, so that every run and every student meets the same private cases.
    book.keep_seed(drawn := EXAMPLES[-1] + 1 + secrets.randbits(SEED_BITS) if kept is None else kept)
    grading = Grading(course, lesson, book, drawn, how.jobs, now, how.again, how.kind)
    done = terminal.progress(grading.run(entries), len(entries), time.monotonic)
    return Run(
        lesson.heading,
        [attempt.without_verdict() for attempt in done],
        grading.noted,
        book.is_regrading(lesson.id),
    )


def _zone(name: str) -> tzinfo:
    from zoneinfo import ZoneInfo

    from grader.arriving.submissions import SubmissionsError

    try:
        return ZoneInfo(name)
    except (ValueError, OSError, LookupError) as error:
        raise SubmissionsError(f"--zone {name}: there is no such zone; one is Europe/Berlin") from error


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
