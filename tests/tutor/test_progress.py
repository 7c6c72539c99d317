"""What a learner has done: noted at once, kept through kills and by two terminals, and nobody else's."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from grader.verdict import Check, Verdict
from tutor.progress import Progress
from tutor.state import StateError

NOW = datetime(2026, 5, 1, 9, 30, tzinfo=UTC)
# Notes attempts without end, and says each time that one is noted.
WRITER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from grader.verdict import Verdict
from tutor.progress import Progress

for number in range(int(sys.argv[2])):
    verdict = Verdict(f"lesson {sys.argv[3]} {number}", "wrong", number % 100, {}, {}, (), ())
    Progress(Path(sys.argv[1])).note_verdict(verdict, datetime.now(UTC))
    print(number, flush=True)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / ".course" / "learner.sqlite"


def verdict(state="wrong", score=50, lesson="doubling", **earned: int) -> Verdict:
    """A verdict with a check of ten points for each task, by its label with _ for the dot."""
    checks = tuple(
        Check(f"test_{n}", task.replace("_", "."), "So", 10, points, "passed" if points else "wrong", "")
        for n, (task, points) in enumerate(earned.items())
    )
    return Verdict(lesson, state, score, {}, {}, checks, ())


def write(path: Path, count: int, name: str) -> subprocess.Popen[str]:
    """A terminal in which somebody runs one lab after another."""
    command = [sys.executable, "-c", WRITER, str(path), str(count), name]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def lessons(path: Path) -> list[str]:
    return list(Progress(path).latest())


def test_who_has_done_nothing_has_no_file(path):
    """To look at what was done makes nothing."""
    assert Progress(path).latest() == {}
    assert Progress(path).hints() == {}
    assert not path.parent.exists()


def test_the_last_attempt_at_each_lesson_counts(path):
    """What came last is the state of a lesson, better or worse, and another lesson has its own."""
    progress = Progress(path)
    progress.note_verdict(verdict("done", 100, B1_1=10, B1_2=10), NOW)
    progress.note_verdict(verdict("in progress", 50, B1_1=10, B1_2=0), NOW + timedelta(hours=1))
    progress.note_verdict(verdict("wrong", 0, "labelling", B2_1=0), NOW)
    latest = Progress(path).latest()
    assert {name: (one.state, one.score, one.tasks) for name, one in latest.items()} == {
        "doubling": ("in progress", 50, ("B1.1",)),
        "labelling": ("wrong", 0, ()),
    }
    assert latest["doubling"].at == "2026-05-01T10:30:00+00:00"


def test_the_furthest_hint_counts(path):
    """Whoever reads the first hint again has still read the third."""
    progress = Progress(path)
    for task, step in (("B1.1", 1), ("B1.1", 3), ("B1.1", 1), ("B1.2", 1)):
        progress.note_hint(task, step, NOW)
    assert progress.hints() == {"B1.1": 3, "B1.2": 1}


@pytest.mark.parametrize("after", [0, 1, 7, 20])
def test_what_was_noted_survives_a_kill(path, after):
    """Whenever the terminal is killed, all that was noted is there, and at most one more."""
    writer = write(path, 10_000, "a")
    for _ in range(after):
        writer.stdout.readline()
    while not after and not path.exists():
        assert writer.poll() is None
    writer.kill()
    said, _ = writer.communicate()
    noted = after + len(said.splitlines())
    assert len(lessons(path)) in (noted, noted + 1)
    Progress(path).note_verdict(verdict(), NOW)
    assert "doubling" in lessons(path)


def test_two_terminals_note_everything(path):
    """Who writes at the same time waits, and nothing of either is lost."""
    both = [write(path, 40, name) for name in "ab"]
    assert [terminal.wait(60) for terminal in both] == [0, 0]
    assert len(lessons(path)) == 80
    for terminal in both:
        terminal.stdout.close()


def other_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TABLE recipe (name TEXT)")


def later_version(path: Path) -> None:
    Progress(path).note_hint("B1.1", 1, NOW)
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA user_version = 99")
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda path: path.write_text("my notes\n" * 500, encoding="utf-8"), "file is not a database"),
        (other_program, "this is another program's file"),
        (later_version, "a later version of the course made this file"),
        (Path.mkdir, "unable to open database file"),
    ],
    ids=["a text", "a database", "a later version", "a folder"],
)
def test_what_is_none_of_ours_is_left_alone(path, make, says):
    """It is named in one sentence, and not one byte of it changes."""
    path.parent.mkdir()
    make(path)
    before = path.read_bytes() if path.is_file() else None
    for act in (Progress(path).latest, lambda: Progress(path).note_hint("B1.1", 1, NOW)):
        with pytest.raises(StateError) as refused:
            act()
        assert str(refused.value).startswith(f"{path}: {says}")
        assert "\n" not in str(refused.value)
    assert (path.read_bytes() if path.is_file() else None) == before
