"""What happens beside the learner's code: a power cut at a statement of SQL."""

import os
import signal
import sqlite3
from collections.abc import Sequence
from typing import Any


def cut_off(pieces: Any, path: str, items: Sequence[str], statement: int) -> int:
    """Store the items, but end the process just before that statement of SQL; without so many, store them."""
    connect, seen = sqlite3.connect, 0

    def count(sql: str) -> None:
        nonlocal seen
        seen += 1
        if seen == statement:
            os.kill(os.getpid(), signal.SIGKILL)

    def watched(*arguments: Any, **named: Any) -> sqlite3.Connection:
        connection = connect(*arguments, **named)
        connection.set_trace_callback(count)
        return connection

    sqlite3.connect = watched
    try:
        return int(pieces.store(path, items))
    finally:
        sqlite3.connect = connect


def twice(pieces: Any, path: str, items: Sequence[str]) -> tuple[int, int]:
    """Store the same items twice; returns how many were new each time."""
    return pieces.store(path, items), pieces.store(path, items)
