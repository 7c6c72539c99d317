"""The gradebook: what was written down stays, whoever is killed; what is none of ours is left as it is."""

import random
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grader.gradebook.file import OURS, SCHEMAS
from grader.gradebook.gradebook import Attempt, Gradebook, GradebookError, ManualMark, stamp
from tests.grader.attempts import check, failed, verdict

ANA = Attempt(
    student="ana",
    lesson="doubling",
    place="ana/lab.py",
    digest="d1",
    course="c1",
    grader="g1",
    seed=7,
    judged_at="2026-05-01T09:30:00+00:00",
    score=50,
    max_score=100,
    state="wrong",
    status="graded",
    detail="2 of 4 checks passed",
    verdict='{"lesson":"doubling"}',
)
# Writes attempts down until it is killed, and says of each once it is there.
WRITER = """
import sys
from dataclasses import replace
from pathlib import Path
from tests.grader.gradebook.test_gradebook import ANA
from grader.gradebook.gradebook import Gradebook

with Gradebook(Path(sys.argv[1])) as book:
    book.keep_seed(7)
    for number in range(1_000_000):
        book.add(replace(ANA, student=f"s{number:06}", detail="x" * int(sys.argv[2])))
        print(number, flush=True)
"""
# Makes a gradebook each time it is told to, writes one attempt down, and says what came of it.
BEGINNER = """
import sys
from pathlib import Path
from tests.grader.gradebook.test_gradebook import ANA
from grader.gradebook.gradebook import Gradebook, GradebookError

print("ready", flush=True)
for number in sys.stdin:
    try:
        with Gradebook(Path(sys.argv[1]).with_name(f"{number.strip()}.sqlite")) as book:
            book.add(ANA)
        print("added", flush=True)
    except GradebookError:
        print("refused", flush=True)
"""
TIMES = 30


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the gradebook shall lie."""
    return tmp_path / "gradebook.sqlite"


def rows(path: Path) -> list[tuple[Any, ...]]:
    """All attempts, as any program that can read SQLite sees them."""
    with closing(sqlite3.connect(path)) as book:
        return book.execute("SELECT number, student, score, detail FROM attempt ORDER BY number").fetchall()


def start(path: Path, size: int) -> subprocess.Popen[str]:
    """A process that writes attempts down until it is killed."""
    command = [sys.executable, "-c", WRITER, str(path), str(size)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


# What was written down


def test_what_was_added_is_read_back_whole(path: Path) -> None:
    """Every field of an attempt comes back as it was, in this and in later versions of the file."""
    odd = replace(ANA, student='bo\n"b", ž\x1b', score=None, seed=2**63 - 1, verdict="")
    with Gradebook(path) as book:
        book.add(ANA)
        book.add(odd)
    with Gradebook(path) as book:
        assert list(book.latest()) == [ANA, odd]
        assert book.latest_of("doubling", odd.student) == odd


MOMENTS = random.Random(20_261_130)


@pytest.mark.parametrize(
    ("after", "size"),
    [(0, 10), (1, 10), *((MOMENTS.randrange(2, 200), MOMENTS.choice((10, 9_000, 60_000))) for _ in range(8))],
)
def test_what_was_acknowledged_survives_a_kill(path: Path, after: int, size: int) -> None:
    """Whenever the grader is killed, each attempt that it had written down is there, and at most one more."""
    writer = start(path, size)
    assert writer.stdout is not None
    for _ in range(after):
        writer.stdout.readline()
    if not after:
        while not path.exists():
            assert writer.poll() is None
    writer.kill()
    said, _ = writer.communicate()
    acknowledged = after + len(said.splitlines())
    with Gradebook(path) as book:
        there = [attempt.student for attempt in book.latest()]
        assert book.seed in ({7} if acknowledged else {7, None})
        book.add(ANA)
    assert there == [f"s{number:06}" for number in range(len(there))]
    assert len(there) in (acknowledged, acknowledged + 1)
    assert len(rows(path)) == len(there) + 1


def test_an_attempt_is_there_before_the_gradebook_is_closed(path: Path) -> None:
    """An attempt is on the disk when `add` returns: a copy of the files at that moment holds it."""
    with Gradebook(path) as book:
        book.add(ANA)
        beside = path.parent / "copy"
        beside.mkdir()
        for file in path.parent.glob(f"{path.name}*"):
            (beside / file.name).write_bytes(file.read_bytes())
    assert len(rows(beside / path.name)) == 1


def test_the_latest_of_each_student_and_lesson_counts(path: Path) -> None:
    """Each lesson of each student has its latest attempt, those of one student one after another."""
    with Gradebook(path) as book:
        for student, lesson, score in (
            ("bob", "doubling", 10),
            ("ana", "labelling", 20),
            ("ana", "doubling", 90),
            ("ana", "doubling", 30),
            ("bob", "doubling", None),
        ):
            book.add(replace(ANA, student=student, lesson=lesson, score=score))
        latest = list(book.latest())
        assert book.latest_of("doubling", "ana") == latest[0]
        assert book.latest_of("labelling", "bob") is None
    assert [(attempt.lesson, attempt.student, attempt.score) for attempt in latest] == [
        ("doubling", "ana", 30),
        ("labelling", "ana", 20),
        ("doubling", "bob", None),
    ]


def test_an_attempt_is_never_changed(path: Path) -> None:
    """A later attempt stands beside the earlier, which stays as it was."""
    with Gradebook(path) as book:
        book.add(ANA)
        book.add(replace(ANA, score=None, detail="regraded"))
        book.add(replace(ANA, score=100, detail="and again"))
    assert rows(path) == [
        (1, "ana", 50, "2 of 4 checks passed"),
        (2, "ana", None, "regraded"),
        (3, "ana", 100, "and again"),
    ]


def test_the_seed_is_kept(path: Path) -> None:
    """A new gradebook has no seed; the one that is kept is there next time, until another is."""
    with Gradebook(path) as book:
        assert book.seed is None
        book.keep_seed(0)
    with Gradebook(path) as book:
        assert book.seed == 0
        book.keep_seed(2**63 - 1)
    with Gradebook(path) as book:
        assert book.seed == 2**63 - 1


def test_the_gradebook_is_closed_to_others(path: Path) -> None:
    """The seed is nobody else's business, so nobody else on the machine may read the file."""
    with Gradebook(path) as book:
        book.keep_seed(7)
        for file in path.parent.iterdir():
            assert file.stat().st_mode & 0o077 == 0, file


@pytest.mark.parametrize(
    ("zone", "says"),
    [
        (UTC, "2026-05-01T09:30:15+00:00"),
        (timezone(timedelta(hours=5, minutes=45)), "2026-05-01T09:30:15+05:45"),
    ],
)
def test_a_time_is_written_with_its_offset(zone: timezone, says: str) -> None:
    """When an attempt was judged can be told anywhere."""
    assert stamp(datetime(2026, 5, 1, 9, 30, 15, 999_999, tzinfo=zone)) == says


# What an instructor says of it


def test_the_latest_mark_counts_and_all_are_kept(path: Path) -> None:
    """A mark is never changed: a later one counts instead, and one that was taken back counts no more."""
    first = ManualMark("ana", "doubling", 85, "explained it", "2026-05-02T09:00:00+00:00")
    with Gradebook(path) as book:
        book.add_mark(first)
        book.add_mark(replace(first, student="bob"))
        book.add_mark(replace(first, points=0, comment="copied"))
        book.add_mark(replace(first, student="bob", points=None, comment=""))
    with Gradebook(path) as book:
        assert book.marks() == {("doubling", "ana"): replace(first, points=0, comment="copied")}
        assert [mark.points for mark in book.marks_of("doubling", "ana")] == [85, 0]
        assert [mark.points for mark in book.marks_of("doubling", "bob")] == [85, None]
        assert book.marks_of("labelling", "ana") == []


def test_the_latest_policy_counts(path: Path) -> None:
    """A policy is kept as it was handed in, and once however often."""
    now = datetime(2026, 5, 1, tzinfo=UTC)
    with Gradebook(path) as book:
        assert book.policy == ""
        for text in ("due: {a: 1}\n", "due: {a: 2}\n", "due: {a: 2}\n"):
            book.keep_policy(text, now)
        assert book.policy == "due: {a: 2}\n"
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("SELECT count(*) FROM policy").fetchone() == (2,)


def test_all_attempts_of_a_student_are_told_in_order(path: Path) -> None:
    """Each attempt is there with what it came to, and when a submission first came."""
    with Gradebook(path) as book:
        for digest, handed_in in (("a", "2026-05-02"), ("b", ""), ("a", "2026-05-01"), ("a", "2026-05-03")):
            book.add(replace(ANA, digest=digest, handed_in=handed_in))
        assert [one.digest for one in book.attempts_of("doubling", "ana")] == ["a", "b", "a", "a"]
        assert book.first_handed_in("doubling", "ana", "a") == "2026-05-01"
        assert book.first_handed_in("doubling", "ana", "b") == ""


# Later versions of the file


def of_version(path: Path, schema: int) -> None:
    """A gradebook as an earlier version of the course made it, with an attempt in it."""
    judged = verdict(check(), failed("8", id="test_zero"))
    old = {name: getattr(ANA, name) for name in ANA.__slots__ if name not in ("course", "grader")}
    old = {name: old[name] for name in list(old)[:12]} | {"version": "v1"}
    old["verdict"] = msgspec.json.encode(judged).decode()
    with closing(sqlite3.connect(path, isolation_level=None)) as book:
        book.executescript("".join(SCHEMAS[:schema]))
        book.execute(f"PRAGMA application_id = {OURS}")
        book.execute(f"PRAGMA user_version = {schema}")
        marks = ", ".join("?" * len(old))
        book.execute(f"INSERT INTO attempt ({', '.join(old)}) VALUES ({marks})", tuple(old.values()))
        book.execute("INSERT INTO setting VALUES ('seed', '7')")


def test_a_gradebook_of_an_earlier_version_is_brought_up_to_date(path: Path) -> None:
    """What was written down then is there whole, and what is new can be added."""
    of_version(path, 1)
    with Gradebook(path) as book:
        [attempt] = book.latest()
        assert (attempt.student, attempt.score, attempt.course, attempt.grader) == ("ana", 50, "v1", "")
        assert (attempt.handed_in, attempt.chosen, attempt.seconds) == ("", "", None)
        assert book.seed == 7
        book.add_mark(ManualMark("ana", "doubling", 1, "well", "2026-05-02"))
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (len(SCHEMAS),)


def test_a_gradebook_that_cannot_be_brought_up_to_date_is_left_as_it_is(path: Path) -> None:
    """All that is missing is added, or nothing."""
    of_version(path, 1)
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("CREATE TABLE policy (somebody TEXT)")
    before = path.read_bytes()
    with pytest.raises(GradebookError, match="policy already exists"):
        Gradebook(path)
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (1,)
        names = [name for _, name, *_ in file.execute("PRAGMA table_info(attempt)")]
    assert "version" in names and "grader" not in names
    assert len(path.read_bytes()) == len(before)


def test_any_program_can_read_each_check(path: Path) -> None:
    """The view `result` has a row for each check of each attempt, also of those of earlier versions."""
    of_version(path, 1)
    with Gradebook(path) as book:
        book.add(replace(ANA, student="lost", score=None, verdict=""))
    with closing(sqlite3.connect(path)) as file:
        found = file.execute("SELECT student, id, task, points, earned, status FROM result ORDER BY id")
        assert found.fetchall() == [
            ("ana", "test_four", "B1.1", 30, 30, "passed"),
            ("ana", "test_zero", "B1.1", 30, 0, "wrong"),
        ]


# Two at once


def test_the_second_of_two_graders_is_refused(path: Path) -> None:
    """While one grader is at work, another one with the same gradebook is told to wait, and harms nothing."""
    writer = start(path, 10)
    assert writer.stdout is not None
    try:
        writer.stdout.readline()
        with pytest.raises(GradebookError) as refused:
            Gradebook(path)
    finally:
        writer.kill()
        said, _ = writer.communicate()
    assert str(refused.value) == (
        f"{path}: another grader is at work with this gradebook; wait until it is done"
    )
    assert len(rows(path)) >= 1 + len(said.splitlines())


def test_one_that_has_only_read_keeps_others_out_too(path: Path) -> None:
    """A grader has the gradebook to itself from the moment it opened it."""
    Gradebook(path).__exit__()
    with Gradebook(path), pytest.raises(GradebookError, match="another grader is at work"):
        Gradebook(path)
    with Gradebook(path) as book:
        assert list(book.latest()) == []


def test_of_two_new_graders_none_loses_what_it_wrote(path: Path) -> None:
    """Where two begin in the same moment with no gradebook there, one is refused, and both cannot be lost."""
    command = [sys.executable, "-c", BEGINNER, str(path)]
    both = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    try:
        for one in both:
            assert one.stdout is not None and one.stdout.readline() == "ready\n"
        for number in range(1, TIMES + 1):
            for one in both:
                assert one.stdin is not None
                one.stdin.write(f"{number}\n")
                one.stdin.flush()
            said = [one.stdout.readline().strip() for one in both if one.stdout]
            assert "added" in said, said
            assert len(rows(path.with_name(f"{number}.sqlite"))) == said.count("added"), said
    finally:
        for one in both:
            one.kill()
            one.communicate()


def test_a_full_disk_is_said_in_a_sentence(path: Path) -> None:
    """Where an attempt cannot be written down that is said, and those before it are there."""
    limits, there = resource.getrlimit(resource.RLIMIT_FSIZE), 0
    try:
        with Gradebook(path) as book:
            resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, limits[1]))
            with pytest.raises(GradebookError) as refused:
                for number in range(1000):
                    book.add(replace(ANA, student=f"s{number:06}", detail="x" * 1000))
                    there += 1
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert str(refused.value).startswith(f"{path}: ")
    assert len(rows(path)) == there > 10


# What is none of ours

Make = Callable[[Path], None]


def made_by_another(path: Path, schema: int = 0, journal: str = "DELETE") -> None:
    """A database of another program, which has a schema version of its own."""
    with closing(sqlite3.connect(path)) as book:
        book.execute(f"PRAGMA journal_mode = {journal}")
        book.execute("CREATE TABLE recipe (name TEXT)")
        book.execute("INSERT INTO recipe VALUES ('soup')")
        book.execute(f"PRAGMA user_version = {schema}")
        book.commit()


def later(path: Path, journal: str) -> None:
    """A gradebook of a later version of the course."""
    full(path)
    with closing(sqlite3.connect(path)) as book:
        book.execute(f"PRAGMA journal_mode = {journal}")
        book.execute(f"PRAGMA user_version = {len(SCHEMAS) + 1}")


def full(path: Path) -> None:
    """A gradebook of some pages."""
    with Gradebook(path) as book:
        book.keep_seed(7)
        for number in range(100):
            book.add(replace(ANA, student=f"s{number}", detail="x" * 500))


def damaged(path: Path, start: int, stop: int | None, size: int | None = None) -> None:
    """A gradebook in which some bytes were overwritten, or of which only so many are left."""
    full(path)
    data = bytearray(path.read_bytes())
    data[start:stop] = b"\xaa" * len(data[start:stop])
    path.write_bytes(data[:size])


FOREIGN: dict[str, Make] = {
    "text": lambda path: path.write_text("student,score\nana,100\n" * 100) and None,
    "zeros": lambda path: path.write_bytes(bytes(8192)) and None,
    "another program's": made_by_another,
    "another program's, version 1": lambda path: made_by_another(path, schema=1),
    "another program's, version 9": lambda path: made_by_another(path, schema=9),
    "another program's, write-ahead": lambda path: made_by_another(path, journal="WAL"),
    "a later version's": lambda path: later(path, "WAL"),
    "a later version's, no write-ahead": lambda path: later(path, "DELETE"),
    "a header overwritten": lambda path: damaged(path, 0, 16),
    "all but the header overwritten": lambda path: damaged(path, 100, None),
    "later pages overwritten": lambda path: damaged(path, 8192, None),
    "half of it": lambda path: damaged(path, 0, 0, size=12_288),
    "its first bytes": lambda path: damaged(path, 0, 0, size=60),
}


@pytest.mark.parametrize("make", FOREIGN.values(), ids=FOREIGN)
def test_what_is_no_gradebook_is_refused_and_left_as_it_is(path: Path, make: Make) -> None:
    """A file that is none of ours, damaged, or of a later version is refused, and not one byte changes."""
    make(path)
    before = path.read_bytes()
    with pytest.raises(GradebookError) as refused, Gradebook(path) as book:
        book.keep_seed(1)
        book.latest()
    assert str(refused.value).startswith(f"{path}: ")
    assert "\n" not in str(refused.value)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_what_was_refused_is_not_held_open(path: Path) -> None:
    """A refused file is let go of at once, so that it can be mended or opened by its own program."""
    later(path, "WAL")
    with pytest.raises(GradebookError):
        Gradebook(path)
    with closing(sqlite3.connect(path, timeout=0)) as book:
        book.execute("PRAGMA user_version = 1")


@pytest.mark.parametrize("place", ["a folder", "a missing folder", "a file as folder"])
def test_where_no_gradebook_can_be_it_is_refused(tmp_path: Path, place: str) -> None:
    """Where no file can be made, one sentence says so."""
    path = tmp_path / "place" / "gradebook.sqlite"
    if place == "a folder":
        path.mkdir(parents=True)
    elif place == "a file as folder":
        path.parent.touch()
    with pytest.raises(GradebookError) as refused:
        Gradebook(path)
    assert str(refused.value).startswith(f"{path}: ")
