"""fails: test_every_text

Puts the values between quotes itself, and a quote in a text ends the statement.
"""

from memlab.errors import StoreError
from memlab.record import memory_id
from memlab.rows import COLUMNS, row_of
from memlab.store import not_its_own, open_store


def add(path, records, wait_seconds=5.0):
    new = []
    with open_store(path, wait_seconds) as store:
        store.execute("BEGIN IMMEDIATE")
        for record in records:
            own = memory_id(record.content, record.type, record.scope, record.provenance.source_id)
            if record.id != own:
                raise StoreError(not_its_own(record))
            values = ", ".join("NULL" if value is None else f"'{value}'" for value in row_of(record))
            done = store.execute(
                f"INSERT INTO memory ({COLUMNS}) VALUES ({values}) ON CONFLICT (id) DO NOTHING"
            )
            if done.rowcount:
                new.append(record.id)
        store.execute("COMMIT")
    return tuple(new)
