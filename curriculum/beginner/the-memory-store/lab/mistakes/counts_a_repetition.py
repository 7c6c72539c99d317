"""fails: test_twice

Returns the id of a record twice that stands twice in the batch.
"""

from memlab.errors import StoreError
from memlab.record import memory_id
from memlab.rows import COLUMNS, SLOTS, row_of
from memlab.store import not_its_own, open_store


def add(path, records, wait_seconds=5.0):
    new = []
    with open_store(path, wait_seconds) as store:
        store.execute("BEGIN IMMEDIATE")
        there = {one for (one,) in store.execute("SELECT id FROM memory")}
        for record in records:
            own = memory_id(record.content, record.type, record.scope, record.provenance.source_id)
            if record.id != own:
                raise StoreError(not_its_own(record))
            store.execute(
                f"INSERT INTO memory ({COLUMNS}) VALUES ({SLOTS}) ON CONFLICT (id) DO NOTHING", row_of(record)
            )
            if record.id not in there:
                new.append(record.id)
        store.execute("COMMIT")
    return tuple(new)
