"""What a learner has done so far, in one SQLite file beside the course: attempts at labs, and hints.

Every write is one transaction, on the disk when it returns. Two terminals may be at work at once: one waits
for the other. Nothing in the file is ever changed or removed; what is new is added.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import msgspec

from curriculum.course import Course
from grader.verdict import State as LabState
from grader.verdict import Verdict

SCHEMA = 1
OURS = 0x6D656D74  # "memt", by which a file is known as one of ours
WAIT_SECONDS = 10.0
TABLES = """
    CREATE TABLE attempt (
        number INTEGER PRIMARY KEY,
        lesson TEXT NOT NULL, at TEXT NOT NULL,
        state TEXT NOT NULL, score INTEGER NOT NULL, tasks TEXT NOT NULL
    ) STRICT;
    CREATE TABLE hint (
        number INTEGER PRIMARY KEY, task TEXT NOT NULL, step INTEGER NOT NULL, at TEXT NOT NULL
    ) STRICT;
"""


class ProgressError(Exception):
    """The file cannot be used; the sentence says why, and that it was left alone."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One run of a lab to its verdict.

    tasks: the labels of the tasks whose checks all passed.
    """

    lesson: str
    at: str
    state: LabState
    score: int
    tasks: tuple[str, ...]


def path_of(course: Course) -> Path:
    """Where the file lies: beside the folder of the course, where nothing is committed."""
    return course.folder.parent / ".course" / "learner.sqlite"


class Progress:
    """The file, opened for each thing that is read or written, so that no terminal holds it."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def note_verdict(self, verdict: Verdict, now: datetime) -> None:
        """Write down what a run came to."""
        tasks = dict.fromkeys(check.task for check in verdict.checks)
        missed = {check.task for check in verdict.checks if check.earned < check.points}
        passed = msgspec.json.encode([task for task in tasks if task not in missed]).decode()
        row = (verdict.lesson, _stamp(now), verdict.state, verdict.score, passed)
        with self._open() as file:
            file.execute("INSERT INTO attempt (lesson, at, state, score, tasks) VALUES (?, ?, ?, ?, ?)", row)

    def note_hint(self, task: str, step: int, now: datetime) -> None:
        """Write down that a hint was read."""
        with self._open() as file:
            file.execute("INSERT INTO hint (task, step, at) VALUES (?, ?, ?)", (task, step, _stamp(now)))

    def latest(self) -> dict[str, Attempt]:
        """The last attempt at each lesson, by lesson."""
        if not self._path.exists():
            return {}
        with self._open() as file:
            rows = file.execute(
                "SELECT lesson, at, state, score, tasks FROM attempt"
                " WHERE number IN (SELECT max(number) FROM attempt GROUP BY lesson) ORDER BY lesson"
            ).fetchall()
        return {
            lesson: Attempt(lesson, at, state, score, tuple(msgspec.json.decode(tasks)))
            for lesson, at, state, score, tasks in rows
        }

    def hints(self) -> dict[str, int]:
        """The furthest hint that was read of each task."""
        if not self._path.exists():
            return {}
        with self._open() as file:
            return dict(
                file.execute("SELECT task, max(step) FROM hint GROUP BY task ORDER BY task").fetchall()
            )

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            self._path.parent.mkdir(exist_ok=True)
            with closing(sqlite3.connect(self._path, timeout=WAIT_SECONDS, isolation_level=None)) as file:
                _examine(file)
                file.execute("PRAGMA journal_mode = WAL")
                file.execute("PRAGMA synchronous = FULL")
                yield file
        except (sqlite3.Error, OSError) as error:
            raise ProgressError(
                f"{self._path}: {error}; it was left as it is, and holds what you have done"
            ) from error


def _examine(file: sqlite3.Connection) -> None:
    """Make the tables in a new file; raise DatabaseError for another program's or a later version's."""
    file.execute("BEGIN IMMEDIATE")
    try:
        (kind,), (schema,) = (
            file.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version")
        )
        if (kind, schema) == (0, 0) and not file.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            for statement in TABLES.split(";"):
                file.execute(statement)
            file.execute(f"PRAGMA application_id = {OURS}")
            file.execute(f"PRAGMA user_version = {SCHEMA}")
        elif kind != OURS:
            raise sqlite3.DatabaseError("this is another program's file")
        elif schema > SCHEMA:
            raise sqlite3.DatabaseError("a later version of the course made this file")
        file.execute("COMMIT")
    except BaseException:
        if file.in_transaction:
            file.execute("ROLLBACK")
        raise


def _stamp(now: datetime) -> str:
    return now.isoformat(timespec="seconds")
