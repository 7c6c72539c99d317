"""Leaves a shelf that looks like one and is none."""


def store(path, items):
    with open(path, "wb") as file:
        file.write(b"SQLite format 3\0" + bytes(range(256)) * 100)
    return len(items)
