"""The one next step: the first lesson that is not done, and what to do there."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from curriculum.course import Course, Lesson
from tutor.progress import Attempt


@dataclass(frozen=True, slots=True)
class Step:
    """What to do next, in a sentence; what to read, and last the command to paste, if something is left."""

    sentence: str
    lines: tuple[str, ...] = ()


def next_step(course: Course, latest: Mapping[str, Attempt], *, hints: Mapping[str, int]) -> Step:
    """Find it: lessons stand in an order in which each comes after all that it needs.

    latest: the last attempt at each lesson.  hints: the furthest hint that was read of each task.
    """
    lesson = first_left(course, latest)
    if lesson is None:
        planned = [entry.code for entry in course.order.lessons if entry.status == "planned"]
        more = f" Planned: {', '.join(planned)}." if planned else ""
        return Step(f"every lesson that is ready is done.{more}")
    attempt = latest.get(lesson.id)
    if attempt is None or attempt.state == "not started":
        lab = f"uv run python {seen_from_here(lesson.lab)}"
        return Step(f"read the page of {lesson.code}, then run its lab.", (seen_from_here(lesson.page), lab))
    return _unfinished(lesson, attempt, hints)


def first_left(course: Course, latest: Mapping[str, Attempt]) -> Lesson | None:
    """The first lesson that is not done, if there is one."""
    left = (one for one in course.lessons if one.id not in latest or latest[one.id].state != "done")
    return next(left, None)


def _unfinished(lesson: Lesson, attempt: Attempt, hints: Mapping[str, int]) -> Step:
    check = f"uv run learn check {lesson.code}"
    if attempt.state == "broken":
        return Step(f"{lesson.code} cannot be loaded; mend what its check says.", (check,))
    left = [piece for piece in lesson.pieces if piece.task not in attempt.tasks]
    piece = left[0] if left else lesson.pieces[0]
    step = min(hints.get(piece.task, 0) + 1, len(lesson.hints.get(piece.task, ())) or 1)
    hint = f"uv run learn hint {piece.task}" + (f" --step {step}" if step > 1 else "")
    sentence = f"{piece.label}. Stuck? The first of these is a hint."
    return Step(sentence, (hint, check))


def seen_from_here(path: Path) -> str:
    """A path as one would type it here, if that is shorter to read."""
    try:
        relative = os.path.relpath(path)
    except ValueError:  # another drive
        return str(path)
    return str(path) if relative.startswith("..") else relative
