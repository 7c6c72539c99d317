"""The command `learn`, for learners."""

import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from curriculum.course import Course, Lesson, find_course, load_course
from curriculum.files import CourseError

if TYPE_CHECKING:
    from tutor.progress import Progress

app = typer.Typer(help="Your companion through the course.", rich_markup_mode=None)

CourseOption = Annotated[Path | None, typer.Option("--course", help="The folder that holds course.yaml.")]


@app.callback(invoke_without_command=True)
def main(context: typer.Context, course: CourseOption = None) -> None:
    """Show the course as a map: what is done, what is yours, and the one next step.

    Example: uv run learn
    """
    if context.invoked_subcommand is not None:
        return
    from rich.console import Console

    from tutor.overview import overview
    from tutor.steps import next_step

    with _refusing():
        found = _course(course)
        progress = _progress(found)
        latest = progress.latest()
        step = next_step(found, latest, hints=progress.hints())
        Console(highlight=False).print(overview(found, latest, step), soft_wrap=True)


@app.command("next")
def next_(course: CourseOption = None) -> None:
    """Say the one next step, as a command to paste.

    Example: uv run learn next
    """
    from tutor.steps import next_step

    with _refusing():
        found = _course(course)
        progress = _progress(found)
        step = next_step(found, progress.latest(), hints=progress.hints())
    print("\n".join([step.sentence, *(f"  {line}" for line in step.lines)]))


@app.command()
def check(
    lesson: Annotated[str, typer.Argument(help="A slug, a code such as I2, or a file of the lesson.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the verdict as JSON, last.")] = False,
    course: CourseOption = None,
) -> None:
    """Judge a lab, also one that cannot be loaded; without a lesson, the one that is next.

    Exit code: 0 all well, 1 the work is not right yet, 2 usage or our fault.

    Example: uv run learn check I2
    """
    from tutor.check import checked
    from tutor.naming import lesson_of

    with _refusing():
        found = _course(course)
        asked = lesson_of(found, lesson) if lesson else _current(found)
        code = checked(found, asked, as_json=as_json)
    sys.stdout.flush()
    raise typer.Exit(code)


@app.command()
def hint(
    task: Annotated[str, typer.Argument(help="The label of a task, such as I2.1.")],
    step: Annotated[int, typer.Option(min=1, max=3, help="1 a question, 2 where to look, 3 the shape.")] = 1,
    course: CourseOption = None,
) -> None:
    """Give one of the three hints of a task; each says more than the one before, and is noted.

    Example: uv run learn hint I2.1 --step 2
    """
    with _refusing():
        found = _course(course)
        lesson, piece = found.task(task)
        steps = lesson.hints.get(piece.task, ())
        if step > len(steps):
            raise CourseError(f"{piece.label} has no hint {step} yet")
        _progress(found).note_hint(piece.task, step, _now())
    print(f"{piece.label}, hint {step} of {len(steps)}\n")
    typer.echo(textwrap.fill(steps[step - 1].strip(), 80))
    if step < len(steps):
        print(f"\nMore: uv run learn hint {piece.task} --step {step + 1}")


def _course(folder: Path | None) -> Course:
    return load_course(folder or find_course(Path.cwd()))


def _progress(course: Course) -> "Progress":
    from tutor.progress import Progress, path_of

    return Progress(path_of(course))


def _current(course: Course) -> Lesson:
    """The first lesson that is not done, else the last one."""
    from tutor.steps import first_left

    if not course.lessons:
        raise CourseError(f"{course.folder / 'course.yaml'}: no lesson is ready yet")
    return first_left(course, _progress(course).latest()) or course.lessons[-1]


def _now() -> datetime:
    return datetime.now(UTC)


@contextmanager
def _refusing() -> Iterator[None]:
    """End with exit code 2 and one sentence where something cannot be done."""
    try:
        yield
    except CourseError as error:
        said = str(error)
    except Exception as error:
        from tutor.progress import ProgressError

        if not isinstance(error, ProgressError):
            raise
        said = str(error)
    else:
        return
    print(said, file=sys.stderr)
    raise typer.Exit(2)
