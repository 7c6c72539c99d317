"""The gradebook: every attempt at judging a submission, what it came to, and the seed of the class.

It is one SQLite file. An attempt is written down as soon as it is finished and never changed, so that a run
that is killed loses no finished one, and a later verdict stands beside the earlier.
"""

import os
import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import astuple, dataclass, fields
from datetime import datetime
from pathlib import Path

SCHEMA = 1
OURS = 0x6D656D6C  # "meml", by which a file is known as one of ours
TABLES = """
    CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE attempt (
        number INTEGER PRIMARY KEY,
        student TEXT NOT NULL, lesson TEXT NOT NULL, place TEXT NOT NULL, digest TEXT NOT NULL,
        version TEXT NOT NULL, seed INTEGER NOT NULL, judged_at TEXT NOT NULL,
        score INTEGER, max_score INTEGER NOT NULL, state TEXT NOT NULL, status TEXT NOT NULL,
        detail TEXT NOT NULL, verdict TEXT NOT NULL
    ) STRICT;
    CREATE INDEX attempt_of ON attempt (lesson, student);
"""


class GradebookError(Exception):
    """The gradebook cannot be used; the sentence says why, and that it was not touched."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One row: who was judged on what, by which version and seed, and what it came to.

    place, digest: the file that was taken, and its hash.  judged_at: ISO 8601 with its offset.
    score: None where it is ungraded.  verdict: the whole Verdict as JSON, "" where there is none.
    """

    student: str
    lesson: str
    place: str
    digest: str
    version: str
    seed: int
    judged_at: str
    score: int | None
    max_score: int
    state: str
    status: str
    detail: str
    verdict: str


_MAGIC = b"SQLite format 3\0"
_HEADER = struct.Struct(">16s 44x I 4x I")  # of an SQLite file: magic, user_version, application_id


def _make(path: Path) -> None:
    """Make an empty gradebook beside its place and move it there, so that it is there whole or not at all."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        beside.touch(mode=0o600)  # it holds the seed, which is nobody else's business
        with closing(sqlite3.connect(beside, isolation_level=None)) as book:
            book.executescript(
                f"BEGIN; {TABLES} PRAGMA application_id = {OURS}; PRAGMA user_version = {SCHEMA}; COMMIT;"
            )
        with suppress(FileExistsError):  # another grader was faster, and has it already
            path.hardlink_to(beside)
    finally:
        beside.unlink(missing_ok=True)


def _examine(path: Path) -> None:
    """Raise DatabaseError for a file that is no gradebook, a damaged one or a later version's."""
    with path.open("rb") as file:
        head = file.read(_HEADER.size).ljust(_HEADER.size, b"\0")
    magic, schema, kind = _HEADER.unpack(head)
    if magic != _MAGIC or kind != OURS:
        raise sqlite3.DatabaseError("this is no gradebook")
    if schema > SCHEMA:
        raise sqlite3.DatabaseError("a later version of the course made this gradebook")
    log = path.with_name(f"{path.name}-wal")
    # A file beside which a log lies was not closed; it is whole only together with that.
    mode = "ro" if log.exists() and log.stat().st_size else "ro&immutable=1"
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode={mode}", uri=True)) as book:
            found = book.execute("PRAGMA quick_check").fetchone()
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        raise sqlite3.DatabaseError(f"this gradebook is damaged ({error})") from error
    if found != ("ok",):
        raise sqlite3.DatabaseError("this gradebook is damaged")


COLUMNS = ", ".join(field.name for field in fields(Attempt))


class Gradebook:
    """An open gradebook; it belongs to this process alone until it is closed."""

    def __init__(self, path: Path) -> None:
        """Open it, or make it; raises GradebookError, and leaves alone what is none of ours."""
        self._path = path
        try:
            if not path.exists():
                _make(path)
            _examine(path)
            self._book = sqlite3.connect(path, timeout=1.0, isolation_level=None)
            self._take()
        except OSError as error:
            raise GradebookError(f"{path}: {(error.strerror or str(error)).lower()}") from error
        except sqlite3.OperationalError as error:
            busy = "another grader is at work with this gradebook; wait until it is done"
            why = busy if "locked" in str(error) else f"{error}; choose another folder with --out"
            raise GradebookError(f"{path}: {why}") from error
        except sqlite3.DatabaseError as error:
            raise GradebookError(f"{path}: {error}; it was left as it is") from error

    def _take(self) -> None:
        """Have it for this process alone, or raise OperationalError."""
        try:
            self._book.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._book.execute("PRAGMA journal_mode = WAL")
            self._book.execute("BEGIN EXCLUSIVE").execute("COMMIT")
        except sqlite3.OperationalError:
            self._book.close()
            raise

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
        with self._in_words():
            self._book.execute("INSERT OR REPLACE INTO setting VALUES ('seed', ?)", (str(seed),))

    def add(self, attempt: Attempt) -> None:
        """Write an attempt down; when this returns, it survives the end of the process."""
        marks = ", ".join("?" * len(fields(Attempt)))
        with self._in_words():
            self._book.execute(f"INSERT INTO attempt ({COLUMNS}) VALUES ({marks})", astuple(attempt))

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise GradebookError(f"{self._path}: {error}; what was written down before is there") from error

    def latest_of(self, lesson: str, student: str) -> Attempt | None:
        """The latest attempt of a student at a lesson."""
        row = self._book.execute(
            f"SELECT {COLUMNS} FROM attempt WHERE lesson = ? AND student = ? ORDER BY number DESC LIMIT 1",
            (lesson, student),
        ).fetchone()
        return Attempt(*row) if row else None

    def latest(self) -> Iterator[Attempt]:
        """The latest attempt of each student at each lesson, by student and lesson, one at a time."""
        rows = self._book.execute(
            f"SELECT {COLUMNS} FROM attempt"
            " WHERE number IN (SELECT max(number) FROM attempt GROUP BY lesson, student)"
            " ORDER BY student, lesson"
        )
        return (Attempt(*row) for row in rows)


def stamp(now: datetime) -> str:
    """A time as the gradebook writes it: to the second, with its offset."""
    return now.isoformat(timespec="seconds")
