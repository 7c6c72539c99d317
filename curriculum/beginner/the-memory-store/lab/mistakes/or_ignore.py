"""fails: test_refused_by_the_table

INSERT OR IGNORE drops a record that breaks a rule of the table, and nobody is told.
"""

from memlab.errors import StoreError
from memlab.record import memory_id
from memlab.rows import COLUMNS, SLOTS, row_of
from memlab.store import not_its_own, open_store


def add(path, records, wait_seconds=5.0):
    new = []
    with open_store(path, wait_seconds) as store:
        store.execute("BEGIN IMMEDIATE")
        for record in records:
            own = memory_id(record.content, record.type, record.scope, record.provenance.source_id)
            if record.id != own:
                raise StoreError(not_its_own(record))
            done = store.execute(f"INSERT OR IGNORE INTO memory ({COLUMNS}) VALUES ({SLOTS})", row_of(record))
            if done.rowcount:
                new.append(record.id)
        store.execute("COMMIT")
    return tuple(new)
