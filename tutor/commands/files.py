"""The commands that may change files of a learner's, each of which keeps what stood there."""

from enum import StrEnum
from typing import Annotated

import typer

from tutor.session import CourseOption, LessonArgument, course_at, lesson_meant, now, refusing


class Side(StrEnum):
    """Which file of a pair."""

    SCRIPT = "script"
    NOTEBOOK = "notebook"


def notebook(
    lesson: LessonArgument = "",
    options: Annotated[
        list[str] | None, typer.Argument(metavar="[-- OPTIONS]", help="Handed on to JupyterLab.")
    ] = None,
    keep: Annotated[
        Side | None, typer.Option("--keep", help="Which one counts, where both of the pair were edited.")
    ] = None,
    sync: Annotated[bool, typer.Option("--sync", help="Bring the pair in step, and open nothing.")] = False,
    course: CourseOption = None,
) -> None:
    """Open a lab in JupyterLab, and keep the pair in step.

    Whichever of lab.py and lab.ipynb is edited and saved is carried over to the other.

    Example: uv run --extra notebook learn notebook I2 -- --no-browser
    """
    from tutor.jupyter import run_jupyter
    from tutor.pair import Pair
    from tutor.together import said_of, together

    with refusing():
        found = course_at(course)
        meant = lesson_meant(found, lesson)

        def changed() -> None:
            if said := together(found, meant, now()):
                print(said, flush=True)

        outcome = Pair(found, meant).bring_in_step(now(), keep=keep.value if keep else None)
        if said := said_of(meant, outcome) or ("lab.py and lab.ipynb are alike." if sync else ""):
            print(said, flush=True)
        if sync:
            raise typer.Exit(1 if outcome == "both edited" else 0)
        code = run_jupyter(found, meant, options or (), changed=changed)
    raise typer.Exit(2 if code else 0)


def reset(lesson: LessonArgument, course: CourseOption = None) -> None:
    """Put a lab and its notebook back to the start.

    What you wrote is kept, and learn undo brings it back.

    Example: uv run learn reset I2
    """
    from tutor.start import reset

    with refusing():
        found = course_at(course)
        meant = lesson_meant(found, lesson)
        number = reset(found, meant, now())
    if number is None:
        print(f"The lab of {meant.code} is as it is at the start.")
    else:
        print(f"The lab of {meant.code} is back at the start; what stood there is kept:\n  uv run learn undo")


def undo(
    change: Annotated[
        int | None, typer.Option("--change", help="The number of a change, as --list shows it.")
    ] = None,
    show: Annotated[bool, typer.Option("--list", help="Show what was changed and kept.")] = False,
    course: CourseOption = None,
) -> None:
    """Take back the last change of a command to your files.

    What stands there now is kept in its turn.

    Example: uv run learn undo --change 3
    """
    from tutor.kept import Kept

    with refusing():
        kept = Kept(course_at(course))
        if not show:
            done, number = kept.undo(change, now())
            print("\n".join([f"Taken back: {done.why}.", *(f"  {file}" for file in done.files)]))
            print(f"What stood there is kept: uv run learn undo --change {number}")
            return
        changes = kept.changes()
    for one in changes:
        head = f"{one.number:>3}  {one.at}  {one.why}{', taken back' if one.undone else ''}"
        print("\n".join([head, *(f"     {file}" for file in one.files)]))
    if not changes:
        print("Nothing of yours was ever changed by a command.")


def update(course: CourseOption = None) -> None:
    """Fetch what is new; labs that you have edited stay as they are.

    Example: uv run learn update
    """
    from tutor.update import updated

    with refusing():
        for sentence in updated(course_at(course)):
            print(sentence)
