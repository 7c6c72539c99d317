"""What a learner has done so far: attempts at labs, hints and solutions read, predictions and answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from grader.verdict import State, Verdict
from tutor.state import opened, put_content, stamp


@dataclass(frozen=True, slots=True)
class Attempt:
    """One run of a lab to its verdict.

    tasks: the labels of the tasks whose checks all passed.  failing: of those in which something was wrong.
    stub: the hash of the lab's start at that time.
    """

    lesson: str
    at: str
    state: State
    score: int
    tasks: tuple[str, ...]
    failing: tuple[str, ...] = ()
    stub: str = ""


class Progress:
    """What the file at a path holds of it; who has done nothing has no file, and reading makes none."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def note_verdict(
        self, verdict: Verdict, now: datetime, *, lab: bytes | None = None, stub: str = ""
    ) -> None:
        """Write down what a run came to.

        lab: the file that was judged; None where the functions of a notebook were.
        stub: the hash of the lab's start, as it is now.
        """
        tasks = dict.fromkeys(check.task for check in verdict.checks)
        done = verdict.state == "done"
        missed = {check.task for check in verdict.checks if check.earned < check.points and not done}
        wrong = {check.task for check in verdict.checks if check.failed}
        passed = _listed([task for task in tasks if task not in missed])
        failing = _listed([task for task in tasks if task in wrong])
        with opened(self._path) as file:
            file.execute(
                "INSERT INTO attempt (lesson, at, state, score, tasks, failing, lab, stub)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    verdict.lesson, stamp(now), verdict.state, verdict.score, passed, failing,
                    None if lab is None else put_content(file, lab), stub,
                ),
            )  # fmt: skip

    def latest(self) -> dict[str, Attempt]:
        """The last attempt at each lesson, by lesson."""
        return self._attempts("max")

    def first(self) -> dict[str, Attempt]:
        """The first attempt at each lesson in which something was written, by lesson."""
        return self._attempts("min", "WHERE state != 'not started'")

    def _attempts(self, which: str, condition: str = "") -> dict[str, Attempt]:
        rows = self._read(
            "SELECT lesson, at, state, score, tasks, coalesce(failing, '[]'), coalesce(stub, '')"
            " FROM attempt WHERE number IN"
            f" (SELECT {which}(number) FROM attempt {condition} GROUP BY lesson) ORDER BY lesson"
        )
        return {
            lesson: Attempt(lesson, at, state, score, _names(tasks), _names(failing), stub)
            for lesson, at, state, score, tasks, failing, stub in rows
        }

    def passed(self) -> dict[str, bytes | None]:
        """For each task that was ever passed the lab of the last time; None if only ever in a notebook."""
        rows = self._read(
            "SELECT tasks, bytes FROM attempt LEFT JOIN content ON lab = hash"
            " ORDER BY lab IS NOT NULL, number"
        )
        return {task: lab for tasks, lab in rows for task in _names(tasks)}

    def own(self) -> frozenset[str]:
        """The tasks that were ever passed."""
        return frozenset(
            task for (tasks,) in self._read("SELECT tasks FROM attempt") for task in _names(tasks)
        )

    def note_hint(self, task: str, step: int, now: datetime) -> None:
        """Write down that a hint was read."""
        self._write("INSERT INTO hint (task, step, at) VALUES (?, ?, ?)", (task, step, stamp(now)))

    def hints(self) -> dict[str, int]:
        """The furthest hint that was read of each task."""
        return dict(self._read("SELECT task, max(step) FROM hint GROUP BY task ORDER BY task"))

    def note_start(self, lesson: str, now: datetime, *, caught_up: bool) -> None:
        """Write down that a lesson was started.  caught_up: with everything before it taken as known."""
        row = (lesson, caught_up, stamp(now))
        self._write("INSERT INTO start (lesson, caught_up, at) VALUES (?, ?, ?)", row)

    def caught_up(self) -> tuple[str, ...]:
        """The lessons up to which somebody has caught up."""
        rows = self._read("SELECT DISTINCT lesson FROM start WHERE caught_up ORDER BY lesson")
        return tuple(lesson for (lesson,) in rows)

    def started(self) -> frozenset[str]:
        """The lessons that were started."""
        return frozenset(lesson for (lesson,) in self._read("SELECT lesson FROM start"))

    def note_solution(self, lesson: str, now: datetime) -> None:
        """Write down that the solution was read."""
        self._write("INSERT INTO solution (lesson, at) VALUES (?, ?)", (lesson, stamp(now)))

    def solutions(self) -> frozenset[str]:
        """The lessons whose solution was read."""
        return frozenset(lesson for (lesson,) in self._read("SELECT lesson FROM solution"))

    def note_prediction(self, lesson: str, question: int, text: str, now: datetime) -> None:
        """Write down what somebody expects to come out."""
        row = (lesson, question, text, stamp(now))
        self._write("INSERT INTO prediction (lesson, question, text, at) VALUES (?, ?, ?, ?)", row)

    def predictions(self, lesson: str) -> dict[int, str]:
        """The last prediction for each question of a lesson."""
        return dict(
            self._read("SELECT question, text FROM prediction WHERE lesson = ? ORDER BY number", (lesson,))
        )

    def note_answer(self, lesson: str, question: int, now: datetime, *, known: bool) -> None:
        """Write down whether somebody knew the answer to a question."""
        row = (lesson, question, known, stamp(now))
        self._write("INSERT INTO answer (lesson, question, known, at) VALUES (?, ?, ?, ?)", row)

    def answers(self, lesson: str) -> Mapping[int, bool]:
        """Whether the answer to each question of a lesson was known the last time."""
        rows = self._read("SELECT question, known FROM answer WHERE lesson = ? ORDER BY number", (lesson,))
        return {question: bool(known) for question, known in rows}

    def note_sitting(self, asked: Sequence[str], answered: Sequence[str], now: datetime) -> None:
        """Write down which questions of the exam were asked, and which of them were answered."""
        row = (_listed(asked), _listed(answered), stamp(now))
        self._write("INSERT INTO sitting (asked, answered, at) VALUES (?, ?, ?)", row)

    def last_sitting(self) -> tuple[str, ...] | None:
        """The questions of the exam that were answered the last time; None if it was never sat."""
        rows = self._read("SELECT answered FROM sitting ORDER BY number DESC LIMIT 1")
        return _names(rows[0][0]) if rows else None

    def _read(self, query: str, values: tuple[Any, ...] = ()) -> list[Any]:
        if not self._path.exists():
            return []
        with opened(self._path) as file:
            return file.execute(query, values).fetchall()

    def _write(self, statement: str, values: tuple[Any, ...]) -> None:
        with opened(self._path) as file:
            file.execute(statement, values)


def _listed(names: Sequence[str]) -> str:
    return msgspec.json.encode(names).decode()


def _names(listed: str) -> tuple[str, ...]:
    return tuple(msgspec.json.decode(listed))
