"""The late policy of a class: when each lesson is due, what a day costs, whom another day was promised.

It is a YAML file, which the gradebook keeps. A change of it changes marks, and nothing is judged anew.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec

from curriculum.course import Course
from curriculum.files import CourseError, parse_yaml
from grader.gradebook.gradebook import Attempt
from grader.inert import plain

Moment = Annotated[datetime, msgspec.Meta(tz=True)]
Number = Annotated[int, msgspec.Meta(ge=0)]
DAY = timedelta(days=1)


class Extension(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another due time for one student, and why."""

    student: str
    lesson: str
    due: Moment
    reason: str = ""


class Receipt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When a submission really came, where its file does not tell, and how that is known."""

    student: str
    lesson: str
    at: Moment
    reason: str = ""


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file holds.

    due: by lesson.  grace_minutes: so late is not late.  free_days: late days that cost nothing, for each
    student over all lessons, spent in the order in which the lessons are due.
    points_per_day: what each further day that has begun costs.
    at_most_days: after so many late days nothing counts any more; None where any day does.
    """

    due: dict[str, Moment]
    grace_minutes: Number = 0
    free_days: Number = 0
    points_per_day: Number = 0
    at_most_days: Number | None = None
    extensions: tuple[Extension, ...] = ()
    handed_in: tuple[Receipt, ...] = ()


@dataclass(frozen=True, slots=True)
class Late:
    """How late a submission came, and what that costs.

    days: 0 in time; None where its time is not known.  free: those of them that cost nothing.
    deducted: points.
    """

    days: int | None = 0
    free: int = 0
    deducted: int = 0


Named = TypeVar("Named", Extension, Receipt)


def read_policy(text: str, path: Path, course: Course) -> Policy:
    """Read a policy, whose lessons may be called by name or code.

    path: for messages.  Raises CourseError, with file and line, for what is none; a time has an offset.
    """
    try:
        policy = parse_yaml(text, Policy, path, first_line=1)
    except CourseError as error:
        example = (
            "; write it so, with its offset: 2026-12-04T23:59:00+01:00" if "datetime" in str(error) else ""
        )
        raise CourseError(f"{error}{example}") from error
    try:
        return msgspec.structs.replace(
            policy,
            due={course.entry(name).id: due for name, due in policy.due.items()},
            extensions=_named(policy.extensions, course),
            handed_in=_named(policy.handed_in, course),
        )
    except CourseError as error:
        raise CourseError(f"{path}: {error}") from error


def untold(policy: Policy, attempts: Iterable[Attempt]) -> Iterator[str]:
    """Sentences for the instructor about what the policy leaves open, and names in it that nobody has."""
    open_: dict[str, None] = {}
    unknown: list[str] = []
    contradicted: list[str] = []
    known: set[tuple[str, str]] = set()
    for attempt in attempts:
        known.add((attempt.lesson, attempt.student))
        if attempt.lesson not in policy.due:
            open_[attempt.lesson] = None
        days = _days(policy, attempt) if attempt.lesson in policy.due else 0
        if days is None:
            unknown.append(attempt.student)
        elif attempt.marked_late and attempt.lesson in policy.due and not days:
            contradicted.append(attempt.student)
    named = [
        *((one.lesson, one.student) for one in policy.extensions),
        *((one.lesson, one.student) for one in policy.handed_in),
    ]
    strangers = [student for lesson, student in dict.fromkeys(named) if (lesson, student) not in known]
    early = [one.student for one in policy.extensions if one.due < policy.due.get(one.lesson, one.due)]
    for says, students in (
        ("The late policy has no due time for", [*open_]),
        ("An extension that ends before the due time, for", early),
        ("Nobody knows when these were handed in; say so under handed_in", unknown),
        ("In time by their files, but marked as late where they come from; see handed_in", contradicted),
        ("Named by the late policy, but nothing is there of", strangers),
    ):
        if students:
            yield f"{says}: {', '.join(map(plain, students))}"


def lateness(policy: Policy, attempts: Sequence[Attempt]) -> dict[str, Late]:
    """How late one student's attempts are, by lesson; one attempt a lesson, those of lessons that are due."""
    found: dict[str, Late] = {}
    left = policy.free_days
    due = [attempt for attempt in attempts if attempt.lesson in policy.due]
    for attempt in sorted(due, key=lambda one: (policy.due[one.lesson], one.lesson)):
        days = _days(policy, attempt)
        free = min(left, days or 0)
        left -= free
        found[attempt.lesson] = Late(days, free, _deducted(policy, attempt.score or 0, days or 0, free))
    return found


def _days(policy: Policy, attempt: Attempt) -> int | None:
    """The days after the due time that have begun, none within the minutes of grace."""
    due, came = policy.due[attempt.lesson], None
    for extension in policy.extensions:
        if (extension.student, extension.lesson) == (attempt.student, attempt.lesson):
            due = extension.due
    for receipt in policy.handed_in:
        if (receipt.student, receipt.lesson) == (attempt.student, attempt.lesson):
            came = receipt.at
    if came is None and attempt.handed_in:
        came = datetime.fromisoformat(attempt.handed_in)
    if came is None:
        return None
    return 0 if came <= due + timedelta(minutes=policy.grace_minutes) else math.ceil((came - due) / DAY)


def _deducted(policy: Policy, score: int, days: int, free: int) -> int:
    if policy.at_most_days is not None and days > policy.at_most_days:
        return score
    return min(score, policy.points_per_day * (days - free))


def _named(entries: tuple[Named, ...], course: Course) -> tuple[Named, ...]:
    return tuple(msgspec.structs.replace(one, lesson=course.entry(one.lesson).id) for one in entries)
