"""A class of two hundred: each gets the score deserved, in one run, after many kills, and in a regrade."""

import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from grader.cli import app
from grader.workers.work import EXAMPLES
from tests.grader.boxes import boxes as boxes
from tests.grader.classroom import SEED, SIZE, Student, hand_in, lesson
from tests.grader.test_cli import GRADER, rows, surroundings

pytestmark = [pytest.mark.boxed, pytest.mark.usefixtures("boxes")]

KILLS = 3
MARKED = {"right_1": 85, "untouched_1": 40, "hostile_loops": 0}


class Class:
    """The class, and where its grades go."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.students = hand_in(place / "class")
        self.out = place / "graded"
        self.killed: list[int] = []

    @property
    def arguments(self) -> list[str]:
        given = ["--lesson", "I2", "--out", str(self.out), "--seed", str(SEED)]
        return ["grade", str(self.place / "class"), *given]

    def attempts(self) -> list[tuple[str, int | None]]:
        """Student and score of each attempt, as they were written down."""
        if not (self.out / "gradebook.sqlite").exists():
            return []
        with closing(sqlite3.connect(self.out / "gradebook.sqlite")) as book:
            return book.execute("SELECT student, score FROM attempt ORDER BY number").fetchall()

    def run_and_kill(self, seconds: float, *, at_work: bool) -> int:
        """Grade, kill the grader some time after it began, and return how many it said were finished.

        at_work: count the seconds from its first attempt on, and not from its start.
        """
        begun = time.monotonic()
        run = subprocess.Popen(
            [sys.executable, "-c", GRADER, *self.arguments],
            cwd=self.place,
            env=surroundings(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        log = self.out / "gradebook.sqlite-wal"
        while at_work and not (log.exists() and log.stat().st_size > 100_000):
            assert run.poll() is None and time.monotonic() < begun + 60
            time.sleep(0.005)
        time.sleep(seconds)
        run.send_signal(signal.SIGKILL)
        _, said = run.communicate()
        return max(map(int, re.findall(rf"^(\d+) of {SIZE}", said, re.MULTILINE)), default=0)


@pytest.fixture(scope="module")
def graded(boxes: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Class]:
    """Graded to the end, after the grader was killed at many moments on the way."""
    made = Class(tmp_path_factory.mktemp("two-hundred"))
    draw = random.Random(SEED)
    finished: list[tuple[str, int | None]] = []
    for number in range(KILLS):
        said = made.run_and_kill(draw.uniform(0.0, 0.9), at_work=number > 0)
        now = made.attempts()
        assert now[: len(finished)] == finished, "what was finished stays, in its place"
        assert len(now) >= said, "whatever it said was finished is there"
        finished = now
        made.killed.append(len(now))
    done = CliRunner().invoke(app, made.arguments)
    assert done.exit_code == 0, done.output
    yield made


def deserved(student: Student) -> tuple[str, str, str]:
    return str(student.score), student.state, student.status


def test_each_of_two_hundred_gets_what_is_deserved(graded: Class) -> None:
    """There are two hundred rows, each with the score, the state and the status that were known before."""
    table = rows(graded.out)
    assert len(table) == SIZE
    got = {name: (row["score"], row["state"], row["status"]) for name, row in table.items()}
    wanted = {student.name: deserved(student) for student in graded.students}
    assert {name: pair for name in wanted if (pair := (got[name], wanted[name]))[0] != pair[1]} == {}


def test_kills_lose_nothing_and_nothing_is_done_twice(graded: Class) -> None:
    """The grader was killed before anything was judged, in the middle, and went on each time."""
    assert len(graded.killed) == KILLS
    assert 0 < graded.killed[-1] < SIZE, f"the moments are badly chosen: {graded.killed}"
    students = [student for student, _ in graded.attempts()]
    assert sorted(students) == sorted(student.name for student in graded.students)


def test_a_regrade_keeps_marks_by_hand_and_says_what_changed(graded: Class) -> None:
    """All are judged again, three marks by hand stay with their comments, and every old verdict is kept."""
    before = graded.attempts()
    for student, points in MARKED.items():
        given = ["mark", student, "--lesson", "I2", "--out", str(graded.out), "--points", str(points)]
        assert CliRunner().invoke(app, [*given, "--comment", f"seen by me, {student}"]).exit_code == 0
    done = CliRunner().invoke(app, [*graded.arguments, "--again"])
    assert done.exit_code == 0, done.output
    assert f"Judged again: {SIZE}; all as before" in done.stdout
    after = graded.attempts()
    assert after[: len(before)] == before
    assert sorted(after[len(before) :]) == sorted(before)
    table = rows(graded.out)
    assert {name: (row["manual"], row["comment"]) for name, row in table.items() if row["manual"]} == {
        name: (str(points), f"seen by me, {name}") for name, points in MARKED.items()
    }
    for student in graded.students:
        row = table[student.name]
        assert (row["score"], row["state"], row["status"]) == deserved(student)
        assert row["mark"] == str(MARKED.get(student.name, student.score))
    feedback = (graded.out / "feedback" / "right_1.md").read_text(encoding="utf-8")
    assert "What counts: 85 of 100 points, given by your instructor." in feedback
    assert "      seen by me, right_1" in feedback


def in_words(seed: int) -> set[str]:
    """All texts, names, times and beginnings of ids that the store of a seed holds, or its answers."""
    variant = lesson().variant.make(seed)
    memories = [*variant["memories"], *variant["store"]]
    answers = [
        lesson().references["summarise_session"](variant["memories"], source, variant["scope"])
        for source in variant["sources"]
    ]
    memories += [answer.memory for answer in answers if answer is not None]
    return {
        word
        for memory in memories
        for word in (
            memory.content,
            memory.id[:8],
            memory.scope.user,
            memory.happened_at.isoformat(),
            memory.recorded_at.isoformat(),
        )
    }


def test_nobody_reads_anything_of_the_private_cases(graded: Class) -> None:
    """No feedback, no row and no view holds a text, a name or an id of the private store."""
    private = in_words(SEED).difference(*map(in_words, EXAMPLES))
    assert len(private) > 60
    files = [path for path in graded.out.rglob("*") if path.suffix in (".md", ".html", ".csv")]
    assert len(files) == 2 * SIZE + 3
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert not [part for part in private if part in text], path
        assert str(SEED) not in text, path


def test_the_view_of_the_class_counts_all(graded: Class, monkeypatch: pytest.MonkeyPatch) -> None:
    """The instructor sees every student in the distribution, and the known mistakes by their sentences."""
    monkeypatch.chdir(graded.place)
    shown = CliRunner().invoke(app, ["class", "--out", "graded"])
    assert shown.exit_code == 0
    assert f"{SIZE} students" in shown.stdout
    assert max(map(len, shown.stdout.splitlines())) <= 80
    bars = re.findall(r"^ *(?:\d+-\d+|100) +#* +(\d+)$", shown.stdout, re.MULTILINE)
    assert sum(map(int, bars)) == SIZE
