"""fails: test_by_moment

Orders records of one moment by their text of time before their id.
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
    return tuple(
        sorted(records, key=lambda record: (record.recorded_at, record.recorded_at.isoformat(), record.id))
    )
