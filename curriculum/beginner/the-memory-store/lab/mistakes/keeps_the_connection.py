"""fails: test_nothing_stays_open

Leaves every connection open, so that what was added stands in the log beside the file.
"""

import sqlite3

from memlab.errors import StoreError
from memlab.record import memory_id
from memlab.rows import COLUMNS, SLOTS, row_of
from memlab.store import not_its_own, open_store

_open = []


def add(path, records, wait_seconds=5.0):
    manager = open_store(path, wait_seconds)
    _open.append(manager)
    store = manager.__enter__()
    new = []
    try:
        store.execute("BEGIN IMMEDIATE")
        for record in records:
            own = memory_id(record.content, record.type, record.scope, record.provenance.source_id)
            if record.id != own:
                raise StoreError(not_its_own(record))
            done = store.execute(
                f"INSERT INTO memory ({COLUMNS}) VALUES ({SLOTS}) ON CONFLICT (id) DO NOTHING", row_of(record)
            )
            if done.rowcount:
                new.append(record.id)
        store.execute("COMMIT")
    except (sqlite3.Error, StoreError) as error:
        store.close()
        raise StoreError(str(error)) from error
    return tuple(new)
