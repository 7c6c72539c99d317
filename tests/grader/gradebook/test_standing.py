"""Where students stand: score, lateness and marks by hand come together into what counts."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from curriculum.course import load_course
from curriculum.files import CourseError
from grader.gradebook.gradebook import Gradebook, ManualMark
from grader.gradebook.late import Late
from grader.gradebook.standing import standings
from tests.conftest import TOY
from tests.grader.attempts import attempt, check, standing, verdict

COURSE = load_course(TOY)
NOW = datetime(2026, 5, 9, tzinfo=UTC)
BY_HAND = ManualMark("ana", "doubling", 85, "explained it", "2026-05-09T00:00:00+00:00")


@pytest.mark.parametrize(
    ("late", "manual", "mark"),
    [
        (Late(), None, 30),
        (Late(2, 0, 20), None, 10),
        (Late(2, 0, 30), None, 0),
        (Late(2, 0, 20), BY_HAND, 85),
        (Late(), replace(BY_HAND, points=0), 0),
    ],
)
def test_what_counts(late: Late, manual: ManualMark | None, mark: int) -> None:
    """A mark by hand counts as it is; else the score less what lateness costs."""
    assert standing(verdict(check()), late=late, manual=manual).mark == mark


def test_what_is_ungraded_has_no_mark_but_one_by_hand() -> None:
    """Without a score nothing counts, and never zero, unless somebody gives a mark."""
    assert standing(None).mark is None
    assert standing(None, manual=BY_HAND).mark == 85


def test_standings_follow_marks_and_policy_as_they_are_now(tmp_path: Path) -> None:
    """The latest mark and the latest policy count; one that was taken back does not."""
    with Gradebook(tmp_path / "gradebook.sqlite") as book:
        for student in ("ana", "bob"):
            book.add(attempt(verdict(check()), student=student, handed_in="2026-05-02T09:00:00+00:00"))

        def marks() -> dict[str, int | None]:
            found = standings(book, COURSE, Path("late.yaml"))
            return {one.attempt.student: one.mark for one in found}

        assert marks() == {"ana": 30, "bob": 30}
        book.keep_policy("due: {B1: 2026-05-01T12:00:00Z}\npoints_per_day: 10\n", NOW)
        assert marks() == {"ana": 20, "bob": 20}
        book.add_mark(BY_HAND)
        book.add_mark(replace(BY_HAND, points=70, comment="looked again"))
        assert marks() == {"ana": 70, "bob": 20}
        book.keep_policy("due: {B1: 2026-05-01T12:00:00Z}\npoints_per_day: 1\n", NOW)
        assert marks() == {"ana": 70, "bob": 29}
        book.add_mark(replace(BY_HAND, points=None, comment=""))
        assert marks() == {"ana": 29, "bob": 29}


def test_a_policy_of_another_course_is_refused(tmp_path: Path) -> None:
    """Where the course no longer has a lesson that is due, marks are not quietly made without the policy."""
    with Gradebook(tmp_path / "gradebook.sqlite") as book:
        book.add(attempt(verdict(check())))
        book.keep_policy("due: {B77: 2026-05-01T12:00:00Z}\n", NOW)
        with pytest.raises(CourseError, match=r"^late\.yaml: no lesson is called 'B77'"):
            list(standings(book, COURSE, Path("late.yaml")))
