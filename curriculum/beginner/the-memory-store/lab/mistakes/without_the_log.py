"""fails: test_loaded_after_a_crash

Opens the file as one that nobody changes, and does not look into the log.
"""

import sqlite3
from contextlib import closing

from memlab.rows import COLUMNS, memory_of
from memlab.store import open_store


def load(path, scope):
    with open_store(path), closing(sqlite3.connect(f"file:{path}?immutable=1", uri=True)) as store:
        rows = store.execute(
            f"SELECT {COLUMNS} FROM memory WHERE user = ? AND agent = ? AND session = ?",
            (scope.user, scope.agent, scope.session),
        )
        records = [memory_of(row) for row in rows]
    return tuple(sorted(records, key=lambda record: (record.recorded_at, record.id)))
