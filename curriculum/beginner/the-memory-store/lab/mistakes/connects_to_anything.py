"""fails: test_load_from_no_store

Connects by itself, which makes an empty file where there is none.
"""

import sqlite3
from contextlib import closing

from memlab.rows import COLUMNS, memory_of


def load(path, scope):
    with closing(sqlite3.connect(path)) as store:
        rows = store.execute(
            f"SELECT {COLUMNS} FROM memory WHERE user = ? AND agent = ? AND session = ?",
            (scope.user, scope.agent, scope.session),
        )
        records = [memory_of(row) for row in rows]
    return tuple(sorted(records, key=lambda record: (record.recorded_at, record.id)))
