"""What a regrade changed: scores and checks, compared one by one."""

from typing import Any

from grader.gradebook.changes import change
from grader.verdict import Verdict
from tests.grader.attempts import attempt, check, failed, verdict

ZERO = check(id="test_zero", title="Nothing doubled stays nothing", points=20, earned=20)


def compared(before: Verdict | None, after: Verdict | None, **changes: Any) -> Any:
    return change(attempt(before), attempt(after, **changes))


def test_the_same_verdict_is_no_change() -> None:
    """A message may say the same otherwise: what counts are scores and how checks end."""
    one = compared(verdict(check(), failed("a")), verdict(check(), failed("b")))
    assert not one.is_one


def test_a_check_that_ends_otherwise_is_named() -> None:
    """Scores before and after, and the checks that made the difference."""
    one = compared(verdict(failed("8"), ZERO), verdict(check(), ZERO, state="done"))
    assert one.is_one
    assert (one.student, one.before, one.after) == ("ana", 20, 50)
    assert one.checks == (("Four is doubled", "wrong", "passed"),)


def test_checks_that_came_or_went_are_named() -> None:
    """A later course may have other checks."""
    one = compared(verdict(check()), verdict(ZERO))
    assert one.checks == (("Nothing doubled stays nothing", "", "passed"), ("Four is doubled", "passed", ""))


def test_the_points_of_a_check_may_change_alone() -> None:
    """A check that ends as before may earn other points."""
    one = compared(verdict(check()), verdict(check(points=50, earned=50)))
    assert (one.before, one.after, one.checks) == (
        30,
        50,
        (("Four is doubled", "passed, 30 points", "passed, 50 points"),),
    )


def test_what_was_not_judged_can_be_compared() -> None:
    """From no score to a score is a change, and the other way round."""
    assert compared(None, verdict(check())).is_one
    assert compared(verdict(check()), None).after is None
    assert not compared(None, None).is_one
