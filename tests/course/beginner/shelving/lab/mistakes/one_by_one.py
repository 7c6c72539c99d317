"""fails: test_all_or_nothing

Commits after every item.
"""

import sqlite3
from contextlib import closing


def store(path, items):
    with closing(sqlite3.connect(path, isolation_level=None)) as shelf:
        shelf.execute("CREATE TABLE IF NOT EXISTS item (place INTEGER PRIMARY KEY, name TEXT UNIQUE)")
        before = shelf.total_changes
        for item in items:
            shelf.execute("INSERT OR IGNORE INTO item (name) VALUES (?)", (item,))
        return shelf.total_changes - before
