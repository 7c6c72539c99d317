"""fails: test_stored

Remembers the items, and writes nothing down.
"""

_items = {}


def store(path, items):
    shelf = _items.setdefault(path, [])
    new = [item for item in dict.fromkeys(items) if item not in shelf]
    shelf += new
    return len(new)
