"""fails: test_all_three_parts

Asks for the user alone, and one agent reads what was said to another.
"""

from memlab.rows import COLUMNS, memory_of
from memlab.store import open_store


def load(path, scope):
    with open_store(path) as store:
        rows = store.execute(
            f"SELECT {COLUMNS} FROM memory WHERE user = ?",
            (scope.user,),
        )
        records = [memory_of(row) for row in rows]
    return tuple(sorted(records, key=lambda record: (record.recorded_at, record.id)))
