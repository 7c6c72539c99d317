"""fails: test_loaded

Cuts a text at a NUL.
"""

from dataclasses import replace

from memlab.rows import COLUMNS, memory_of
from memlab.store import open_store


def load(path, scope):
    with open_store(path) as store:
        rows = store.execute(
            f"SELECT {COLUMNS} FROM memory WHERE user = ? AND agent = ? AND session = ?",
            (scope.user, scope.agent, scope.session),
        )
        records = [replace(memory_of(row), content=memory_of(row).content.partition("\0")[0]) for row in rows]
    return tuple(sorted(records, key=lambda record: (record.recorded_at, record.id)))
