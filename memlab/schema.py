"""The tables of a store, and how an older store becomes a store of today.

A store says in its own file what it is (`application_id`) and by how many of these steps it was made
(`user_version`). A new one takes all of them, from an empty file on; an older one takes those it lacks. So
every store of one version has the same tables, however old it is.

Source of the idea: https://www.sqlite.org/pragma.html#pragma_user_version
"""

import sqlite3

from memlab.errors import StoreError

# "mmlb" in ASCII: what tells a store from other people's databases.
APPLICATION_ID = 0x6D6D6C62

# Each step as its statements. Steps are only ever added at the end: stores out there have taken the others.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        # The record as it is first built: what makes it that memory, when, and how sure.
        """
        CREATE TABLE memory (
            id TEXT NOT NULL PRIMARY KEY,
            content TEXT NOT NULL,
            type TEXT NOT NULL CHECK (type IN ('semantic', 'episodic', 'procedural')),
            user TEXT NOT NULL CHECK (user <> ''),
            agent TEXT NOT NULL,
            session TEXT NOT NULL,
            source_id TEXT NOT NULL,
            speaker TEXT NOT NULL CHECK (speaker IN ('user', 'assistant', 'agent', 'tool')),
            authority REAL NOT NULL CHECK (authority BETWEEN 0 AND 1),
            happened_at TEXT NOT NULL,
            recorded_at TEXT NOT NULL,
            confidence REAL NOT NULL CHECK (confidence BETWEEN 0 AND 1)
        ) STRICT
        """,
        "CREATE INDEX memory_by_scope ON memory (user, agent, session)",
    ),
    (
        # What happens to a memory later, each with the value of a record to which nothing has happened.
        "ALTER TABLE memory ADD COLUMN corroborated_by TEXT NOT NULL DEFAULT '[]'",
        "ALTER TABLE memory ADD COLUMN derived_from TEXT NOT NULL DEFAULT '[]'",
        "ALTER TABLE memory ADD COLUMN status TEXT NOT NULL DEFAULT 'active' "
        "CHECK (status IN ('active', 'archived', 'superseded'))",
        "ALTER TABLE memory ADD COLUMN valid_from TEXT",
        "ALTER TABLE memory ADD COLUMN invalid_at TEXT",
        "ALTER TABLE memory ADD COLUMN superseded_by TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE memory ADD COLUMN importance REAL NOT NULL DEFAULT 0.5 "
        "CHECK (importance BETWEEN 0 AND 1)",
        "ALTER TABLE memory ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1))",
        "ALTER TABLE memory ADD COLUMN access_count INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE memory ADD COLUMN last_accessed_at TEXT",
        "ALTER TABLE memory ADD COLUMN tier TEXT NOT NULL DEFAULT 'working' "
        "CHECK (tier IN ('working', 'session', 'long-term', 'archive'))",
        "ALTER TABLE memory ADD COLUMN protected TEXT NOT NULL DEFAULT '[]'",
        "ALTER TABLE memory ADD COLUMN keywords TEXT NOT NULL DEFAULT '[]'",
        "ALTER TABLE memory ADD COLUMN language TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE memory ADD COLUMN title TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE memory ADD COLUMN merged_into TEXT NOT NULL DEFAULT ''",
    ),
)
VERSION = len(MIGRATIONS)
# In one statement, for another process may make the store between two.
WHAT_IT_IS = """
    SELECT application_id, user_version, (SELECT count(*) FROM sqlite_master)
    FROM pragma_application_id, pragma_user_version
"""


def version_of(store: sqlite3.Connection) -> int:
    """Read how many steps a store has taken; 0 for a database with nothing in it.

    Raises StoreError, and reads nothing else, for a database of another program and a store of a newer
    memlab.

    >>> version_of(sqlite3.connect(":memory:"))
    0
    """
    kind, version, tables = store.execute(WHAT_IT_IS).fetchone()
    if kind != APPLICATION_ID and (kind, version, tables) != (0, 0, 0):
        raise StoreError("is a database of another program; name another file for the store")
    if version > VERSION:
        said = f"is a store of version {version}, and this memlab knows up to {VERSION}"
        raise StoreError(f"{said}; update memlab")
    return int(version)


def migrate(store: sqlite3.Connection) -> None:
    """Let a store take the steps that it lacks, all in one transaction; one that lacks none is not written.

    store: a connection without a transaction, in autocommit mode.

    >>> store = sqlite3.connect(":memory:", isolation_level=None)
    >>> migrate(store)
    >>> version_of(store) == VERSION
    True
    """
    if version_of(store) == VERSION:
        return
    store.execute("BEGIN IMMEDIATE")
    # Asked again: another process may have taken them while this one waited for the lock.
    for statements in MIGRATIONS[version_of(store) :]:
        for statement in statements:
            store.execute(statement)
    store.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    store.execute(f"PRAGMA user_version = {VERSION}")
    store.execute("COMMIT")
