"""What a store says of itself, and how an older one becomes one of today."""

import sqlite3
from contextlib import closing

import pytest

from memlab.errors import StoreError
from memlab.rows import COLUMNS, NAMES
from memlab.schema import APPLICATION_ID, MIGRATIONS, VERSION, migrate, version_of


@pytest.fixture
def store():
    """Connect to a database in memory, with nothing in it."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        yield connection


def made_by(store, steps):
    """Let a store take so many steps, as an older memlab did."""
    for statement in [one for step in MIGRATIONS[:steps] for one in step]:
        store.execute(statement)
    store.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    store.execute(f"PRAGMA user_version = {steps}")


@pytest.mark.parametrize("steps", range(1, VERSION + 1))
def test_every_older_store_becomes_one_of_today(store, steps):
    """However many steps it has taken, it ends with the same tables as a new one."""
    made_by(store, steps)
    migrate(store)
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as new:
        migrate(new)
        tables = "SELECT sql FROM sqlite_master ORDER BY name"
        assert store.execute(tables).fetchall() == new.execute(tables).fetchall()
    assert version_of(store) == VERSION


def test_the_table_has_the_columns_of_a_row(store):
    """In the same order, each of a type of its own that SQLite enforces."""
    migrate(store)
    assert [row[1] for row in store.execute("PRAGMA table_info(memory)")] == list(NAMES)
    with pytest.raises(sqlite3.IntegrityError, match="cannot store TEXT value in REAL column"):
        store.execute("UPDATE OR FAIL memory SET id = id")  # nothing is there yet
        values = ", ".join("'x'" for _ in NAMES)
        store.execute(f"INSERT INTO memory ({COLUMNS}) VALUES ({values})")


def test_a_store_of_today_is_not_written(store):
    """Where no step is lacking, nothing begins."""
    migrate(store)
    before = store.total_changes, store.execute("PRAGMA data_version").fetchone()
    store.execute("PRAGMA query_only = ON")
    migrate(store)
    assert (store.total_changes, store.execute("PRAGMA data_version").fetchone()) == before


def test_a_step_that_fails_takes_all_back(store, monkeypatch):
    """A migration is one transaction: the store stays of its version, and works with the old memlab."""
    made_by(store, 1)
    monkeypatch.setattr("memlab.schema.MIGRATIONS", (*MIGRATIONS, ("CREATE TABLE broken (",)))
    with pytest.raises(sqlite3.OperationalError):
        migrate(store)
    store.execute("ROLLBACK")
    assert version_of(store) == 1
    assert len(store.execute("PRAGMA table_info(memory)").fetchall()) == 12


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("CREATE TABLE note (text TEXT)", "another program"),
        ("PRAGMA user_version = 1", "another program"),
        ("PRAGMA application_id = 7", "another program"),
        (f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION + 1}", "update memlab"),
    ],
)
def test_what_is_none_of_ours_is_refused(store, statement, said):
    """Another program's database is not written to, and a newer store not guessed at."""
    store.executescript(statement)
    with pytest.raises(StoreError, match=said):
        version_of(store)


def test_nothing_yet_is_version_0(store):
    """An empty database may become a store."""
    assert version_of(store) == 0
