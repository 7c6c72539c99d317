"""fails: test_the_first_stays

Keeps the last of two records with one id, where the first was to stay.
"""

from memlab.errors import StoreError
from memlab.record import memory_id
from memlab.rows import COLUMNS, SLOTS, row_of
from memlab.store import not_its_own, open_store


def add(path, records, wait_seconds=5.0):
    new = []
    with open_store(path, wait_seconds) as store:
        store.execute("BEGIN IMMEDIATE")
        for record in {record.id: record for record in records}.values():
            own = memory_id(record.content, record.type, record.scope, record.provenance.source_id)
            if record.id != own:
                raise StoreError(not_its_own(record))
            done = store.execute(
                f"INSERT INTO memory ({COLUMNS}) VALUES ({SLOTS}) ON CONFLICT (id) DO NOTHING", row_of(record)
            )
            if done.rowcount:
                new.append(record.id)
        store.execute("COMMIT")
    return tuple(new)
