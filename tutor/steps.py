"""The one next step: the first lesson that is not done, and what to do there."""

from collections.abc import Mapping
from dataclasses import dataclass

from curriculum.course import Course, Lesson
from tutor.progress import Attempt, Progress
from tutor.terminal import seen_from_here


@dataclass(frozen=True, slots=True)
class Step:
    """What to do next, in a sentence; what to read, and last the command to paste, if something is left."""

    sentence: str
    lines: tuple[str, ...] = ()


def next_step(course: Course, progress: Progress) -> Step:
    """Find it: lessons stand in an order in which each comes after all that it needs."""
    lesson = first_left(course, progress)
    if lesson is None:
        planned = sum(entry.status == "planned" for entry in course.order.lessons)
        more = f" Planned {'is' if planned == 1 else 'are'} {planned} more." if planned else ""
        return Step(f"every lesson that is ready is done.{more}")
    attempt = progress.latest().get(lesson.id)
    if attempt is None or attempt.state == "not started":
        lab = f"uv run python {seen_from_here(lesson.lab)}"
        return Step(f"read the page of {lesson.code}, then run its lab.", (seen_from_here(lesson.page), lab))
    return _unfinished(lesson, attempt, progress.hints())


def first_left(course: Course, progress: Progress) -> Lesson | None:
    """The first lesson that is not done, if any; those before one that was caught up to come last."""
    latest, caught_up = progress.latest(), progress.caught_up()
    left = [one for one in course.lessons if one.id not in latest or latest[one.id].state != "done"]
    begin = max((order_of(course, name) for name in caught_up), default=0)
    return next((one for one in left if order_of(course, one.id) >= begin), left[0] if left else None)


def order_of(course: Course, name: str) -> int:
    """The place of a lesson in the order, from 0."""
    return course.order.lessons.index(course.entry(name))


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
