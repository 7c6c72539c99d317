"""The one next step: the first lesson that is not done, and what to do there."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from curriculum.course import Course, Lesson
from tutor.progress import Attempt, Progress
from tutor.terminal import seen_from_here


@dataclass(frozen=True, slots=True)
class Step:
    """What to do next, in a sentence; what to read, and last the command to paste, if something is left."""

    sentence: str
    lines: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The sentence, and the lines below it."""
        return "\n".join([self.sentence, *(f"  {line}" for line in self.lines)])


def next_step(course: Course, progress: Progress, latest: Mapping[str, Attempt]) -> Step:
    """Find it: lessons stand in an order in which each comes after all that it needs.

    latest: the last attempt at each lesson, as read from the progress.
    """
    lesson = first_left(course, latest, progress.caught_up())
    if lesson is None:
        return _all_done(course, progress)
    attempt = latest.get(lesson.id)
    if attempt is not None and attempt.state != "not started":
        return _unfinished(lesson, attempt, progress.hints())
    if attempt is None and lesson.id not in progress.started():
        return Step(f"Begin {lesson.code}, {lesson.front.title}.", (f"uv run learn start {lesson.code}",))
    if not progress.predictions(lesson.id):
        guess = f"uv run learn quiz {lesson.code}"
        return Step("Read the page, and guess what will come out.", (seen_from_here(lesson.page), guess))
    watch = f"uv run learn watch {lesson.code}"
    return Step("Write the lab; it is judged at every save.", (seen_from_here(lesson.lab), watch))


def _all_done(course: Course, progress: Progress) -> Step:
    for lesson in course.lessons:
        if not progress.answers(lesson.id):
            sentence = f"{lesson.code} is done: see what you had guessed, and check yourself."
            return Step(sentence, (f"uv run learn quiz {lesson.code}",))
    planned = sum(entry.status == "planned" for entry in course.order.lessons)
    more = f" Planned {'is' if planned == 1 else 'are'} {planned} more." if planned else ""
    library = course.order.library
    return Step(f"Every lesson that is ready is done.{more} Your own {library}:", ("uv run learn build",))


def first_left(course: Course, latest: Mapping[str, Attempt], caught_up: Iterable[str]) -> Lesson | None:
    """The first lesson that is not done, if any; those before one that was caught up to come last."""
    left = left_of(course, latest)
    begin = max((order_of(course, name) for name in caught_up), default=0)
    return next((one for one in left if order_of(course, one.id) >= begin), left[0] if left else None)


def left_of(course: Course, latest: Mapping[str, Attempt]) -> list[Lesson]:
    """The lessons that are not done."""
    return [one for one in course.lessons if one.id not in latest or latest[one.id].state != "done"]


def order_of(course: Course, name: str) -> int:
    """The place of a lesson in the order, from 0."""
    return course.order.lessons.index(course.entry(name))


def _unfinished(lesson: Lesson, attempt: Attempt, hints: Mapping[str, int]) -> Step:
    check = f"uv run learn check {lesson.code}"
    if attempt.state == "broken":
        return Step(f"{lesson.code} cannot be loaded; mend what its check says.", (check,))
    left = [piece for piece in lesson.pieces if piece.task not in attempt.tasks] or list(lesson.pieces)
    # What is wrong comes before what was only not run because of it.
    piece = next((piece for piece in left if piece.task in attempt.failing), left[0])
    step = min(hints.get(piece.task, 0) + 1, len(lesson.hints.get(piece.task, ())) or 1)
    hint = f"uv run learn hint {piece.task}" + (f" --step {step}" if step > 1 else "")
    return Step(f"{piece.label}. Stuck? First a hint:", (hint, check))
