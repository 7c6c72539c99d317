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

WIDTH = 80

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
def verify(
    mutants: Annotated[
        bool, typer.Option("--mutants", help="Also alter each reference in every simple way.")
    ] = False,
    lesson: Annotated[str, typer.Option("--lesson", help="One lesson alone, by slug or code.")] = "",
    course: CourseOption = CHECKOUT,
) -> None:
    """Prove that the checks of every lab tell right from wrong; unchanged lessons are skipped, except in CI.

    With --mutants nothing is skipped, and alterations of the references that still get full marks are listed.

    Example: uv run course verify --mutants --lesson I2
    """
    from workshop.verify import verify as verify_course

    everything = mutants or _in_ci()
    results = _clearly(lambda: verify_course(course.resolve(), everything=everything, only=lesson))
    wrong = False
    for found in results:
        wrong = wrong or bool(found.problems)
        for problem in found.problems:
            print(f"{found.lesson}: {problem}")
        if found.unchanged:
            print(f"{found.lesson}: skipped (unchanged)")
        elif not found.problems:
            print(f"{found.lesson}: verified in {found.runs} runs of its checks")
            wrong = (mutants and _mutants_survive(course.resolve(), found.lesson)) or wrong
    raise typer.Exit(1 if wrong else 0)


def _mutants_survive(course: Path, slug: str) -> bool:
    """Print what the mutants of a lesson showed, and tell whether there is something to mend."""
    from curriculum.course import load_course
    from workshop.mutating import mutated

    found = _clearly(lambda: mutated(load_course(course).lesson(slug), course))
    left = len(found.survivors)
    print(f"{slug}: {found.mutants} mutants, {found.equivalent} equivalent, {left} survive")
    for one in found.survivors:
        place, was, now = f"{_short(one.file)}:{one.mutant.line}", one.mutant.was, one.mutant.now
        line = f"{place}: {was} -> {now}"
        print(line if len(line) <= WIDTH else f"{place}:\n    {was}\n    -> {now}")
    for problem in found.problems:
        print(f"{slug}: {problem}")
    return bool(found.survivors or found.problems)


def _in_ci() -> bool:
    """A lab in which somebody works is left alone at home, and a defect where the course is checked."""
    return bool(os.environ.get("CI"))


def _clearly(work: Callable[[], T]) -> T:
    """Do the work; what a person can mend is said in one sentence, with exit code 2."""
    from grader.judge.judge import JudgeError
    from memlab.errors import MemlabError

    try:
        return work()
    except (CourseError, JudgeError, MemlabError) as error:
        print(error, file=sys.stderr)
        raise typer.Exit(2) from error


def _short(path: Path) -> Path:
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
