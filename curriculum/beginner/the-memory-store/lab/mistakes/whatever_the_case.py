"""fails: test_all_three_parts

Compares names without case.
"""

from memlab.rows import COLUMNS, memory_of
from memlab.store import open_store


def load(path, scope):
    with open_store(path) as store:
        rows = store.execute(
            f"SELECT {COLUMNS} FROM memory WHERE user = ? COLLATE NOCASE AND agent = ? AND session = ?",
            (scope.user, scope.agent, scope.session),
        )
        records = [memory_of(row) for row in rows]
    return tuple(sorted(records, key=lambda record: (record.recorded_at, record.id)))
