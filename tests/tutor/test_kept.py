"""Nothing of a learner's is lost: whatever a command changes can be had back, whenever it was killed."""

import os
import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from curriculum.course import load_course
from curriculum.files import CourseError
from tutor.kept import Kept

NOW = datetime(2026, 5, 1, 9, 30, tzinfo=UTC)
# Changes the lab over and over, and says each time what it is about to write.
WRITER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from curriculum.course import load_course
from tutor.kept import Kept

course = load_course(Path(sys.argv[1]))
lab = course.lesson("B1").lab
for number in range(10_000):
    print(number, flush=True)
    Kept(course).change({lab: b"# %d\\n" % number}, "a try", datetime.now(UTC))
"""


@pytest.fixture
def course(toy):
    return load_course(toy)


@pytest.fixture
def kept(course):
    return Kept(course)


@pytest.fixture
def lab(course) -> Path:
    return course.lesson("B1").lab


def test_what_stood_there_comes_back(kept, lab):
    """A change is taken back to the byte, and what it had written can be had again too."""
    mine = "# größer\r\n".encode("utf-16")
    lab.write_bytes(mine)
    first = kept.change({lab: b"# new\n"}, "a try", NOW)
    assert lab.read_bytes() == b"# new\n"
    done, second = kept.undo(None, NOW)
    assert (done.number, done.why, lab.read_bytes()) == (first, "a try", mine)
    kept.undo(second, NOW)
    assert lab.read_bytes() == b"# new\n"


def test_what_is_written_after_a_change_is_kept_when_that_is_taken_back(kept, lab):
    """An undo keeps what it finds as every change does."""
    kept.change({lab: b"# new\n"}, "a try", NOW)
    lab.write_bytes(b"# an hour of work\n")
    _, number = kept.undo(None, NOW)
    kept.undo(number, NOW)
    assert lab.read_bytes() == b"# an hour of work\n"


def test_undo_goes_back_one_change_after_another(kept, lab):
    """Each undo takes back the last change that is left; then none is left, which is said."""
    start = lab.read_bytes()
    kept.change({lab: b"1"}, "one", NOW)
    kept.change({lab: b"2"}, "two", NOW)
    assert (kept.undo(None, NOW)[0].why, lab.read_bytes()) == ("two", b"1")
    assert (kept.undo(None, NOW)[0].why, lab.read_bytes()) == ("one", start)
    with pytest.raises(CourseError, match="nothing that is left to undo"):
        kept.undo(None, NOW)


def test_files_that_changed_together_come_back_together(kept, lab):
    """A file that was not there before is gone again."""
    start, other = lab.read_bytes(), lab.with_name("lab.ipynb")
    other.unlink()
    kept.change({lab: b"1", other: b"2"}, "both", NOW)
    kept.undo(None, NOW)
    assert lab.read_bytes() == start
    assert not other.exists()


def test_what_is_so_already_is_no_change(kept, lab):
    """Nothing is noted and nothing written where every file holds what it should."""
    assert kept.change({lab: lab.read_bytes()}, "again", NOW) is None
    assert kept.changes() == ()


def test_a_change_that_cannot_be_kept_is_not_made(kept, lab, toy):
    """Where the file of what is kept cannot be written, a learner's file stays as it is."""
    start = lab.read_bytes()
    (toy.parent / ".course").write_text("in the way", encoding="utf-8")
    with pytest.raises(CourseError):
        kept.change({lab: b"new"}, "a try", NOW)
    assert lab.read_bytes() == start


def test_a_link_stays_a_link(kept, lab, tmp_path):
    """Who keeps a lab elsewhere and links to it finds the change there."""
    elsewhere = tmp_path / "elsewhere.py"
    lab.replace(elsewhere)
    lab.symlink_to(elsewhere)
    kept.change({lab: b"new"}, "a try", NOW)
    assert lab.is_symlink()
    assert elsewhere.read_bytes() == b"new"


@pytest.mark.parametrize("after", [1, 2, 5, 11, 20])
def test_a_kill_at_any_moment_loses_nothing(kept, course, lab, toy, after):
    """All that ever stood in the file stands there still, or is kept."""
    start = lab.read_bytes()
    writer = subprocess.Popen([sys.executable, "-c", WRITER, str(toy)], stdout=subprocess.PIPE, text=True)
    for _ in range(after):
        writer.stdout.readline()
    writer.send_signal(getattr(signal, "SIGKILL", signal.SIGTERM))
    last = after + len(writer.communicate()[0].splitlines()) - 1
    seen = {lab.read_bytes()}
    for change in kept.changes():
        kept.undo(change.number, NOW)
        seen.add(lab.read_bytes())
    written = {b"# %d\n" % number for number in range(last)}
    assert {start} | written <= seen
    assert [file.name for file in lab.parent.iterdir() if file.name.endswith(".py.new")] == []


def test_two_at_once_lose_nothing(course, kept, lab):
    """What one writes and the other replaces is kept."""
    code = WRITER.replace("10_000", "15")
    both = [
        subprocess.Popen(
            [sys.executable, "-c", code.replace('"# %d', f'"# {name} %d'), str(course.folder)],
            stdout=subprocess.DEVNULL,
            env=dict(os.environ),
        )
        for name in "ab"
    ]
    assert [writer.wait(60) for writer in both] == [0, 0]
    seen = {lab.read_bytes()}
    for change in kept.changes():
        kept.undo(change.number, NOW)
        seen.add(lab.read_bytes())
    assert {b"# %s %d\n" % (name, number) for name in (b"a", b"b") for number in range(15)} <= seen
