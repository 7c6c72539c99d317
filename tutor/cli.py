"""The command `learn`, for learners."""

import sys
import textwrap
from pathlib import Path
from typing import Annotated

import typer

from curriculum.course import Course, find_course, load_course
from curriculum.files import CourseError

app = typer.Typer(help="Your companion through the course.", rich_markup_mode=None)

CourseOption = Annotated[Path | None, typer.Option("--course", help="The folder that holds course.yaml.")]


@app.callback(invoke_without_command=True)
def main(context: typer.Context) -> None:
    """Your companion through the course."""
    if context.invoked_subcommand is None:
        print("learn: the map of the course has no content yet; uv run learn hint TASK gives a hint.")
        raise typer.Exit(2)


@app.command()
def hint(
    task: Annotated[str, typer.Argument(help="The label of a task, such as I2.1.")],
    step: Annotated[int, typer.Option(min=1, max=3, help="1 a question, 2 where to look, 3 the shape.")] = 1,
    course: CourseOption = None,
) -> None:
    """Give one of the three hints of a task.

    Each says more than the one before; nothing is recorded.

    Example: uv run learn hint I2.1 --step 2
    """
    try:
        lesson, piece = _course(course).task(task)
        steps = lesson.hints.get(piece.task, ())
        if step > len(steps):
            raise CourseError(f"{piece.label} has no hint {step} yet")
    except CourseError as error:
        print(error, file=sys.stderr)
        raise typer.Exit(2) from error
    print(f"{piece.label}, hint {step} of {len(steps)}\n")
    typer.echo(_filled(steps[step - 1]))
    if step < len(steps):
        print(f"\nMore: uv run learn hint {piece.task} --step {step + 1}")


def _course(folder: Path | None) -> Course:
    return load_course(folder or find_course(Path.cwd()))


def _filled(text: str) -> str:

    return textwrap.fill(text.strip(), 80)
