"""The gradebook: every attempt at judging a submission, what it came to, and what an instructor says of it.

It is one SQLite file. An attempt is written down as soon as it is finished and never changed, so that a run
that is killed loses no finished one, and a later verdict stands beside the earlier. Marks and late policies
are kept in the same way: the latest counts, and those before it stay. Any program that reads SQLite may look
into it; the view `result` has a row for each check of each attempt.
"""

import sqlite3
from collections.abc import Iterator
from dataclasses import astuple, dataclass, fields, replace
from datetime import datetime
from pathlib import Path

import msgspec

from grader.gradebook.file import open_file
from grader.verdict import Verdict


class GradebookError(Exception):
    """The gradebook cannot be used; the sentence says why, and that it was not touched."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One row: who was judged on what, by which versions and seed, and what it came to.

    place, digest: the file that was taken, and its hash.  course, grader: the versions that judged it.
    judged_at: ISO 8601 with its offset.  score: None where it is ungraded.
    verdict: the whole Verdict as JSON, "" where there is none.
    chosen: the rule by which this file was taken of several, "" where there was one.
    handed_in: ISO 8601 with its offset, "" where that is not known.
    marked_late: whether its name says that it came late.
    seconds: how long it took to judge; None where nobody knows.
    """

    student: str
    lesson: str
    place: str
    digest: str
    course: str
    grader: str
    seed: int
    judged_at: str
    score: int | None
    max_score: int
    state: str
    status: str
    detail: str
    verdict: str
    chosen: str = ""
    handed_in: str = ""
    marked_late: int = 0
    seconds: float | None = None

    def judged(self) -> Verdict | None:
        """The verdict, None where there is none."""
        return msgspec.json.decode(self.verdict, type=Verdict) if self.verdict else None

    def without_verdict(self) -> "Attempt":
        """What a row of the table needs, which is the smaller part; there may be thousands."""
        return replace(self, verdict="")


@dataclass(frozen=True, slots=True)
class ManualMark:
    """What an instructor gives in place of what was judged; points are None where it is taken back."""

    student: str
    lesson: str
    points: int | None
    comment: str
    at: str


COLUMNS = ", ".join(field.name for field in fields(Attempt))
# Of an attempt: that its student was not set aside afterwards.
COUNTS = (
    "number > coalesce((SELECT max(upto) FROM aside"
    " WHERE aside.lesson = attempt.lesson AND aside.student = attempt.student), 0)"
)


class Gradebook:
    """An open gradebook; it belongs to this process alone until it is closed."""

    def __init__(self, path: Path) -> None:
        """Open it, or make it; raises GradebookError, and leaves alone what is none of ours."""
        self._path = path
        try:
            self._book = open_file(path)
        except OSError as error:
            raise GradebookError(f"{path}: {(error.strerror or str(error)).lower()}") from error
        except sqlite3.OperationalError as error:
            busy = "another grader is at work with this gradebook; wait until it is done"
            why = busy if "locked" in str(error) else f"{error}; choose another folder with --out"
            raise GradebookError(f"{path}: {why}") from error
        except sqlite3.DatabaseError as error:
            raise GradebookError(f"{path}: {error}; it was left as it is") from error

    def __enter__(self) -> "Gradebook":
        return self

    def __exit__(self, *error: object) -> None:
        self._book.close()

    @property
    def seed(self) -> int | None:
        """The seed of the class, None before one was kept."""
        kept = self._book.execute("SELECT value FROM setting WHERE name = 'seed'").fetchone()
        return int(kept[0]) if kept else None

    def keep_seed(self, seed: int) -> None:
        """Keep the seed for this and later runs."""
        self._write("INSERT OR REPLACE INTO setting VALUES ('seed', ?)", str(seed))

    @property
    def policy(self) -> str:
        """The late policy that counts, as it was handed in; "" before there is one."""
        kept = self._book.execute("SELECT text FROM policy ORDER BY number DESC LIMIT 1").fetchone()
        return str(kept[0]) if kept else ""

    def keep_policy(self, text: str, now: datetime) -> None:
        """Keep a late policy, which counts from now on, unless it is the one that counts already."""
        if text != self.policy:
            self._write("INSERT INTO policy (text, at) VALUES (?, ?)", text, stamp(now))

    def begin_regrade(self, lesson: str) -> set[str]:
        """Begin a regrade of a lesson, or go on with one that was cut short; returns whom that has judged."""
        name = f"regrade {lesson}"
        kept = self._book.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()
        if kept is None:
            (last,) = self._book.execute("SELECT coalesce(max(number), 0) FROM attempt").fetchone()
            self._write("INSERT INTO setting VALUES (?, ?)", name, str(last))
            return set()
        rows = self._book.execute(
            "SELECT DISTINCT student FROM attempt WHERE lesson = ? AND number > ?", (lesson, int(kept[0]))
        )
        return {student for (student,) in rows}

    def end_regrade(self, lesson: str) -> None:
        """A regrade has come to its end; the next one begins anew."""
        self._write("DELETE FROM setting WHERE name = ?", f"regrade {lesson}")

    def is_regrading(self, lesson: str) -> bool:
        """Whether a regrade was begun that has not come to its end."""
        name = f"regrade {lesson}"
        return bool(self._book.execute("SELECT 1 FROM setting WHERE name = ?", (name,)).fetchone())

    def add(self, attempt: Attempt) -> None:
        """Write an attempt down; when this returns, it survives the end of the process."""
        marks = ", ".join("?" * len(fields(Attempt)))
        self._write(f"INSERT INTO attempt ({COLUMNS}) VALUES ({marks})", *astuple(attempt))

    def add_mark(self, mark: ManualMark) -> None:
        """Write a mark down, which counts from now on."""
        self._write(
            "INSERT INTO mark (student, lesson, points, comment, at) VALUES (?, ?, ?, ?, ?)", *astuple(mark)
        )

    def marks(self) -> dict[tuple[str, str], ManualMark]:
        """The marks that count, by lesson and student."""
        rows = self._book.execute("SELECT student, lesson, points, comment, at FROM mark ORDER BY number")
        latest = {(mark.lesson, mark.student): mark for mark in (ManualMark(*row) for row in rows)}
        return {key: mark for key, mark in latest.items() if mark.points is not None}

    def marks_of(self, lesson: str, student: str) -> list[ManualMark]:
        """All marks that a student was ever given for a lesson, the first one first."""
        rows = self._book.execute(
            "SELECT student, lesson, points, comment, at FROM mark"
            " WHERE lesson = ? AND student = ? ORDER BY number",
            (lesson, student),
        )
        return [ManualMark(*row) for row in rows]

    def attempts_of(self, lesson: str, student: str) -> list[Attempt]:
        """All attempts of a student at a lesson, the first one first."""
        rows = self._book.execute(
            f"SELECT {COLUMNS} FROM attempt WHERE lesson = ? AND student = ? ORDER BY number",
            (lesson, student),
        )
        return [Attempt(*row) for row in rows]

    def latest_of(self, lesson: str, student: str) -> Attempt | None:
        """The latest attempt of a student at a lesson, None if the student was set aside since."""
        row = self._book.execute(
            f"SELECT {COLUMNS} FROM attempt WHERE lesson = ? AND student = ? AND {COUNTS}"
            " ORDER BY number DESC LIMIT 1",
            (lesson, student),
        ).fetchone()
        return Attempt(*row) if row else None

    def students_of(self, lesson: str) -> set[str]:
        """All students who have an attempt at a lesson that counts."""
        rows = self._book.execute(
            f"SELECT DISTINCT student FROM attempt WHERE lesson = ? AND {COUNTS}", (lesson,)
        )
        return {student for (student,) in rows}

    def was_judged(self, lesson: str, student: str, digest: str) -> bool:
        """Whether just this was ever judged."""
        row = self._book.execute(
            "SELECT 1 FROM attempt WHERE lesson = ? AND student = ? AND digest = ? LIMIT 1",
            (lesson, student, digest),
        ).fetchone()
        return row is not None

    def set_aside(self, lesson: str, student: str, now: datetime) -> None:
        """From now on it is as if a student had handed nothing in; what was judged stays in the history."""
        self._write(
            "INSERT INTO aside (student, lesson, upto, at)"
            " SELECT ?, ?, coalesce(max(number), 0), ? FROM attempt",
            student,
            lesson,
            stamp(now),
        )

    def times_aside(self, lesson: str, student: str) -> list[str]:
        """When a student was set aside, the first time first."""
        rows = self._book.execute(
            "SELECT at FROM aside WHERE lesson = ? AND student = ? ORDER BY number", (lesson, student)
        )
        return [at for (at,) in rows]

    def first_handed_in(self, lesson: str, student: str, digest: str) -> str:
        """When a student first handed in just this, "" where that is not known."""
        row = self._book.execute(
            "SELECT min(handed_in) FROM attempt"
            " WHERE lesson = ? AND student = ? AND digest = ? AND handed_in != ''",
            (lesson, student, digest),
        ).fetchone()
        return row[0] or ""

    def latest(self) -> Iterator[Attempt]:
        """The latest attempt of each student at each lesson, by student and lesson, one at a time."""
        rows = self._book.execute(
            f"SELECT {COLUMNS} FROM attempt"
            f" WHERE number IN (SELECT max(number) FROM attempt GROUP BY lesson, student) AND {COUNTS}"
            " ORDER BY student, lesson"
        )
        return (Attempt(*row) for row in rows)

    def _write(self, statement: str, *values: object) -> None:
        try:
            self._book.execute(statement, values)
        except sqlite3.Error as error:
            raise GradebookError(f"{self._path}: {error}; what was written down before is there") from error


def stamp(now: datetime) -> str:
    """A time as the gradebook writes it: to the second, with its offset."""
    return now.isoformat(timespec="seconds")
