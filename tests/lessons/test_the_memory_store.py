"""What the page of B6 claims beyond what its checks try."""

import inspect
import re
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import datetime

import pytest

from curriculum.course import CHECKOUT, load_course
from memlab.record import Provenance, Scope, make_memory
from memlab.rows import COLUMNS, SLOTS, row_of
from memlab.store import add, create, load, open_store

LESSON = load_course(CHECKOUT).lesson("the-memory-store")
FIGURES = LESSON.expected
WAYS = {row["way"]: row for row in FIGURES["ways"]}
INSERT = f"INSERT INTO memory ({COLUMNS}) VALUES ({SLOTS})"


def said(time="2026-03-14T09:30:00+01:00", turn=1, **later):
    at = datetime.fromisoformat(time)
    source = Provenance(f"s1/{turn}", "user", 1.0)
    return replace(make_memory(f"Said at {time}", "semantic", Scope("ada"), source, at, at), **later)


@pytest.fixture
def path(tmp_path):
    made = str(tmp_path / "memories.db")
    create(made)
    return made


def test_only_the_last_row_is_right_in_every_column():
    """Each naive way loses something acknowledged, keeps a half, or has something twice."""
    right, acknowledged = FIGURES["history"]["right"], FIGURES["history"]["said"]
    assert {row["said"] for row in WAYS.values()} == {acknowledged}
    for way, row in WAYS.items():
        good = (row["found"], row["again"], row["unheard"]) == (acknowledged, right, right)
        assert good is (way == "add")
    assert WAYS["JSON, written anew"]["found"] == 0
    assert WAYS["commit each, no id"]["found"] > acknowledged
    assert WAYS["commit now and then, no id"]["found"] < acknowledged
    batch = WAYS["commit a batch, no id"]
    assert (batch["found"], batch["again"]) == (acknowledged, right)
    assert batch["unheard"] == right + FIGURES["history"]["batch"]


def test_priyas_allergy_was_among_what_was_lost():
    """As the first section says."""
    assert any("allerg" in memory.content for batch in LESSON.measure.before() for memory in batch)


def test_or_ignore_is_silent_and_or_replace_forgets(path):
    """What the page says of the two shortcuts."""
    tea = said(status="superseded")
    add(path, [tea])
    with open_store(path) as store:
        for verb, record, written in (
            ("INSERT OR IGNORE", said(turn=2, confidence=1.5), 0),
            ("INSERT OR REPLACE", said(), 1),
        ):
            assert store.execute(INSERT.replace("INSERT", verb), row_of(record)).rowcount == written
    assert [one.status for one in load(path, Scope("ada"))] == ["active"]


def test_a_transaction_that_began_as_a_reader_may_not_write(path):
    """Refused at once, however long it would wait, if somebody else has committed since."""
    with closing(sqlite3.connect(path, timeout=60, isolation_level=None)) as store:
        store.execute("BEGIN")
        store.execute("SELECT count(*) FROM memory").fetchone()
        add(path, [said()])
        with pytest.raises(sqlite3.OperationalError, match="locked") as refused:
            store.execute(INSERT, row_of(said(turn=2)))
        assert refused.value.sqlite_errorcode == sqlite3.SQLITE_BUSY_SNAPSHOT


def test_texts_of_times_have_another_order_than_moments():
    """The two times of the page, and what SQLite's datetime() makes of parts of a second."""
    paris, utc = said("2026-03-14T09:30:00+01:00"), said("2026-03-14T08:45:00+00:00")
    assert paris.recorded_at < utc.recorded_at
    assert paris.recorded_at.isoformat() > utc.recorded_at.isoformat()
    assert (utc.recorded_at - paris.recorded_at).total_seconds() == 15 * 60
    with closing(sqlite3.connect(":memory:")) as store:
        asked = "SELECT datetime('2026-03-14T08:45:00.9+00:00') = datetime('2026-03-14T08:45:00+00:00')"
        assert store.execute(asked).fetchone() == (1,)


def test_the_order_of_the_quiz(path):
    """The night in which clocks are put back: by moment and by text, as its answer says."""
    times = ("2026-10-25T02:30:00+02:00", "2026-10-25T02:10:00+01:00", "2026-10-25T01:00:00+00:00")
    three = [said(time, turn) for turn, time in enumerate(times, start=1)]
    add(path, three)
    assert load(path, Scope("ada")) == (three[0], three[2], three[1])
    with open_store(path) as store:
        rows = store.execute("SELECT recorded_at FROM memory ORDER BY recorded_at")
        assert [time for (time,) in rows] == [times[2], times[1], times[0]]


def test_a_copy_of_the_file_alone_lacks_what_is_in_the_log(path, tmp_path):
    """While another connection is open; `backup` has it all."""
    with closing(sqlite3.connect(path)) as other:
        other.execute("SELECT count(*) FROM memory").fetchone()
        add(path, [said()])
        shutil.copyfile(path, tmp_path / "copy.db")
        assert load(str(tmp_path / "copy.db"), Scope("ada")) == ()
        with closing(sqlite3.connect(tmp_path / "backup.db")) as target:
            other.backup(target)
    assert load(str(tmp_path / "backup.db"), Scope("ada")) == (said(),)


def test_the_table_of_fields_on_the_page_is_true():
    """Times with their offset and lists in JSON, as its examples have them."""
    page = LESSON.page.read_text(encoding="utf-8")
    row = row_of(said(derived_from=("3c", "7f"), pinned=True))
    for value in (row[COLUMNS.split(", ").index("recorded_at")], '["3c", "7f"]'):
        assert value in row
        assert f"`{value}`" in page
    assert 1 in row


def test_the_reference_is_as_short_as_the_page_says():
    """Some ten lines each, without the docstring."""
    for piece in LESSON.pieces:
        source = re.sub(r'""".*?"""', "", inspect.getsource(piece.reference), flags=re.DOTALL)
        assert len([line for line in source.splitlines() if line.strip()]) <= 17
