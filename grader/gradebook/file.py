"""The file of a gradebook: made whole, examined before it is touched, brought to the newest schema at once.

An SQLite file of ours is known by its application id; what is none, is damaged, or was made by a later
version of the course is left as it is.
"""

import os
import sqlite3
import struct
from contextlib import closing, suppress
from pathlib import Path

OURS = 0x6D656D6C  # "meml"
# So long one waits for another grader, which has it until its class is graded.
WAIT_SECONDS = 0.5
# What each version of the file adds to the one before it. A gradebook of any of them can be opened.
SCHEMAS = (
    """
    CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE attempt (
        number INTEGER PRIMARY KEY,
        student TEXT NOT NULL, lesson TEXT NOT NULL, place TEXT NOT NULL, digest TEXT NOT NULL,
        version TEXT NOT NULL, seed INTEGER NOT NULL, judged_at TEXT NOT NULL,
        score INTEGER, max_score INTEGER NOT NULL, state TEXT NOT NULL, status TEXT NOT NULL,
        detail TEXT NOT NULL, verdict TEXT NOT NULL
    ) STRICT;
    CREATE INDEX attempt_of ON attempt (lesson, student);
    """,
    # The first version had one hash for course and grader together; it stands for the course from here on.
    """
    ALTER TABLE attempt RENAME COLUMN version TO course;
    ALTER TABLE attempt ADD COLUMN grader TEXT NOT NULL DEFAULT '';
    ALTER TABLE attempt ADD COLUMN chosen TEXT NOT NULL DEFAULT '';
    ALTER TABLE attempt ADD COLUMN handed_in TEXT NOT NULL DEFAULT '';
    ALTER TABLE attempt ADD COLUMN marked_late INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE attempt ADD COLUMN seconds REAL;
    CREATE TABLE mark (
        number INTEGER PRIMARY KEY,
        student TEXT NOT NULL, lesson TEXT NOT NULL,
        points INTEGER, comment TEXT NOT NULL, at TEXT NOT NULL
    ) STRICT;
    CREATE TABLE aside (
        number INTEGER PRIMARY KEY,
        student TEXT NOT NULL, lesson TEXT NOT NULL, upto INTEGER NOT NULL, at TEXT NOT NULL
    ) STRICT;
    CREATE TABLE policy (number INTEGER PRIMARY KEY, text TEXT NOT NULL, at TEXT NOT NULL) STRICT;
    CREATE VIEW result AS
        SELECT attempt.number AS attempt, student, lesson,
            json_extract(value, '$.id') AS id, json_extract(value, '$.task') AS task,
            json_extract(value, '$.title') AS title, json_extract(value, '$.points') AS points,
            json_extract(value, '$.earned') AS earned, json_extract(value, '$.status') AS status,
            json_extract(value, '$.message') AS message, json_extract(value, '$.private') AS private,
            json_extract(value, '$.rule') AS rule
        FROM attempt, json_each(iif(verdict = '', '{}', verdict), '$.checks');
    """,
)

_MAGIC = b"SQLite format 3\0"
_HEADER = struct.Struct(">16s 44x I 4x I")  # of an SQLite file: magic, user_version, application_id


def open_file(path: Path) -> sqlite3.Connection:
    """Open it for this process alone, made if it is not there; raises sqlite3.Error or OSError otherwise."""
    if not path.exists():
        _make(path)
    _examine(path)
    book = sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None)
    try:
        book.execute("PRAGMA locking_mode = EXCLUSIVE")
        book.execute("PRAGMA journal_mode = WAL")
        book.execute("BEGIN EXCLUSIVE").execute("COMMIT")
        _migrate(book)
    except BaseException:
        book.close()
        raise
    return book


def _make(path: Path) -> None:
    """Make an empty one beside its place and move it there, so that it is there whole or not at all."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        beside.touch(mode=0o600)  # it holds the seed, which is nobody else's business
        with closing(sqlite3.connect(beside, isolation_level=None)) as book:
            _migrate(book)
        with suppress(FileExistsError):  # another grader was faster, and has it already
            path.hardlink_to(beside)
    finally:
        beside.unlink(missing_ok=True)


def _migrate(book: sqlite3.Connection) -> None:
    """Bring it to the newest schema: all that is missing, or nothing."""
    (schema,) = book.execute("PRAGMA user_version").fetchone()
    if schema < len(SCHEMAS):
        missing = "".join(SCHEMAS[schema:])
        ours = f"PRAGMA application_id = {OURS}; PRAGMA user_version = {len(SCHEMAS)};"
        try:
            book.executescript(f"BEGIN; {missing} {ours} COMMIT;")
        except sqlite3.Error:
            if book.in_transaction:
                book.execute("ROLLBACK")
            raise


def _examine(path: Path) -> None:
    """Raise DatabaseError for a file that is no gradebook, a damaged one or a later version's."""
    with path.open("rb") as file:
        head = file.read(_HEADER.size).ljust(_HEADER.size, b"\0")
    magic, schema, kind = _HEADER.unpack(head)
    if magic != _MAGIC or kind != OURS:
        raise sqlite3.DatabaseError("this is no gradebook")
    if schema > len(SCHEMAS):
        raise sqlite3.DatabaseError("a later version of the course made this gradebook")
    log = path.with_name(f"{path.name}-wal")
    # A file beside which a log lies was not closed; it is whole only together with that.
    mode = "ro" if log.exists() and log.stat().st_size else "ro&immutable=1"
    try:
        place = f"{path.resolve().as_uri()}?mode={mode}"
        with closing(sqlite3.connect(place, uri=True, timeout=WAIT_SECONDS)) as book:
            found = book.execute("PRAGMA quick_check").fetchone()
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        raise sqlite3.DatabaseError(f"this gradebook is damaged ({error})") from error
    if found != ("ok",):
        raise sqlite3.DatabaseError("this gradebook is damaged")
