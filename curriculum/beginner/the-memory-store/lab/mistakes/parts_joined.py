"""fails: test_all_three_parts

Compares the three parts joined to one text, and hands one person what belongs to another.
"""

from memlab.rows import COLUMNS, memory_of
from memlab.store import open_store


def load(path, scope):
    joined = f"{scope.user}{scope.agent}{scope.session}"
    with open_store(path) as store:
        rows = store.execute(f"SELECT {COLUMNS} FROM memory WHERE user || agent || session = ?", (joined,))
        records = [memory_of(row) for row in rows]
    return tuple(sorted(records, key=lambda record: (record.recorded_at, record.id)))
