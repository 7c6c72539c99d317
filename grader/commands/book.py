"""The commands about what a gradebook holds: the class, a student's attempts, marks by hand, exports."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from curriculum.course import CHECKOUT
from grader.commands.session import (
    BOOK,
    CourseOption,
    GradedOption,
    LessonOption,
    kept_book,
    now,
    refusing,
    write_all,
)

if TYPE_CHECKING:
    from grader.gradebook.gradebook import Attempt, Gradebook


class Form(StrEnum):
    """What an export is written for."""

    csv = "csv"
    gradescope = "gradescope"


Student = Annotated[str, typer.Argument(metavar="STUDENT", help="The student, as grades.csv has the name.")]


def class_(
    out: GradedOption,
    lesson: Annotated[str | None, typer.Option("--lesson", help="This lesson alone.")] = None,
    course: CourseOption = CHECKOUT,
) -> None:
    """Show how the class did: marks, the checks that fail most, known mistakes, slow ones and limits.

    Example: uv run grader class --out graded
    """
    from curriculum.course import load_course
    from grader.report import class_terminal, report

    with refusing():
        loaded = load_course(course)
        only = loaded.lesson(lesson).code if lesson else None
        with kept_book(out) as book:
            views = write_all(out, loaded, book).views
    for view in views:
        if only in (None, view.code):
            class_terminal.show(view)
    print(f"The same for a browser: {out / report.CLASS}")


def history(
    student: Student, out: GradedOption, lesson: LessonOption, course: CourseOption = CHECKOUT
) -> None:
    """Show every attempt of a student at a lesson, what each changed, and every mark that was given.

    Example: uv run grader history ana --lesson I2 --out graded
    """
    from curriculum.course import load_course
    from grader.gradebook.standing import standings
    from grader.report import terminal

    with refusing():
        loaded = load_course(course)
        found = loaded.lesson(lesson)
        with kept_book(out) as book:
            attempts = _attempts(book, found.id, student)
            marks = book.marks_of(found.id, student)
            aside = book.times_aside(found.id, student)
            all_ = standings(book, loaded, out / BOOK)
            standing = next((one for one in all_ if one.is_of(student, found.id)), None)
    for line in (*terminal.history(attempts, marks), *terminal.counting(standing, aside)):
        print(line)


def mark(
    student: Student,
    out: GradedOption,
    lesson: LessonOption,
    points: Annotated[int | None, typer.Option(min=0, max=100, help="What counts from now on.")] = None,
    comment: Annotated[str, typer.Option(help="Why; the student reads it.")] = "",
    withdraw: Annotated[bool, typer.Option("--withdraw", help="Let what was judged count again.")] = False,
    course: CourseOption = CHECKOUT,
) -> None:
    """Give a student a mark by hand, which counts as it is and survives every regrade.

    Example: uv run grader mark ana --lesson I2 --points 85 --comment "explained it to me" --out graded
    """
    from curriculum.course import load_course
    from grader.gradebook.gradebook import GradebookError, ManualMark, stamp

    with refusing():
        loaded = load_course(course)
        found = loaded.lesson(lesson)
        if (points is None) != withdraw or (points is not None and not comment.strip()):
            raise GradebookError("a mark needs --points and --comment; --withdraw, alone, takes it back")
        with kept_book(out) as book:
            latest = _attempts(book, found.id, student)[-1]
            if withdraw and (found.id, student) not in book.marks():
                raise GradebookError(
                    f"{student} has no mark by hand for {found.code} that could be taken back"
                )
            book.add_mark(ManualMark(student, found.id, points, comment.strip(), stamp(now())))
            write_all(out, loaded, book)
    judged = "not judged" if latest.score is None else f"judged {latest.score}"
    counts = "which counts again" if withdraw else f"but {points} by hand, which counts"
    print(f"{student}, {found.code}: {judged}, {counts}.")


def set_aside(
    students: Annotated[list[str], typer.Argument(metavar="STUDENT...", help="As in grades.csv.")],
    out: GradedOption,
    lesson: LessonOption,
    course: CourseOption = CHECKOUT,
) -> None:
    """Take students out of the grades, as if they had handed nothing in, such as a file that was nobody's.

    What was judged stays in the history, and whoever hands something in again is back.

    Example: uv run grader set-aside late --lesson I2 --out graded
    """
    from curriculum.course import load_course
    from grader.report.report import FEEDBACK, feedback_names

    with refusing():
        loaded = load_course(course)
        found = loaded.lesson(lesson)
        with kept_book(out) as book:
            for student in students:
                _attempts(book, found.id, student)
            before = feedback_names(book.latest())
            for student in students:
                book.set_aside(found.id, student, now())
            for name in before - feedback_names(book.latest()):
                for ending in ("md", "html"):
                    (out / FEEDBACK / f"{name}.{ending}").unlink(missing_ok=True)
            write_all(out, loaded, book)
    print(f"Set aside for {found.code}: {', '.join(students)}. {BOOK} keeps what was judged.")


def export(
    out: GradedOption,
    to: Annotated[Form, typer.Option("--to", help="For a table of marks, or for Gradescope.")],
    into: Annotated[
        Path | None, typer.Option(help="A folder; else beside the gradebook.", show_default=False)
    ] = None,
    course: CourseOption = CHECKOUT,
) -> None:
    """Write the grades in another form: one row a student, or a results file of Gradescope for each.

    Exit code 2: a submission is ungraded, and no result was written for it.

    Example: uv run grader export --to csv --out graded
    """
    from curriculum.course import load_course
    from grader.gradebook.standing import standings
    from grader.report import exports

    with refusing():
        loaded = load_course(course)
        with kept_book(out) as book:
            write = exports.marks if to is Form.csv else exports.gradescope
            written = write(loaded, standings(book, loaded, out / BOOK), into or out)
    print(
        f"Written: {written.place}, {written.students} {'student' if written.students == 1 else 'students'}"
    )
    for name in written.left_out:
        print(f"  not written, because it is ungraded: {name}")
    raise typer.Exit(2 if written.left_out else 0)


def _attempts(book: "Gradebook", lesson: str, student: str) -> "list[Attempt]":
    """All there are; raises GradebookError where there is none, with names that are near."""
    from difflib import get_close_matches

    from grader.gradebook.gradebook import GradebookError

    attempts = book.attempts_of(lesson, student)
    if attempts:
        return attempts
    known = sorted(book.students_of(lesson))
    holding = [name for name in known if student.casefold() in name.casefold()]
    near = holding[:3] or get_close_matches(student, known, n=1, cutoff=0.6)
    meant = f"; is it {' or '.join(near)}?" if near else ""
    raise GradebookError(f"the gradebook has no attempt of {student!r} at {lesson}{meant}")
