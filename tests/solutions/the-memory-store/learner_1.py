# %% [markdown]
# # The memory store
#
# Two functions are yours: one adds records to a store, all of them or none and each once, the other reads the
# memories of a scope. The page, `lesson.md` one folder up, says why. Helpers of your own and imports of the
# standard library may stand wherever you like.
#
# Run this file. Untouched it shows what is still to be written and what will come out: that is where
# everybody begins.

# %%
from collections.abc import Sequence

from memlab.errors import StoreError
from memlab.record import Memory, Scope, memory_id
from memlab.rows import COLUMNS, SLOTS, memory_of, row_of
from memlab.store import WAIT_SECONDS, not_its_own, open_store

# %% [markdown]
# ## Task B6.1: add records to a store
#
# What you will need:
#
# - `with open_store(path, wait_seconds) as store:` opens the file and closes it at the end of the block.
#   `store` is a connection of `sqlite3` in autocommit mode: no transaction begins but with
#   `store.execute("BEGIN IMMEDIATE")`, and it ends with `store.execute("COMMIT")`. One that is open when the
#   block ends, by an error or without one, leaves the store as it was. What SQLite refuses inside the block
#   comes out of it as StoreError, with words for a person;
# - the table is called `memory`. `COLUMNS` is the text "id, content, type, ..." with its 28 columns, `SLOTS`
#   the text "?, ?, ?, ..." with as many places, and `row_of(record)` the tuple of the 28 values in their
#   order;
# - `done = store.execute("INSERT ...", values)`, and `done.rowcount` is the number of rows that this
#   statement wrote: 0 or 1;
# - `memory_id(content, type, scope, source_id)` is the id that a record of this content must have. A record
#   has `content`, `type` and `scope`, and its source is `record.provenance.source_id`;
# - `StoreError(not_its_own(record))` is an error to raise; `not_its_own` finds the words for it, and does not
#   look whether they are true.


# %%
def add(path: str, records: Sequence[Memory], wait_seconds: float = WAIT_SECONDS) -> tuple[str, ...]:
    """Add the records that the store does not hold yet, all of them or none; return the ids of those.

    path: of a store that exists. records: in any order; the ids come in that order, and one that stands twice
    is new once. A record whose id is in the store is left as it stands there, byte for byte.
    When this returns, the records are in the file. Until then other processes see none of them.
    wait_seconds: how long to wait for another writer.
    Raises StoreError, and nothing is written: for a record whose id is not the `memory_id` of its own
    content, type, scope and source, for one that the table refuses, where another writer holds the store for
    longer than `wait_seconds`, and for all that `open_store` refuses.

    >>> import tempfile
    >>> from datetime import UTC, datetime
    >>> from memlab.record import Provenance, make_memory
    >>> at = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
    >>> tea = make_memory("I like tea", "semantic", Scope("ada"), Provenance("s1/1", "user", 1.0), at, at)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = f"{folder}/memories.db"
    ...     create(path)
    ...     add(path, [tea, tea]) == (tea.id,), add(path, [tea]), load(path, Scope("ada")) == (tea,)
    (True, (), True)
    """
    new = []
    with open_store(path, wait_seconds) as store:
        store.execute("BEGIN IMMEDIATE")
        for record in records:
            own = memory_id(record.content, record.type, record.scope, record.provenance.source_id)
            if record.id != own:
                raise StoreError(not_its_own(record))
            done = store.execute(
                f"INSERT INTO memory ({COLUMNS}) VALUES ({SLOTS}) ON CONFLICT (id) DO NOTHING", row_of(record)
            )
            if done.rowcount:
                new.append(record.id)
        store.execute("COMMIT")
    return tuple(new)


# %% [markdown]
# ## Task B6.2: read the memories of a scope
#
# `memory_of(row)` makes a record of a row of COLUMNS. A `Scope` has `user`, `agent` and `session`, and so has
# the table. `store.execute("SELECT ... WHERE user = ?", (value,))` puts a value in place of each `?`, with
# whatever characters it holds, and gives the rows one by one while the store is open. Times such as
# `record.recorded_at` can be compared and sorted: they are compared as moments.


# %%
def load(path: str, scope: Scope) -> tuple[Memory, ...]:
    """Read all memories of a scope, each equal to what was added, by recorded_at and then id.

    scope: user, agent and session must all be equal; an empty agent is no "any agent". Times are compared as
    moments, whatever their offsets. A store that another process is writing to is read as it was before that.
    Raises StoreError where there is no store, and for all else that `open_store` refuses.
    """
    with open_store(path) as store:
        rows = store.execute(
            "SELECT * FROM memory WHERE user = ? AND agent = ? AND session = ?",
            (scope.user, scope.agent, scope.session),
        )
        found = [memory_of(row) for row in rows]
    return tuple(sorted(found, key=lambda record: (record.recorded_at, record.id)))


# %% [markdown]
# ## To play with
#
# Whatever you try here is yours; nothing grades it. `memlab.store.create("my.db")` makes an empty store.

# %%
if __name__ == "__main__":
    pass

# %%
if __name__ == "__main__":
    from tutor.lab import run

    run("the-memory-store", globals())
