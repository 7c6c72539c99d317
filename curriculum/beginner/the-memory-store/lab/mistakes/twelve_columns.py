"""fails: test_loaded

Reads the first twelve columns, and gives the others their defaults.
"""

from memlab.record import Memory
from memlab.rows import COLUMNS, memory_of
from memlab.store import open_store


def first_twelve(row):
    whole = memory_of(row)
    return Memory(
        whole.id,
        whole.content,
        whole.type,
        whole.scope,
        whole.provenance,
        whole.happened_at,
        whole.recorded_at,
        whole.confidence,
    )


def load(path, scope):
    with open_store(path) as store:
        rows = store.execute(
            f"SELECT {COLUMNS} FROM memory WHERE user = ? AND agent = ? AND session = ?",
            (scope.user, scope.agent, scope.session),
        )
        records = [first_twelve(row) for row in rows]
    return tuple(sorted(records, key=lambda record: (record.recorded_at, record.id)))
