"""fails: test_reading_changes_nothing

Remembers what it has loaded, and does not see what was written since.
"""

from memlab.rows import COLUMNS, memory_of
from memlab.store import open_store

_loaded = {}


def load(path, scope):
    if (path, scope) not in _loaded:
        with open_store(path) as store:
            rows = store.execute(
                f"SELECT {COLUMNS} FROM memory WHERE user = ? AND agent = ? AND session = ?",
                (scope.user, scope.agent, scope.session),
            )
            records = [memory_of(row) for row in rows]
        _loaded[path, scope] = tuple(sorted(records, key=lambda record: (record.recorded_at, record.id)))
    return _loaded[path, scope]
