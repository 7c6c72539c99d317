"""fails: test_its_own_id

Takes any id, also one that belongs to another text.
"""

from memlab.rows import COLUMNS, SLOTS, row_of
from memlab.store import open_store


def add(path, records, wait_seconds=5.0):
    new = []
    with open_store(path, wait_seconds) as store:
        store.execute("BEGIN IMMEDIATE")
        for record in records:
            done = store.execute(
                f"INSERT INTO memory ({COLUMNS}) VALUES ({SLOTS}) ON CONFLICT (id) DO NOTHING", row_of(record)
            )
            if done.rowcount:
                new.append(record.id)
        store.execute("COMMIT")
    return tuple(new)
