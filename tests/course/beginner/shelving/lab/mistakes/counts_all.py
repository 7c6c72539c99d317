"""fails: test_twice

Returns how many items it was given.
"""

import sqlite3
from contextlib import closing


def store(path, items):
    with closing(sqlite3.connect(path)) as shelf, shelf:
        shelf.execute("CREATE TABLE IF NOT EXISTS item (place INTEGER PRIMARY KEY, name TEXT UNIQUE)")
        shelf.executemany("INSERT OR IGNORE INTO item (name) VALUES (?)", [(item,) for item in items])
        return len(items)
