"""The command `course`, for those who write lessons."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from curriculum.course import CHECKOUT
from curriculum.files import CourseError

T = TypeVar("T")

app = typer.Typer(
    help="Build and verify the lessons of a course.", no_args_is_help=True, rich_markup_mode=None
)

CourseOption = Annotated[Path, typer.Option("--course", help="The folder that holds course.yaml.")]


@app.command()
def build(
    check: Annotated[bool, typer.Option("--check", help="Write nothing; exit 1 if a file is stale.")] = False,
    course: CourseOption = CHECKOUT,
) -> None:
    """Bring figures, stubs, notebooks and pages up to date.

    Example: uv run course build --check
    """
    from workshop.build import build as build_course

    found = _clearly(lambda: build_course(course.resolve(), check=check))
    for path in found.stale:
        print(f"{_short(path)}: {'is stale; uv run course build writes it anew' if check else 'written'}")
    for sentence in (*found.complaints, *(f"skipped: {sentence}" for sentence in found.skipped)):
        print(sentence)
    if not (found.stale or found.complaints or found.skipped):
        print("Everything is up to date.")
    wrong = found.complaints or (found.stale and check) or (found.skipped and _in_ci())
    raise typer.Exit(1 if wrong else 0)


@app.command()
def verify(course: CourseOption = CHECKOUT) -> None:
    """Prove that the checks of every lab tell right from wrong; unchanged lessons are skipped, except in CI.

    Example: uv run course verify
    """
    from workshop.verify import verify as verify_course

    results = _clearly(lambda: verify_course(course.resolve(), everything=_in_ci()))
    wrong = False
    for found in results:
        # With everything verified, only a broken lab is skipped.
        problems = (found.skipped,) if found.skipped and _in_ci() else found.problems
        wrong = wrong or bool(problems)
        for problem in problems:
            print(f"{found.lesson}: {problem}")
        if found.skipped and not problems:
            print(f"{found.lesson}: skipped ({found.skipped})")
        elif not problems:
            print(f"{found.lesson}: verified in {found.runs} runs of its checks")
    raise typer.Exit(1 if wrong else 0)


def _in_ci() -> bool:
    """A broken lab is skipped on a learner's machine, and a defect where the course is checked."""
    return bool(os.environ.get("CI"))


def _clearly(work: Callable[[], T]) -> T:
    """Do the work; what a person can mend is said in one sentence, with exit code 2."""
    from grader.judge import JudgeError
    from memlab.errors import MemlabError

    try:
        return work()
    except (CourseError, JudgeError, MemlabError) as error:
        print(error, file=sys.stderr)
        raise typer.Exit(2) from error


def _short(path: Path) -> Path:
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
