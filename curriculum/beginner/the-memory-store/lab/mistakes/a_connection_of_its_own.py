"""fails: test_add_to_an_older_store

Opens the file by itself: nothing is migrated, and errors come as SQLite has them.
"""

import sqlite3
from contextlib import closing

from memlab.errors import StoreError
from memlab.record import memory_id
from memlab.rows import COLUMNS, SLOTS, row_of
from memlab.store import not_its_own


def add(path, records, wait_seconds=5.0):
    new = []
    with closing(sqlite3.connect(path, timeout=wait_seconds)) as store, store:
        for record in records:
            own = memory_id(record.content, record.type, record.scope, record.provenance.source_id)
            if record.id != own:
                raise StoreError(not_its_own(record))
            done = store.execute(
                f"INSERT INTO memory ({COLUMNS}) VALUES ({SLOTS}) ON CONFLICT (id) DO NOTHING", row_of(record)
            )
            if done.rowcount:
                new.append(record.id)
    return tuple(new)
