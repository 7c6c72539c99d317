"""The store: memories in one file of SQLite, written all or nothing, and once however often they are added.

Writers wait for each other. Readers wait for nobody, and see what was there when they began (write-ahead
log). What a call has returned for is in the file, also if the process is killed in the next instant.

Source of the idea: https://www.sqlite.org/wal.html
"""

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from memlab.errors import StoreError
from memlab.record import Memory, Scope, memory_id
from memlab.rows import COLUMNS, SLOTS, memory_of, row_of
from memlab.schema import migrate, version_of

# How long a writer waits for another one before it gives up.
WAIT_SECONDS = 5.0

# What SQLite's result codes mean to a person, a primary one for all of its kind. An error of any other code
# is one of the SQL, and left as it is. https://www.sqlite.org/rescode.html
SAID = {
    sqlite3.SQLITE_BUSY: "is in use by another process; nothing was written, so try again later (a "
    "writer had {wait:g} seconds to wait, a transaction that began by reading has none: BEGIN IMMEDIATE)",
    sqlite3.SQLITE_BUSY_SNAPSHOT: "was written by another process after this transaction had begun to read; "
    "nothing was written, so begin one that writes with BEGIN IMMEDIATE",
    sqlite3.SQLITE_READONLY: "may not be written; nothing was, so give yourself the right to write the file "
    "and its folder",
    sqlite3.SQLITE_IOERR: "cannot be read or written ({error}); look at the disk, nothing was written",
    sqlite3.SQLITE_CORRUPT: "is damaged ({error}); the file was left as it is, so put a copy of it in its "
    "place, or move it away and begin with a new store",
    sqlite3.SQLITE_FULL: "has no room: the disk is full; nothing was written",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened; look whether you may read the file and write its folder",
    sqlite3.SQLITE_CONSTRAINT: "refuses a record ({error}); nothing was written, so mend the record",
    sqlite3.SQLITE_TOOBIG: "refuses a record ({error}); nothing was written, so mend the record",
    sqlite3.SQLITE_NOTADB: "is no store, or a damaged one ({error}); the file was left as it is, so put a "
    "copy of it in its place, or name another file",
}


def create(path: str) -> None:
    """Make an empty store, its folder must exist; where there is a store already, nothing happens.

    Raises StoreError where none can be made, and for a file that is something else.
    """
    if path in ("", ":memory:"):
        raise StoreError(f"{path!r} is no file; a store that forgets is none, so name a file")
    with _said_to_a_person(path, WAIT_SECONDS), _connected(path, WAIT_SECONDS) as store:
        version_of(store)
        if _with_log(store) != "wal":
            raise StoreError("lies where SQLite can keep no write-ahead log; name a file on a local disk")
        migrate(store)


@contextmanager
def open_store(path: str, wait_seconds: float = WAIT_SECONDS) -> Iterator[sqlite3.Connection]:
    """Connect to a store for the length of a `with` block; a store of an older version is migrated first.

    The connection is in autocommit mode: each statement is a transaction of its own, unless it stands between
    `BEGIN IMMEDIATE`, which waits for up to `wait_seconds` for other writers, and `COMMIT`. A transaction
    that is not committed when the block ends, by an error or without one, leaves the store as it was.
    Raises StoreError, and says what to do, for what SQLite refuses inside the block (a store in use, damaged,
    not to be written, a record that breaks a rule of the table), and where there is no store: whoever
    misspells the path of one is told, and does not get an empty memory.
    """
    with _said_to_a_person(path, wait_seconds):
        if not Path(path).is_file():
            raise StoreError("is no file; look at the path, or make a store there with memlab.store.create")
        with _connected(path, wait_seconds) as store:
            if version_of(store) == 0:
                raise StoreError("holds no store yet; make one there with memlab.store.create")
            migrate(store)
            _look_at_table(store)
            yield store


def add(path: str, records: Sequence[Memory], wait_seconds: float = WAIT_SECONDS) -> tuple[str, ...]:
    """Add the records that the store does not hold yet, all of them or none; return the ids of those.

    path: of a store that exists. records: in any order; the ids come in that order, and one that stands twice
    is new once. A record whose id is in the store is left as it stands there, byte for byte.
    When this returns, the records are in the file. Until then other processes see none of them.
    wait_seconds: how long to wait for another writer.
    Raises StoreError, and nothing is written: for a record whose id is not the `memory_id` of its own
    content, type, scope and source, for one that the table refuses, where another writer holds the store for
    longer than `wait_seconds`, and for all that `open_store` refuses.

    >>> import tempfile
    >>> from datetime import UTC, datetime
    >>> from memlab.record import Provenance, make_memory
    >>> from memlab.store import create
    >>> at = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
    >>> tea = make_memory("I like tea", "semantic", Scope("ada"), Provenance("s1/1", "user", 1.0), at, at)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = f"{folder}/memories.db"
    ...     create(path)
    ...     add(path, [tea, tea]) == (tea.id,), add(path, [tea]), load(path, Scope("ada")) == (tea,)
    (True, (), True)
    """
    new = []
    with open_store(path, wait_seconds) as store:
        store.execute("BEGIN IMMEDIATE")
        for record in records:
            own = memory_id(record.content, record.type, record.scope, record.provenance.source_id)
            if record.id != own:
                raise StoreError(not_its_own(record))
            done = store.execute(
                f"INSERT INTO memory ({COLUMNS}) VALUES ({SLOTS}) ON CONFLICT (id) DO NOTHING", row_of(record)
            )
            if done.rowcount:
                new.append(record.id)
        store.execute("COMMIT")
    return tuple(new)


def load(path: str, scope: Scope) -> tuple[Memory, ...]:
    """Read all memories of a scope, each equal to what was added, by recorded_at and then id.

    scope: user, agent and session must all be equal; an empty agent is no "any agent". Times are compared as
    moments, whatever their offsets. A store that another process is writing to is read as it was before that.
    Raises StoreError where there is no store, and for all else that `open_store` refuses.
    """
    with open_store(path) as store:
        rows = store.execute(
            f"SELECT {COLUMNS} FROM memory WHERE user = ? AND agent = ? AND session = ?",
            (scope.user, scope.agent, scope.session),
        )
        records = sorted(map(memory_of, rows), key=lambda record: (record.recorded_at, record.id))
    return tuple(records)


def read_all(path: str) -> tuple[Memory, ...]:
    """Read the memories of all scopes, by id: for whoever keeps the store, and not for an answer to a person.

    Raises StoreError as `open_store` does.
    """
    with open_store(path) as store:
        return tuple(memory_of(row) for row in store.execute(f"SELECT {COLUMNS} FROM memory ORDER BY id"))


def not_its_own(record: Memory) -> str:
    """Say of a record that its id is not that of what it holds; whether that is so is not looked at."""
    said = f"refuses {record.content!r}: its id {record.id!r} is not its own; nothing was written"
    return f"{said}, so make records with memlab.record.make_memory"


def verify(path: str) -> None:
    """Read the whole store, and raise StoreError if a page or a record in it is damaged. Nothing is written.

    What a damaged disk has changed in a text shows here alone: the id is no longer its own. So does an index
    that has lost a record, which `load` would then not find. What was changed in a field outside the id, such
    as a time, does not show.
    """
    with open_store(path) as store:
        # Not quick_check, which does not compare an index with its table.
        for (problem,) in store.execute("PRAGMA integrity_check"):
            if problem != "ok":
                raise StoreError(SAID[sqlite3.SQLITE_CORRUPT].format(error=problem))
        for row in store.execute(f"SELECT {COLUMNS} FROM memory"):
            memory = memory_of(row)
            if memory.id != memory_id(memory.content, memory.type, memory.scope, memory.provenance.source_id):
                raise StoreError(SAID[sqlite3.SQLITE_CORRUPT].format(error=f"at record {memory.id}"))


@contextmanager
def _connected(path: str, wait_seconds: float) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, timeout=wait_seconds, isolation_level=None)) as store:
        # A file may come from anywhere: functions that its schema calls are none of ours.
        store.execute("PRAGMA trusted_schema = OFF")
        store.execute("PRAGMA foreign_keys = ON")
        # A full sync at each commit: what is acknowledged outlives a power cut too.
        store.execute("PRAGMA synchronous = FULL")
        yield store


def _with_log(store: sqlite3.Connection) -> str:
    """Let a file have a write-ahead log, and return the mode that it has then.

    If another process is doing the same, SQLite does not wait for it, so that is done here.
    """
    for _ in range(int(WAIT_SECONDS / 0.01)):
        try:
            return str(store.execute("PRAGMA journal_mode = WAL").fetchone()[0])
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            busy = error
            time.sleep(0.01)
    raise busy


def _look_at_table(store: sqlite3.Connection) -> None:
    """Raise StoreError if the table has not the columns of a store; the rest is not looked at."""
    try:
        store.execute(f"SELECT {COLUMNS} FROM memory LIMIT 0")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_ERROR:
            raise
        raise StoreError(SAID[sqlite3.SQLITE_CORRUPT].format(error=error)) from error


@contextmanager
def _said_to_a_person(path: str, wait_seconds: float) -> Iterator[None]:
    """Put the path before what is refused, and say what SQLite means."""
    try:
        yield
    except StoreError as error:
        raise StoreError(f"{path} {error}") from error.__cause__
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0)
        if str(error).startswith("Could not decode to UTF-8"):  # which has no code
            code = sqlite3.SQLITE_CORRUPT
        said = SAID.get(code, SAID.get(code & 0xFF))
        if said is None:
            raise
        raise StoreError(f"{path} {said.format(error=error, wait=wait_seconds)}") from error
    except UnicodeEncodeError as error:
        raise StoreError(f"{path} refuses a text with half a character in it; mend the record") from error
    except OverflowError as error:
        raise StoreError(f"{path} refuses a number of more than 64 bits; mend the record") from error
