"""A row holds a memory, and what is no row of a memory is told."""

import sqlite3
from contextlib import closing
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memlab.errors import StoreError
from memlab.record import Memory, Provenance, Scope, make_memory
from memlab.rows import COLUMNS, NAMES, SLOTS, memory_of, row_of
from memlab.schema import migrate

ODD = ["", "\0", "a\0b", "'", '"', "%", "_", "é", "e\u0301", "😀"]
texts = st.text(max_size=12) | st.sampled_from(ODD)
offsets = st.builds(timezone, st.integers(-86_399, 86_399).map(lambda seconds: timedelta(seconds=seconds)))
moments = st.integers(0, 300_000_000_000_000_000).map(lambda one: timedelta(microseconds=one))
times = st.builds(
    lambda ago, zone: (datetime(9998, 1, 1, tzinfo=UTC) - ago).astimezone(zone), moments, offsets
)
listed = st.lists(texts, max_size=3).map(tuple)
shares = st.floats(0, 1)
later = st.fixed_dictionaries(
    {
        "corroborated_by": listed,
        "derived_from": listed,
        "status": st.sampled_from(["active", "archived", "superseded"]),
        "valid_from": st.none() | times,
        "invalid_at": st.none() | times,
        "superseded_by": texts,
        "importance": shares,
        "pinned": st.booleans(),
        "access_count": st.integers(0, 2**63 - 1),
        "last_accessed_at": st.none() | times,
        "tier": st.sampled_from(["working", "session", "long-term", "archive"]),
        "protected": listed,
        "keywords": listed,
        "language": texts,
        "title": texts,
        "merged_into": texts,
    }
)
contents = texts.filter(str.strip)
records = st.builds(
    lambda more, *fields: replace(make_memory(*fields), **more),
    later,
    contents,
    st.sampled_from(["semantic", "episodic", "procedural"]),
    st.builds(Scope, contents, texts, texts),
    st.builds(
        Provenance,
        contents.map("s{}".format),
        st.sampled_from(["user", "assistant", "agent", "tool"]),
        shares,
    ),
    times,
    times,
    shares,
)


def test_every_field_of_a_record_has_its_column():
    """A field that a later lesson adds cannot be forgotten; a scope has three columns, a provenance too."""
    parts = {"scope": ("user", "agent", "session"), "provenance": ("source_id", "speaker", "authority")}
    wanted = [name for field in fields(Memory) for name in parts.get(field.name, (field.name,))]
    assert list(NAMES) == wanted
    assert COLUMNS.split(", ") == wanted
    assert SLOTS.count("?") == len(wanted)


def test_a_row_gives_back_what_it_was_made_of(memory):
    """Also an offset with seconds in it, and a text that looks like a list."""
    odd = timezone(timedelta(hours=-1, minutes=-15, seconds=-7))
    made = memory(
        "[]",
        scope=Scope("ada", "bot", "s1"),
        recorded_at=datetime(2026, 3, 1, 9, 30, 0, 1, tzinfo=odd),
        invalid_at=datetime(1883, 11, 18, tzinfo=odd),
        derived_from=("[]", "a, b", '"'),
        pinned=True,
    )
    assert repr(memory_of(row_of(made))) == repr(replace(made))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("recorded_at", "2026-03-14T09:30:00"),  # it could never be compared with the others
        ("recorded_at", "soon"),
        ("recorded_at", None),
        ("happened_at", 7),
        ("valid_from", "2026-03-14"),
        ("derived_from", "3c"),
        ("derived_from", '"3c"'),
        ("keywords", '["tea", 7]'),
        ("protected", '{"tea": 1}'),
        ("corroborated_by", None),
    ],
)
def test_a_row_with_a_wrong_value_is_damaged(memory, name, value):
    """A time that is none, or a list that is none, is not guessed at."""
    row = dict(zip(NAMES, row_of(memory()), strict=True)) | {name: value}
    with pytest.raises(StoreError, match=f"damaged at record {memory().id}"):
        memory_of(tuple(row.values()))


def test_a_time_without_offset_is_not_written(memory):
    """It is refused where it comes in, and not when somebody reads."""
    with pytest.raises(StoreError, match="no offset"):
        row_of(replace(memory(), happened_at=datetime.fromisoformat("2026-03-01T09:30:00")))


def test_a_short_row_is_a_fault_of_ours():
    """Columns that were asked for in another number are no damage of a store."""
    with pytest.raises(ValueError, match="shorter"):
        memory_of(("7f",))


def test_the_types_are_those_of_the_columns():
    """No value is of a type that the table would have to convert."""
    at = datetime.fromisoformat("2026-03-14T09:30:00+01:00")
    row = row_of(Memory("7f", "Tea", "semantic", Scope("ada"), Provenance("s1/1", "user", 1.0), at, at))
    assert {type(value) for value in row} == {str, float, int, type(None)}


@settings(max_examples=50)
@given(records)
def test_any_record_comes_back_from_a_table_as_it_was(record):
    """Whatever texts, times and later fields it has, offsets and types included."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as store:
        migrate(store)
        store.execute(f"INSERT INTO memory ({COLUMNS}) VALUES ({SLOTS})", row_of(record))
        assert repr(memory_of(store.execute(f"SELECT {COLUMNS} FROM memory").fetchone())) == repr(record)
