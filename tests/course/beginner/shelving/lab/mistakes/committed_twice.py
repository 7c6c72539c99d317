"""fails: test_power_cut

Commits the first item and then the others.
"""

import sqlite3
from contextlib import closing


def store(path, items):
    with closing(sqlite3.connect(path)) as shelf:
        shelf.execute("CREATE TABLE IF NOT EXISTS item (place INTEGER PRIMARY KEY, name TEXT UNIQUE)")
        before = shelf.total_changes
        for part in (items[:1], items[1:]):
            with shelf:
                shelf.executemany("INSERT OR IGNORE INTO item (name) VALUES (?)", [(item,) for item in part])
        return shelf.total_changes - before
