"""What a judge says: a verdict on a lab, and one on each of its checks. Plain data."""

from dataclasses import dataclass
from typing import Any, Literal

Status = Literal["passed", "wrong", "broken", "over limit", "not run", "ungraded"]
RowStatus = Literal["graded", "broken", "over limit", "ungraded"]
State = Literal["not started", "in progress", "wrong", "done", "broken"]

MAX_SCORE = 100


@dataclass(frozen=True, slots=True)
class Check:
    """One check: what it was worth, what it earned, and what happened, in sentences for the learner.

    status: `wrong` is a wrong answer, `broken` an error raised by the learner's code, `over limit` a call
    that took too long, `not run` a check whose piece is unwritten or that came after a limit, `ungraded` our
    fault.
    private: whether the message may tell of a case that is not shown to learners.
    rule: the rule of the page that it stands for, by its name there; for one that tries several the one
    that was broken, "" where that cannot be said.
    example: where a private case fails, how the same rule is broken on a case that may be shown.
    printed: the beginning of what the lab printed meanwhile, "" where that went to a terminal.
    elsewhere: whether it was not run because it cannot be judged here, whatever the work is like.
    """

    id: str
    task: str
    title: str
    points: int
    earned: int
    status: Status
    message: str
    private: bool = False
    rule: str = ""
    example: str = ""
    printed: str = ""
    elsewhere: bool = False

    @property
    def failed(self) -> bool:
        """Whether it found something wrong with the learner's work."""
        return self.status in ("wrong", "broken", "over limit")


@dataclass(frozen=True, slots=True)
class Judged:
    """What a worker sends: the verdict on a submission, and the seconds that box and judge took."""

    verdict: "Verdict"
    seconds: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on one lab. Figures that could not be measured are None; `unwritten` names tasks.

    state: `done` where every check passed, but for those that cannot be judged here.
    problem: what ended the run before its end, in a sentence; "" if nothing did.
    """

    lesson: str
    state: State
    score: int
    figures: dict[str, Any]
    expected: dict[str, Any]
    checks: tuple[Check, ...]
    unwritten: tuple[str, ...]
    problem: str = ""

    def of_task(self, task: str) -> list[Check]:
        """The checks of one task, in their order."""
        return [check for check in self.checks if check.task == task]

    @property
    def left(self) -> int:
        """Points that are judged elsewhere, of work that is right as far as it was judged."""
        return MAX_SCORE - self.score if self.state == "done" else 0

    @property
    def ours(self) -> bool:
        """True if a check could not judge, which is never the learner's fault."""
        return any(check.status == "ungraded" for check in self.checks)

    @property
    def status(self) -> RowStatus:
        """How a grader's row for it ends: with a score, or with what stood in the way."""
        if self.ours:
            return "ungraded"
        if any(check.status == "over limit" for check in self.checks):
            return "over limit"
        return "broken" if self.state == "broken" else "graded"

    @property
    def exit_code(self) -> int:
        """0 all well, 1 the work is not right yet, 2 our fault."""
        return 2 if self.ours else 0 if self.state == "done" else 1

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints."""
        keys = ("id", "task", "points", "earned", "status", "message", "rule")
        return {
            "lesson": self.lesson,
            "state": self.state,
            "score": self.score,
            "max_score": MAX_SCORE,
            "figures": self.figures,
            "expected": self.expected,
            "checks": [{key: getattr(check, key) for key in keys} for check in self.checks],
        }
