"""Leaves a shelf with triggers and a journal that whoever opens it would roll back."""

import sqlite3


def store(path, items):
    shelf = sqlite3.connect(path)
    shelf.executescript(
        "CREATE TABLE IF NOT EXISTS item (place INTEGER PRIMARY KEY, name TEXT UNIQUE);"
        "CREATE TRIGGER IF NOT EXISTS grow AFTER INSERT ON item BEGIN DELETE FROM item; END;"
    )
    shelf.executemany("INSERT OR IGNORE INTO item (name) VALUES (?)", [(item,) for item in items])
    shelf.commit()
    shelf.close()
    with open(f"{path}-journal", "wb") as file:
        file.write(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + bytes(2000))
    return len(items)
