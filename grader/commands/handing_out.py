"""The command that makes the folder which a class gets."""

import os
from pathlib import Path
from typing import Annotated

import typer

from curriculum.course import CHECKOUT
from grader.commands.session import CourseOption, refusing


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
    from grader.handout.handout import make

    with refusing():
        made = make(load_course(course), lessons, out)
    titles = ", ".join(lesson.heading for lesson in made.lessons)
    print(f"Made: {out}{os.sep}, {made.files} files: {titles}")
    print(f"Functions taken out: {made.removed}. Nothing of them stands in it, and its labs begin.")
    print("Zip that folder as it is, before anybody works in it, and give it to the class.")
