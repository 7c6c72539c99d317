"""fails: test_load_from_no_store

Returns nothing where there is no store or a damaged one, and the assistant forgets a person.
"""

from memlab.errors import StoreError
from memlab.rows import COLUMNS, memory_of
from memlab.store import open_store


def load(path, scope):
    try:
        with open_store(path) as store:
            rows = store.execute(
                f"SELECT {COLUMNS} FROM memory WHERE user = ? AND agent = ? AND session = ?",
                (scope.user, scope.agent, scope.session),
            )
            records = [memory_of(row) for row in rows]
    except StoreError:
        return ()
    return tuple(sorted(records, key=lambda record: (record.recorded_at, record.id)))
