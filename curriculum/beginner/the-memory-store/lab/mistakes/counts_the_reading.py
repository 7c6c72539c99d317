"""fails: test_reading_changes_nothing

Counts each reading as a use, and so writes when it reads.
"""

from memlab.rows import COLUMNS, memory_of
from memlab.store import open_store


def load(path, scope):
    with open_store(path) as store:
        rows = store.execute(
            f"SELECT {COLUMNS} FROM memory WHERE user = ? AND agent = ? AND session = ?",
            (scope.user, scope.agent, scope.session),
        )
        records = [memory_of(row) for row in rows]
        store.execute("UPDATE memory SET access_count = access_count + 1")
    return tuple(sorted(records, key=lambda record: (record.recorded_at, record.id)))
