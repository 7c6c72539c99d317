"""fails: test_all_or_nothing

Commits in a finally, so that an error in the middle leaves what came before it.
"""

from memlab.errors import StoreError
from memlab.record import memory_id
from memlab.rows import COLUMNS, SLOTS, row_of
from memlab.store import not_its_own, open_store


def add(path, records, wait_seconds=5.0):
    for record in records:
        own = memory_id(record.content, record.type, record.scope, record.provenance.source_id)
        if record.id != own:
            raise StoreError(not_its_own(record))
    new = []
    with open_store(path, wait_seconds) as store:
        store.execute("BEGIN IMMEDIATE")
        try:
            for record in records:
                done = store.execute(
                    f"INSERT INTO memory ({COLUMNS}) VALUES ({SLOTS}) ON CONFLICT (id) DO NOTHING",
                    row_of(record),
                )
                if done.rowcount:
                    new.append(record.id)
        finally:
            store.execute("COMMIT")
    return tuple(new)
