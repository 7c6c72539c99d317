"""What judging a submission once more has changed: the score, and each check that ends otherwise now."""

from dataclasses import dataclass

from grader.gradebook.gradebook import Attempt
from grader.verdict import Check


@dataclass(frozen=True, slots=True)
class Change:
    """Two attempts at the same submission, compared.

    before, after: the scores, None where there was none.
    checks: title and status before and after, with the points where the status is the same, "" where the
    course had no such check.
    """

    student: str
    lesson: str
    before: int | None
    after: int | None
    checks: tuple[tuple[str, str, str], ...]

    @property
    def is_one(self) -> bool:
        """Whether anything is otherwise now."""
        return self.before != self.after or bool(self.checks)


def change(before: Attempt, after: Attempt) -> Change:
    """Compare two attempts, check by check, in the order of the later one."""
    was, now = _checks(before), _checks(after)
    both = [(now.get(id) or was[id], was.get(id), now.get(id)) for id in dict.fromkeys((*now, *was))]
    checks = tuple(
        (check.title, *_told(old, new))
        for check, old, new in both
        if (old and (old.status, old.earned)) != (new and (new.status, new.earned))
    )
    return Change(after.student, after.lesson, before.score, after.score, checks)


def _told(old: Check | None, new: Check | None) -> tuple[str, str]:
    if old and new and old.status == new.status:
        return f"{old.status}, {old.earned} points", f"{new.status}, {new.earned} points"
    return old.status if old else "", new.status if new else ""


def _checks(attempt: Attempt) -> dict[str, Check]:
    """The checks of an attempt by their ids; an ungraded one has none."""
    verdict = attempt.judged()
    return {check.id: check for check in verdict.checks} if verdict else {}
