"""What happens beside your two functions: kills, locks, readers and other writers. There is nothing to edit.

Each function gets your pieces first, and returns plain data. What is in a file afterwards is read elsewhere.
"""

import os
import signal
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from memlab import store
from memlab.errors import StoreError
from memlab.record import Memory, Scope
from memlab.rows import COLUMNS, SLOTS, row_of

INSERT = f"INSERT INTO memory ({COLUMNS}) VALUES ({SLOTS})"
# What a connection does to get ready, or only to look; what SQLite does within another statement begins with
# two dashes. All else is writing.
LOOKING = ("PRAGMA", "SELECT", "WITH", "EXPLAIN", "--")


def create(pieces: Any, path: str) -> None:
    """Make an empty store, with memlab's own `create`."""
    store.create(path)


def files(pieces: Any) -> tuple[str, ...]:
    """The names of all files that lie in the folder."""
    return tuple(sorted(file.name for file in Path().iterdir()))


def fill(pieces: Any, path: str, records: Sequence[Memory]) -> None:
    """Make a store that holds these records, without your pieces."""
    store.create(path)
    with closing(_connected(path)) as other:
        other.execute("BEGIN")
        other.executemany(INSERT, map(row_of, records))
        other.execute("COMMIT")


def size(pieces: Any, path: str) -> int:
    """How many bytes a file has."""
    return Path(path).stat().st_size


def count(pieces: Any, path: str) -> int:
    """How many records stand in a store, of all scopes."""
    with closing(_connected(path)) as reader:
        return _count(reader)


def refused(pieces: Any, path: str, records: Sequence[Memory]) -> bool:
    """Add records; whether that raised StoreError."""
    try:
        pieces.add(path, records)
    except StoreError:
        return True
    return False


def snapshots(pieces: Any, path: str, records: Sequence[Memory]) -> int:
    """Add records, and copy the store before each statement that writes, as a kill there would leave it.

    The copies are `before-1.db`, `before-2.db` and so on. Returns how many there are.
    """
    taken = 0

    def copy(sql: str) -> None:
        nonlocal taken
        if not sql.lstrip().upper().startswith(LOOKING):
            taken += 1
            for ending in ("", "-wal"):
                if Path(path + ending).is_file():
                    Path(f"before-{taken}.db{ending}").write_bytes(Path(path + ending).read_bytes())

    with _watched(copy):
        pieces.add(path, records)
    return taken


def then_killed(pieces: Any, path: str, batches: Sequence[Sequence[Memory]]) -> None:
    """Add batch after batch, and kill the process in the moment in which the last call has returned."""
    for batch in batches:
        pieces.add(path, batch)
    os.kill(os.getpid(), signal.SIGKILL)


def beside_a_reader(pieces: Any, path: str, records: Sequence[Memory]) -> tuple[int, int, int]:
    """Add records while somebody reads the store.

    Returns how many records the reader sees before, after, and when it has begun anew.
    """
    with closing(_connected(path)) as reader:
        reader.execute("BEGIN")
        before = _count(reader)
        pieces.add(path, records)
        during = _count(reader)
        reader.execute("COMMIT")
        return before, during, _count(reader)


def beside_a_writer(
    pieces: Any, path: str, records: Sequence[Memory], milliseconds: int, wait_seconds: float
) -> tuple[str, ...]:
    """Add records while somebody else is writing, who is done after so many milliseconds.

    wait_seconds: for how long `add` is told to wait.
    """
    with _writing(path, None, milliseconds):
        ids: tuple[str, ...] = pieces.add(path, records, wait_seconds)
        return ids


def after_a_writer(
    pieces: Any, path: str, records: Sequence[Memory], other: Memory, milliseconds: int
) -> tuple[str, ...]:
    """Add records while somebody else has written `other`, and commits it after so many milliseconds."""
    with _writing(path, other, milliseconds, "COMMIT"):
        ids: tuple[str, ...] = pieces.add(path, records)
        return ids


def overtaken(
    pieces: Any, path: str, records: Sequence[Memory], other: Memory
) -> tuple[tuple[str, ...], bool]:
    """Add records; just before the first INSERT another writer adds `other`, if nothing keeps it out.

    Returns what `add` returned, and whether the other one was let in.
    """
    tried = inside = False

    def slip_in(sql: str) -> None:
        nonlocal tried, inside
        if tried or not sql.lstrip().upper().startswith(("INSERT", "REPLACE")):
            return
        tried = True
        with closing(_connected(path)) as intruder:
            try:
                intruder.execute(INSERT, row_of(other))
                inside = True
            except sqlite3.OperationalError:
                inside = False

    with _watched(slip_in):
        ids: tuple[str, ...] = pieces.add(path, records)
    return ids, inside


def loaded_beside_a_writer(
    pieces: Any, path: str, scope: Scope, other: Memory
) -> tuple[tuple[Memory, ...], bool]:
    """Load a scope while somebody else is writing `other` and has not committed it.

    Returns what was loaded, and whether that had to wait for the writer, who gives up after a second.
    """
    with _writing(path, other, 1000) as done:
        records: tuple[Memory, ...] = pieces.load(path, scope)
        return records, done.is_set()


def _connected(path: str) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)


def _count(reader: sqlite3.Connection) -> int:
    return int(reader.execute("SELECT count(*) FROM memory").fetchone()[0])


@contextmanager
def _watched(seen: Callable[[str], None]) -> Iterator[None]:
    """Tell `seen` of each statement of each connection that is opened within the block, before it is run."""
    connect = sqlite3.connect

    def watched(*arguments: Any, **named: Any) -> sqlite3.Connection:
        connection = connect(*arguments, **named)
        connection.set_trace_callback(seen)
        return connection

    sqlite3.connect = watched
    try:
        yield
    finally:
        sqlite3.connect = connect


@contextmanager
def _writing(
    path: str, other: Memory | None, milliseconds: int, end: str = "ROLLBACK"
) -> Iterator[threading.Event]:
    """Let another connection hold the store's lock for so long, and then leave it as it was, or commit."""
    done, over = threading.Event(), threading.Event()
    writer = _connected(path)
    writer.execute("BEGIN IMMEDIATE")
    if other is not None:
        writer.execute(INSERT, row_of(other))

    def leave() -> None:
        over.wait(milliseconds / 1000)
        done.set()
        writer.execute(end)

    leaving = threading.Thread(target=leave)
    leaving.start()
    try:
        yield done
    finally:
        over.set()
        leaving.join()
        writer.close()
