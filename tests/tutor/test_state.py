"""The file of what a learner did: begun by an older version of the course, it goes on with what it held."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tutor.progress import Progress
from tutor.state import OURS, SCHEMAS, StateError, opened

NOW = datetime(2026, 5, 1, 9, 30, tzinfo=UTC)


@pytest.fixture
def first_version(tmp_path: Path) -> Path:
    """A file as the first version of the course left it: an attempt and a hint."""
    path = tmp_path / "learner.sqlite"
    with closing(sqlite3.connect(path)) as file:
        file.executescript(SCHEMAS[0])
        file.execute("""INSERT INTO attempt VALUES (1, 'doubling', 'then', 'wrong', 50, '["B1.1"]')""")
        file.execute("INSERT INTO hint VALUES (1, 'B1.2', 2, 'then')")
        file.execute(f"PRAGMA application_id = {OURS}")
        file.execute("PRAGMA user_version = 1")
        file.commit()
    return path


def test_what_an_older_version_noted_is_still_there(first_version):
    """Attempts and hints are read, and new things are noted beside them."""
    progress = Progress(first_version)
    assert progress.hints() == {"B1.2": 2}
    assert progress.latest()["doubling"].tasks == ("B1.1",)
    assert progress.passed() == {"B1.1": None}
    progress.note_solution("doubling", NOW)
    assert progress.solutions() == {"doubling"}
    assert progress.hints() == {"B1.2": 2}


def test_a_step_forward_that_fails_leaves_the_old_version(first_version, monkeypatch):
    """All of a step is done or nothing of it."""
    before = first_version.read_bytes()
    monkeypatch.setattr(
        "tutor.state.SCHEMAS", (*SCHEMAS, "CREATE TABLE one (a TEXT); CREATE TABLE attempt (a)")
    )
    with pytest.raises(StateError, match="attempt already exists"):
        Progress(first_version).hints()
    assert first_version.read_bytes() == before
    monkeypatch.undo()
    assert Progress(first_version).hints() == {"B1.2": 2}


def test_a_thing_that_is_noted_is_noted_whole_or_not_at_all(tmp_path):
    """An error within it takes back all that it had written."""
    path = tmp_path / "learner.sqlite"
    with pytest.raises(RuntimeError), opened(path) as file:
        file.execute("INSERT INTO hint (task, step, at) VALUES ('B1.1', 1, 'now')")
        raise RuntimeError
    assert Progress(path).hints() == {}
