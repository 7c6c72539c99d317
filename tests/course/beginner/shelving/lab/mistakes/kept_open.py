"""fails: test_acknowledged

Keeps a transaction open, which is committed at every fifth call.
"""

import sqlite3

_open = {}


def store(path, items):
    shelf, calls = _open.get(path, (None, 0))
    if shelf is None:
        shelf = sqlite3.connect(path)
        shelf.execute("CREATE TABLE IF NOT EXISTS item (place INTEGER PRIMARY KEY, name TEXT UNIQUE)")
    before = shelf.total_changes
    shelf.executemany("INSERT OR IGNORE INTO item (name) VALUES (?)", [(item,) for item in items])
    if calls % 5 == 4:
        shelf.commit()
    _open[path] = shelf, calls + 1
    return shelf.total_changes - before
