"""The commands with which somebody learns: the map, the next step, checks, hints and questions."""

import sys
from typing import Annotated

import typer

from curriculum.files import CourseError
from tutor.ending import end
from tutor.session import (
    CourseOption,
    LessonArgument,
    PlainOption,
    asked,
    course_at,
    lesson_meant,
    now,
    progress_of,
    refusing,
)
from tutor.terminal import laid, printable


def overview(context: typer.Context, plain: PlainOption = False, course: CourseOption = None) -> None:
    """Show the course as a map: what is done, what is yours, and the one next step.

    Example: uv run learn
    """
    printable()
    if context.invoked_subcommand is not None:
        return
    from tutor.overview import Standing, overview
    from tutor.plain import console
    from tutor.steps import next_step

    with refusing():
        found = course_at(course)
        progress = progress_of(found)
        standing = Standing.of(progress)
        shown = overview(found, standing, next_step(found, progress, standing.latest), plain=plain)
    console(plain=plain).print(shown, soft_wrap=True)


def next_(course: CourseOption = None) -> None:
    """Say the one next step, as a command to paste.

    Example: uv run learn next
    """
    from tutor.steps import next_step

    with refusing():
        found = course_at(course)
        progress = progress_of(found)
        step = next_step(found, progress, progress.latest())
    print(step.text)


def start(
    lesson: LessonArgument = "",
    catch_up: Annotated[
        bool, typer.Option("--catch-up", help="Take everything before it as known; `next` goes on from here.")
    ] = False,
    course: CourseOption = None,
) -> None:
    """Begin a lesson: what to read, to guess and to run. A lab that is missing is laid out anew.

    Example: uv run learn start I2 --catch-up
    """
    from tutor.start import started

    with refusing():
        found = course_at(course)
        meant = lesson_meant(found, lesson)
        lines = list(started(found, meant, progress_of(found), now(), catch_up=catch_up))
    print("\n".join(lines))


def check(
    lesson: LessonArgument = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the verdict as JSON, last.")] = False,
    plain: PlainOption = False,
    course: CourseOption = None,
) -> None:
    """Judge a lab, also one that cannot be loaded.

    Without a lesson that is the one that is next.
    Where only the notebook was edited, lab.py is first brought in step with it; learn undo takes that back.
    Exit code: 0 all well, 1 the work is not right yet, 2 usage or our fault.

    Example: uv run learn check I2
    """
    from tutor.check import checked
    from tutor.together import together

    with refusing():
        found = course_at(course)
        meant = lesson_meant(found, lesson)
        if said := together(found, meant, now(), only_script=True):
            print(said, file=sys.stderr if as_json else sys.stdout)
        code = checked(found, meant, as_json=as_json, plain=plain)
    end(code)


def watch(lesson: LessonArgument = "", plain: PlainOption = False, course: CourseOption = None) -> None:
    """Judge a lab at every save, until Ctrl-C ends it.

    Without a lesson that is the one that is next.

    Example: uv run learn watch I2
    """
    from tutor.plain import console
    from tutor.steps import next_step
    from tutor.terminal import seen_from_here
    from tutor.together import together
    from tutor.watch import watched

    with refusing():
        found = course_at(course)
        meant = lesson_meant(found, lesson)

        def changed() -> None:
            if said := together(found, meant, now(), only_script=True):
                print(said, flush=True)

        def before() -> None:
            if not plain:
                console(plain=False).clear()  # at a terminal alone
            print(f"Watching; Ctrl-C ends it.\n  {seen_from_here(meant.lab)}\n", flush=True)

        def after(code: int) -> None:
            if code == 0:
                progress = progress_of(found)
                print(f"\nNext: {next_step(found, progress, progress.latest()).text}", flush=True)

        try:
            watched(found, meant, plain=plain, changed=changed, before=before, after=after)
        except KeyboardInterrupt:
            print()


def hint(
    task: Annotated[str, typer.Argument(metavar="TASK", help="The label of a task, such as I2.1.")],
    step: Annotated[int, typer.Option(min=1, max=3, help="1 a question, 2 where to look, 3 the shape.")] = 1,
    course: CourseOption = None,
) -> None:
    """Give one of the three hints of a task, and note it.

    Each says more than the one before.

    Example: uv run learn hint I2.1 --step 2
    """
    with refusing():
        found = course_at(course)
        lesson, piece = found.task(task)
        steps = lesson.hints.get(piece.task, ())
        if step > len(steps):
            raise CourseError(f"{piece.label} has no hint {step} yet")
        progress_of(found).note_hint(piece.task, step, now())
    print(f"{piece.label}, hint {step} of {len(steps)}\n")
    print(laid("", steps[step - 1]))
    if step < len(steps):
        print(f"\nMore: uv run learn hint {piece.task} --step {step + 1}")


def solution(
    lesson: LessonArgument,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    course: CourseOption = None,
) -> None:
    """Show how memlab solves a lab, after asking.

    That it was read is remembered, and stands in the map.

    Example: uv run learn solution I2
    """
    from tutor.solution import solution_of

    with refusing():
        found = course_at(course)
        meant = lesson_meant(found, lesson)
        progress = progress_of(found)
        text = solution_of(found, meant)
        if meant.id not in progress.solutions():
            question = f"Show the solution of {meant.code}? The map will say that you read it. [y/N] "
            answer = "yes" if yes else asked(question)
            if answer is None:
                raise CourseError("not shown, since nobody answered; --yes shows it without asking")
            if answer.lower() not in ("y", "yes"):
                print(f"Not shown. A hint says less: uv run learn hint {meant.pieces[0].task}")
                return
            progress.note_solution(meant.id, now())
    print(text)


def quiz(lesson: LessonArgument = "", course: CourseOption = None) -> None:
    """Guess before the lab has run; afterwards check yourself.

    What came out is then set beside what you had expected.

    Example: uv run learn quiz I2
    """
    from tutor.quiz import quizzed

    with refusing():
        found = course_at(course)
        quizzed(lesson_meant(found, lesson), progress_of(found), ask=asked, now=now)
