"""The late policy: what a day costs, who has another due time, and what it says of a file that is none."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from curriculum.course import load_course
from curriculum.files import CourseError
from grader.gradebook.gradebook import Attempt
from grader.gradebook.late import Late, Policy, lateness, read_policy, untold
from tests.conftest import TOY
from tests.grader.attempts import attempt, check, verdict

COURSE = load_course(TOY)
DUE = "due: {doubling: 2026-05-01T12:00:00+02:00}\n"  # ten o'clock of UTC


def policy(text: str) -> Policy:
    return read_policy(text, Path("late.yaml"), COURSE)


def came(at: str, **changes: Any) -> Attempt:
    """An attempt with 30 points that was handed in then, in UTC; "" where nobody knows."""
    handed_in = datetime.fromisoformat(at).replace(tzinfo=UTC).isoformat() if at else ""
    return attempt(verdict(check()), handed_in=handed_in, **changes)


@pytest.mark.parametrize(
    ("at", "more", "late"),
    [
        ("2026-05-01T09:59:59", "", Late(0, 0, 0)),
        ("2026-05-01T10:00:00", "", Late(0, 0, 0)),
        ("2026-05-01T10:00:01", "", Late(1, 0, 0)),
        ("2026-05-01T10:00:01", "points_per_day: 10", Late(1, 0, 10)),
        ("2026-05-02T10:00:00", "points_per_day: 10", Late(1, 0, 10)),
        ("2026-05-02T10:00:01", "points_per_day: 10", Late(2, 0, 20)),
        ("2026-05-06T10:00:00", "points_per_day: 10", Late(5, 0, 30)),
        ("2026-05-01T10:15:00", "{points_per_day: 10, grace_minutes: 15}", Late(0, 0, 0)),
        ("2026-05-01T10:15:01", "{points_per_day: 10, grace_minutes: 15}", Late(1, 0, 10)),
        ("2026-05-03T09:00:00", "{points_per_day: 10, free_days: 1}", Late(2, 1, 10)),
        ("2026-05-02T09:00:00", "{points_per_day: 10, free_days: 3}", Late(1, 1, 0)),
        ("2026-05-03T09:00:00", "{points_per_day: 1, at_most_days: 2}", Late(2, 0, 2)),
        ("2026-05-03T11:00:00", "{points_per_day: 1, at_most_days: 2}", Late(3, 0, 30)),
        ("", "points_per_day: 10", Late(None, 0, 0)),
    ],
)
def test_each_day_that_has_begun_counts(at: str, more: str, late: Late) -> None:
    """Late days, those that cost nothing, and points: never more than there are, none without a time."""
    given = DUE + more.strip("{}").replace(", ", "\n")
    assert lateness(policy(given), [came(at)]) == {"doubling": late}


def test_free_days_are_spent_as_lessons_come_due() -> None:
    """A student has so many for the whole course, and they go to what was due first."""
    given = policy(
        "due: {labelling: 2026-06-01T00:00:00+00:00, B1: 2026-05-01T10:00:00Z}\n"
        "free_days: 3\npoints_per_day: 5\n"
    )
    second = came("2026-06-02T12:00:00", lesson="labelling")
    first = came("2026-05-03T09:00:00")
    assert lateness(given, [second, first]) == {"doubling": Late(2, 2, 0), "labelling": Late(2, 1, 5)}


def test_an_extension_is_one_students_alone() -> None:
    """Another due time counts for whom and for what it was promised."""
    given = policy(
        f"{DUE}points_per_day: 10\n"
        "extensions: [{student: ana, lesson: B1, due: 2026-05-02T10:00:00Z, reason: ill}]\n"
    )
    assert lateness(given, [came("2026-05-02T09:00:00")])["doubling"] == Late(0)
    assert lateness(given, [came("2026-05-02T09:00:00", student="bob")])["doubling"] == Late(1, 0, 10)


def test_what_the_instructor_knows_counts_more_than_a_file() -> None:
    """A time that was given by hand stands in place of the file's, also where there is none."""
    given = policy(f"{DUE}handed_in: [{{student: ana, lesson: doubling, at: 2026-05-01T09:00:00Z}}]\n")
    assert lateness(given, [came("2026-05-09T09:00:00")])["doubling"] == Late(0)
    assert lateness(given, [came("")])["doubling"] == Late(0)


def test_a_lesson_that_is_not_due_is_never_late() -> None:
    """Without a due time there is nothing to be late for."""
    assert lateness(policy(DUE), [came("2031-01-01T00:00:00", lesson="labelling")]) == {}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("due: {doubling: 2026-05-01T12:00:00}\n", "late.yaml:1: "),
        ("due:\n  doubling: soon\n", "late.yaml:2: "),
        ("due: {}\npoints_per_day: -1\n", "late.yaml:2: "),
        ("due: {}\npoints_a_day: 1\n", "late.yaml:1: Object contains unknown field `points_a_day`"),
        ("due: {nowhere: 2026-05-01T12:00:00Z}\n", "late.yaml: no lesson is called 'nowhere'"),
        (
            "due: {}\nextensions: [{student: ana, lesson: B9, due: 2026-05-01T12:00:00Z}]\n",
            "late.yaml: no lesson",
        ),
        ("free_days: 1\n", "late.yaml:1: Object missing required field `due`"),
        ("due: [\n", "late.yaml:"),
    ],
)
def test_what_is_no_policy_is_refused_with_its_line(text: str, says: str) -> None:
    """A time without an offset, a misspelt name and an unknown lesson are said before anybody is graded."""
    with pytest.raises(CourseError) as refused:
        policy(text)
    assert str(refused.value).startswith(says)


def test_what_the_policy_leaves_open_is_told() -> None:
    """Unknown times, contradictions and names that nobody has are told to the instructor."""
    given = policy(
        f"{DUE}extensions:\n"
        "  - {student: amy, lesson: B1, due: 2026-05-02T10:00:00Z}\n"
        "  - {student: bo, lesson: B1, due: 2026-04-02T10:00:00Z}\n"
    )
    told = untold(
        given,
        [
            came("", student="nobody\x1b"),
            came("2026-05-01T09:00:00", student="canvas", marked_late=1),
            came("2026-05-02T09:00:00", student="late", marked_late=1),
            came("2026-04-02T09:00:00", student="bo"),
            came("", student="free", lesson="labelling"),
        ],
    )
    assert list(told) == [
        "The late policy has no due time for: labelling",
        "An extension that ends before the due time, for: bo",
        "Nobody knows when these were handed in; say so under handed_in: nobody\\x1b",
        "In time by their files, but marked as late where they come from; see handed_in: canvas",
        "Named by the late policy, but nothing is there of: amy",
    ]
    assert list(untold(policy(DUE), [came("2026-05-01T09:00:00")])) == []
