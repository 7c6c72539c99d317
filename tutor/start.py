"""Beginning a lesson, and beginning it again: the lab as it is at the start, and what to do with it."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from curriculum.course import Course, Lesson
from curriculum.files import read_text
from curriculum.notebook import notebook_of
from tutor.kept import Kept
from tutor.pair import Pair
from tutor.progress import Progress
from tutor.steps import left_of, order_of
from tutor.terminal import seen_from_here


def started(
    course: Course, lesson: Lesson, progress: Progress, now: datetime, *, catch_up: bool
) -> Iterator[str]:
    """Note that a lesson begins, lay out what is missing of its lab, and say what to do, in lines.

    catch_up: take the lessons before it as known.
    """
    progress.note_start(lesson.id, now, caught_up=catch_up)
    missing = [file for file in (lesson.lab, lesson.notebook) if not file.is_file()]
    if missing:
        start = _start_of(lesson)
        Kept(course).change({file: start[file] for file in missing}, f"{lesson.code}: laid out", now)
    yield f"{lesson.heading}, about {lesson.front.minutes} minutes"
    yield ""
    yield from (f"{file.name} was missing and is laid out anew." for file in missing)
    if read_text(lesson.lab) != read_text(lesson.stub):
        yield f"{lesson.lab.name} is as you left it."
    yield f"Read:  {seen_from_here(lesson.page)}"
    yield "       as far as Predict; then guess, and read on"
    yield f"Guess: uv run learn quiz {lesson.code}"
    yield f"Write: {seen_from_here(lesson.lab)}"
    yield f"Run:   uv run learn watch {lesson.code}"
    before = _left_before(course, lesson, progress)
    if catch_up:
        yield ""
        yield f"Everything before {lesson.code} is taken as known, with {course.order.library}'s own pieces."
    elif before:
        yield ""
        yield f"Before it stand lessons that are not done: {' '.join(before)}"
        yield "To take them as known:"
        yield f"  uv run learn start {lesson.code} --catch-up"


def reset(course: Course, lesson: Lesson, now: datetime) -> int | None:
    """Put lab and notebook back to the start; returns the number of the change, None if they were so."""
    number = Kept(course).change(_start_of(lesson), f"reset of {lesson.code}", now)
    Pair(course, lesson).bring_in_step(now)  # which notes that they are alike again
    return number


def _start_of(lesson: Lesson) -> dict[Path, bytes]:
    stub = read_text(lesson.stub)
    return {lesson.lab: stub.encode(), lesson.notebook: notebook_of(stub).encode()}


def _left_before(course: Course, lesson: Lesson, progress: Progress) -> list[str]:
    """The codes of lessons that stand before this one and are not done."""
    place = order_of(course, lesson.id)
    return [one.code for one in left_of(course, progress.latest()) if order_of(course, one.id) < place]
