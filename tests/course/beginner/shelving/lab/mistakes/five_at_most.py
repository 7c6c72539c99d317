"""fails: test_variant

Looks at the first five items.
"""

import sqlite3
from contextlib import closing


def store(path, items):
    with closing(sqlite3.connect(path)) as shelf, shelf:
        shelf.execute("CREATE TABLE IF NOT EXISTS item (place INTEGER PRIMARY KEY, name TEXT UNIQUE)")
        before = shelf.total_changes
        shelf.executemany("INSERT OR IGNORE INTO item (name) VALUES (?)", [(item,) for item in items[:5]])
        return shelf.total_changes - before
