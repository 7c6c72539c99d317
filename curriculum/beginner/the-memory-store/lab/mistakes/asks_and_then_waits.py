"""fails: test_overtaken

Asks which ids are there, and then waits for the lock: what another writer added meanwhile is said to be new.
"""

from memlab.errors import StoreError
from memlab.record import memory_id
from memlab.rows import COLUMNS, SLOTS, row_of
from memlab.store import WAIT_SECONDS, not_its_own, open_store


def add(path, records, wait_seconds=WAIT_SECONDS):
    for record in records:
        source = record.provenance.source_id
        if record.id != memory_id(record.content, record.type, record.scope, source):
            raise StoreError(f"{path} {not_its_own(record)}")
    with open_store(path, wait_seconds) as store:
        there = {id for (id,) in store.execute("SELECT id FROM memory")}
        store.execute("BEGIN IMMEDIATE")
        for record in records:
            store.execute(
                f"INSERT INTO memory ({COLUMNS}) VALUES ({SLOTS}) ON CONFLICT (id) DO NOTHING", row_of(record)
            )
        store.execute("COMMIT")
    return tuple(dict.fromkeys(record.id for record in records if record.id not in there))
