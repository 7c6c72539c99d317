"""fails: test_beside_a_writer

Begins without IMMEDIATE and reads first: it is refused at once when it wants to write beside a writer.
"""

from memlab.errors import StoreError
from memlab.record import memory_id
from memlab.rows import COLUMNS, SLOTS, row_of
from memlab.store import not_its_own, open_store


def add(path, records, wait_seconds=5.0):
    new = []
    with open_store(path, wait_seconds) as store:
        store.execute("BEGIN")
        there = {one for (one,) in store.execute("SELECT id FROM memory")}
        for record in records:
            own = memory_id(record.content, record.type, record.scope, record.provenance.source_id)
            if record.id != own:
                raise StoreError(not_its_own(record))
            if record.id not in there:
                store.execute(f"INSERT INTO memory ({COLUMNS}) VALUES ({SLOTS})", row_of(record))
                there.add(record.id)
                new.append(record.id)
        store.execute("COMMIT")
    return tuple(new)
