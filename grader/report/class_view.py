"""The class at one lesson, as its instructor looks at it: how it went, and what most of them got wrong."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import get_args

from curriculum.course import Lesson
from grader.gradebook.standing import Standing
from grader.report.known import known_mistakes
from grader.verdict import MAX_SCORE, RowStatus

STEP = 10
MOST_SLOW = 10


@dataclass(frozen=True, slots=True)
class Bin:
    """How many marks lie between two, both included."""

    low: int
    high: int
    students: int

    @property
    def name(self) -> str:
        return f"{self.low}-{self.high}" if self.low != self.high else str(self.low)


@dataclass(frozen=True, slots=True)
class CheckRow:
    """How a check ended, over all whose piece was tried: how many failed it, and in which way."""

    id: str
    task: str
    title: str
    wrong: int
    broken: int
    over_limit: int
    not_run: int
    passed: int

    @property
    def failed(self) -> int:
        return self.wrong + self.broken + self.over_limit

    @property
    def tried(self) -> int:
        return self.failed + self.passed


@dataclass(frozen=True, slots=True)
class MistakeRow:
    """A known mistake, and who seems to have made it, by name."""

    task: str
    says: str
    students: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StudentRow:
    """A student of whom something is to be said."""

    student: str
    mark: int | None
    seconds: float | None
    says: str


@dataclass(frozen=True, slots=True)
class View:
    """All of it. mean and median are over the marks there are, None where there is none.

    late, deducted: how many came late, and what that costs them together.
    """

    title: str
    code: str
    students: int
    mean: float | None
    median: float | None
    late: int
    deducted: int
    statuses: tuple[tuple[str, int], ...]
    bins: tuple[Bin, ...]
    checks: tuple[CheckRow, ...]
    mistakes: tuple[MistakeRow, ...]
    slowest: tuple[StudentRow, ...]
    limits: tuple[StudentRow, ...]
    attention: tuple[StudentRow, ...]


@dataclass
class ClassView:
    """Collects standings one after another, without their verdicts, which are large."""

    lesson: Lesson
    standings: list[Standing] = field(default_factory=list)
    _checks: dict[str, Counter[str]] = field(default_factory=dict)
    _titles: dict[str, tuple[str, str]] = field(default_factory=dict)
    _mistakes: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    def add(self, standing: Standing) -> None:
        """Count a student in."""
        attempt = standing.attempt
        self.standings.append(standing)
        verdict = attempt.judged()
        if verdict is None or verdict.ours or verdict.state == "broken":
            return
        for check in verdict.checks:
            self._titles[check.id] = (check.task, check.title)
            status = "not run" if check.task in verdict.unwritten else check.status
            self._checks.setdefault(check.id, Counter())[status] += 1
        for piece in self.lesson.pieces:
            for says in known_mistakes(self.lesson, verdict, piece):
                self._mistakes.setdefault((piece.task, says), []).append(attempt.student)

    def view(self) -> View:
        """What came of all of them; of equals the first by name or place stands first."""
        marks = [standing.mark for standing in self.standings if standing.mark is not None]
        statuses = Counter(standing.attempt.status for standing in self.standings)
        checks = [self._row(id, ends) for id, ends in self._checks.items()]
        return View(
            title=self.lesson.front.title,
            code=self.lesson.code,
            students=len(self.standings),
            mean=round(sum(marks) / len(marks), 1) if marks else None,
            median=float(median(marks)) if marks else None,
            late=sum(bool(standing.late.days) for standing in self.standings),
            deducted=sum(standing.late.deducted for standing in self.standings),
            statuses=tuple((name, statuses[name]) for name in get_args(RowStatus) if statuses[name]),
            bins=bins_of(marks),
            checks=tuple(sorted(checks, key=lambda row: -row.failed)),
            mistakes=tuple(
                sorted(
                    (MistakeRow(task, says, tuple(who)) for (task, says), who in self._mistakes.items()),
                    key=lambda row: (-len(row.students), row.task, row.says),
                )
            ),
            slowest=self._slowest(),
            limits=self._rows("over limit"),
            attention=(*self._rows("ungraded", "broken"), *self._untouched()),
        )

    def _row(self, id: str, ends: Counter[str]) -> CheckRow:
        task, title = self._titles[id]
        names = ("wrong", "broken", "over limit", "not run", "passed")
        return CheckRow(id, task, title, *(ends[name] for name in names))

    def _slowest(self) -> tuple[StudentRow, ...]:
        timed = [standing for standing in self.standings if standing.attempt.seconds is not None]
        timed.sort(key=lambda standing: (-(standing.attempt.seconds or 0), standing.attempt.student))
        return tuple(map(_of_student, timed[:MOST_SLOW]))

    def _untouched(self) -> tuple[StudentRow, ...]:
        return tuple(
            _of_student(standing) for standing in self.standings if standing.attempt.state == "not started"
        )

    def _rows(self, *statuses: str) -> tuple[StudentRow, ...]:
        return tuple(
            _of_student(standing)
            for status in statuses
            for standing in self.standings
            if standing.attempt.status == status
        )


def bins_of(marks: Sequence[int]) -> tuple[Bin, ...]:
    """Count marks by tens, the full marks for themselves.

    >>> [(bin.name, bin.students) for bin in bins_of([100, 99, 0, 9]) if bin.students]
    [('0-9', 2), ('90-99', 1), ('100', 1)]
    """
    lows = range(0, MAX_SCORE, STEP)
    edges = [*((low, low + STEP - 1) for low in lows), (MAX_SCORE, MAX_SCORE)]
    return tuple(Bin(low, high, sum(low <= mark <= high for mark in marks)) for low, high in edges)


def _of_student(standing: Standing) -> StudentRow:
    attempt = standing.attempt
    return StudentRow(attempt.student, standing.mark, attempt.seconds, attempt.detail)
