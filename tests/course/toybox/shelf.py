"""A shelf: a file that remembers which items were put on it, and in which order."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing


def store(path: str, items: Sequence[str]) -> int:
    """Put the items on the shelf that are not there yet, in one transaction; return how many were new.

    If one cannot be put there, sqlite3.Error is raised and the shelf is as it was.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store(f"{folder}/shelf.db", ["cup", "jug", "cup"]), store(f"{folder}/shelf.db", ["jug"])
    (2, 0)
    """
    with closing(sqlite3.connect(path)) as shelf, shelf:
        shelf.execute("CREATE TABLE IF NOT EXISTS item (place INTEGER PRIMARY KEY, name TEXT UNIQUE)")
        before = shelf.total_changes
        shelf.executemany("INSERT OR IGNORE INTO item (name) VALUES (?)", [(item,) for item in items])
        return shelf.total_changes - before


def stored(path: str) -> tuple[str, ...]:
    """Return the items on the shelf, in the order in which they came. Given, not written by the learner."""
    with closing(sqlite3.connect(path)) as shelf:
        if shelf.execute("PRAGMA quick_check").fetchone() != ("ok",):
            raise sqlite3.DatabaseError("the shelf is damaged")
        if not shelf.execute("SELECT 1 FROM sqlite_master WHERE name = 'item'").fetchone():
            return ()
        return tuple(name for (name,) in shelf.execute("SELECT name FROM item ORDER BY place"))
