"""The one SQLite file beside the course in which the companion keeps what a learner did, and what they wrote.

Every write is one transaction, on the disk when it returns. Two terminals may be at work at once: one waits
for the other. Nothing in the file is ever changed or removed; what is new is added.
"""

import hashlib
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from curriculum.course import Course
from curriculum.files import CourseError

OURS = 0x6D656D74  # "memt", by which a file is known as one of ours
WAIT_SECONDS = 10.0
# What each version of the file adds to the one before it.
SCHEMAS = (
    """
    CREATE TABLE attempt (
        number INTEGER PRIMARY KEY,
        lesson TEXT NOT NULL, at TEXT NOT NULL,
        state TEXT NOT NULL, score INTEGER NOT NULL, tasks TEXT NOT NULL
    ) STRICT;
    CREATE TABLE hint (
        number INTEGER PRIMARY KEY, task TEXT NOT NULL, step INTEGER NOT NULL, at TEXT NOT NULL
    ) STRICT;
    """,
    """
    CREATE TABLE content (hash TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT, WITHOUT ROWID;
    ALTER TABLE attempt ADD COLUMN lab TEXT REFERENCES content;
    ALTER TABLE attempt ADD COLUMN stub TEXT;
    ALTER TABLE attempt ADD COLUMN failing TEXT;
    CREATE TABLE start (
        number INTEGER PRIMARY KEY, lesson TEXT NOT NULL, caught_up INTEGER NOT NULL, at TEXT NOT NULL
    ) STRICT;
    CREATE TABLE solution (number INTEGER PRIMARY KEY, lesson TEXT NOT NULL, at TEXT NOT NULL) STRICT;
    CREATE TABLE prediction (
        number INTEGER PRIMARY KEY,
        lesson TEXT NOT NULL, question INTEGER NOT NULL, text TEXT NOT NULL, at TEXT NOT NULL
    ) STRICT;
    CREATE TABLE answer (
        number INTEGER PRIMARY KEY,
        lesson TEXT NOT NULL, question INTEGER NOT NULL, known INTEGER NOT NULL, at TEXT NOT NULL
    ) STRICT;
    CREATE TABLE change (
        number INTEGER PRIMARY KEY, why TEXT NOT NULL, at TEXT NOT NULL, undoes INTEGER REFERENCES change
    ) STRICT;
    CREATE TABLE kept (
        number INTEGER PRIMARY KEY,
        change INTEGER NOT NULL REFERENCES change, file TEXT NOT NULL, content TEXT REFERENCES content
    ) STRICT;
    CREATE TABLE pair (
        number INTEGER PRIMARY KEY,
        lesson TEXT NOT NULL, script TEXT NOT NULL REFERENCES content,
        notebook TEXT NOT NULL REFERENCES content, at TEXT NOT NULL, change INTEGER REFERENCES change
    ) STRICT;
    """,
    """
    CREATE TABLE sitting (
        number INTEGER PRIMARY KEY, asked TEXT NOT NULL, answered TEXT NOT NULL, at TEXT NOT NULL
    ) STRICT;
    """,
)


class StateError(CourseError):
    """The file cannot be used; the sentence says why, and that it was left alone."""


def path_of(course: Course) -> Path:
    """Where the file lies: beside the folder of the course, where nothing is committed."""
    return course.folder.parent / ".course" / "learner.sqlite"


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the file for one thing that is read or written, so that no terminal holds it; all or nothing.

    Raises StateError where it cannot be used, and leaves it as it is.
    """
    left = "it was left as it is, and holds what you have done"
    try:
        path.parent.mkdir(exist_ok=True)
    except OSError as error:
        raise StateError(f"{path}: {error}; {left}") from error
    try:
        with closing(sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None)) as file:
            _examine(file)
            _use_wal(file)
            file.execute("PRAGMA synchronous = FULL")
            with _transaction(file):
                yield file
    except sqlite3.Error as error:
        raise StateError(f"{path}: {error}; {left}") from error


def _use_wal(file: sqlite3.Connection) -> None:
    """Switch to a log beside the file, and wait for others who do so, which SQLite does not."""
    end = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            file.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(0.01)


def stamp(now: datetime) -> str:
    """How a moment is written down."""
    return now.isoformat(timespec="seconds")


def hash_of(content: bytes) -> str:
    """By what a content is found again."""
    return hashlib.sha256(content).hexdigest()


def put_content(file: sqlite3.Connection, content: bytes) -> str:
    """Keep a content, once however often it is put; returns its hash."""
    key = hash_of(content)
    file.execute("INSERT OR IGNORE INTO content (hash, bytes) VALUES (?, ?)", (key, content))
    return key


def _examine(file: sqlite3.Connection) -> None:
    """Make or add what is missing; raise DatabaseError for another program's file or a later version's."""
    with _transaction(file):
        (kind,), (schema,) = (
            file.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version")
        )
        new = (kind, schema) == (0, 0) and not _tables(file)
        if kind != OURS and not new:
            raise sqlite3.DatabaseError("this is another program's file")
        if schema > len(SCHEMAS):
            raise sqlite3.DatabaseError("a later version of the course made this file")
        for added in SCHEMAS[schema:]:
            for statement in added.split(";"):
                file.execute(statement)
        if schema < len(SCHEMAS):
            file.execute(f"PRAGMA application_id = {OURS}")
            file.execute(f"PRAGMA user_version = {len(SCHEMAS)}")


def _tables(file: sqlite3.Connection) -> int:
    (count,) = file.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return int(count)


@contextmanager
def _transaction(file: sqlite3.Connection) -> Iterator[None]:
    file.execute("BEGIN IMMEDIATE")
    try:
        yield
        file.execute("COMMIT")
    except BaseException:
        if file.in_transaction:
            file.execute("ROLLBACK")
        raise
