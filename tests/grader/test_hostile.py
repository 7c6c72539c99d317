"""The battery: submissions that attack or are broken get what they deserve, and nobody else notices.

`tests/grader/cases.py` says where they lie. All are graded once, as one class a lesson, in which two honest
students sit.
"""

import multiprocessing
import re
import socket
import tempfile
import threading
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest

from curriculum.course import Course, Lesson, load_course
from grader.arriving import submissions
from grader.gradebook.gradebook import Attempt, Gradebook
from grader.gradebook.standing import Standing
from grader.report.feedback import feedback
from grader.report.markdown import markdown
from grader.workers.grading import Grading
from tests.conftest import CHECKOUT, TOY
from tests.grader.boxes import boxes as boxes
from tests.grader.cases import (
    CASES,
    HONEST,
    MADE,
    MANIFEST,
    Case,
    cases,
    manifest,
    what_lies_in,
)
from tests.grader.leftovers import eventually, processes_in
from workshop.labs import solved

pytestmark = [pytest.mark.boxed, pytest.mark.usefixtures("boxes")]

IDS = [case.id for case in cases()]
LESSONS = sorted({case.lesson for case in cases()})
CLASSMATES = (HONEST, "zora")
FULL_MARKS = "done-100-graded"
# What a case touches wherever it can.
MARK = "hostile-was-here"
JOBS = {"doubling": 6, "labelling": 4, "shelving": 4}

# What doubling's variant is made of from this seed: numbers that stand in no feedback by chance.
SEED = 1454
PRIVATE = (74, 67, 88, 73, 66)
# So long a whole class takes if a job hangs, which is then ended.
PATIENCE_SECONDS = 120


@dataclass(frozen=True)
class Listening:
    """Servers of the machine, outside all boxes, that wait for somebody to call."""

    name: str = field(default_factory=lambda: f"hostile-{uuid.uuid4().hex}")
    tcp: socket.socket = field(default_factory=lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM))
    udp: socket.socket = field(default_factory=lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
    local: socket.socket = field(default_factory=lambda: socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))

    def __enter__(self) -> "Listening":
        self.tcp.bind(("127.0.0.1", 0))
        self.udp.bind(self.tcp.getsockname())
        self.local.bind(f"\0{self.name}")
        for server in (self.tcp, self.local):
            server.listen()
        for server in (self.tcp, self.udp, self.local):
            server.setblocking(False)
        return self

    def __exit__(self, *error: object) -> None:
        for server in (self.tcp, self.udp, self.local):
            server.close()

    def tell(self, submission: Path) -> None:
        """Write into a submission that wants to call where these listen."""
        data = submission.read_bytes()
        port, name = str(self.tcp.getsockname()[1]).encode(), repr(self.name).encode()
        submission.write_bytes(data.replace(b'"PORT"', port).replace(b'"NAME"', name))

    def heard(self) -> int:
        """How many have called."""
        calls = 0
        for server in (self.tcp, self.local):
            with suppress(BlockingIOError):
                server.accept()[0].close()
                calls += 1
        with suppress(BlockingIOError):
            self.udp.recvfrom(100)
            calls += 1
        return calls


@dataclass(frozen=True)
class Graded:
    """A class of cases and two honest students, handed in for each lesson, and what came of it."""

    course: Course
    folder: Path
    listening: Listening
    book: Gradebook
    attempts: dict[str, list[Attempt]]
    handed_in: dict[str, dict[str, object]]

    def lesson(self, id: str) -> Lesson:
        return self.course.lesson(id.partition("/")[0])

    def row(self, id: str) -> Attempt:
        """The one row of a student for a lesson."""
        lesson, _, student = id.partition("/")
        (row,) = [attempt for attempt in self.attempts[lesson] if attempt.student == student]
        return row

    def feedback(self, id: str) -> str:
        return markdown(feedback(self.lesson(id), Standing(self.row(id))))


@pytest.fixture(scope="module")
def graded(boxes: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graded]:
    """All of them, graded once; whatever the grader makes for a while, it makes in a folder of ours."""
    folder = tmp_path_factory.mktemp("hostile")
    (folder / "meanwhile").mkdir()
    course, attempts = load_course(TOY), {}
    handed_in: dict[str, dict[str, object]] = {}
    with ExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setattr(tempfile, "tempdir", str(folder / "meanwhile"))
        listening = stack.enter_context(Listening())
        book = stack.enter_context(Gradebook(folder / "gradebook.sqlite"))
        impatient = threading.Timer(PATIENCE_SECONDS, end_workers)
        stack.callback(impatient.cancel)
        impatient.start()
        for name in LESSONS:
            lesson = course.lesson(name)
            entries = hand_in(folder / name, lesson, listening)
            handed_in[name] = what_lies_in(folder / name)
            grading = Grading(course, lesson, book, SEED, JOBS[name], lambda: datetime.now(UTC))
            attempts[name] = list(grading.run(entries))
        yield Graded(course, folder, listening, book, attempts, handed_in)


def end_workers() -> None:
    for worker in multiprocessing.active_children():
        worker.kill()


def hand_in(folder: Path, lesson: Lesson, listening: Listening) -> dict[str, Path]:
    """Lay all submissions for a lesson into a folder: those that take longest are the first to be judged."""
    folder.mkdir()
    for student in CLASSMATES:
        (folder / f"{student}.py").write_text(solved(lesson), encoding="utf-8")
    own = [case for case in cases() if case.lesson == lesson.id]
    for case in own:
        place = case.hand_in(folder)
        if case.student == "opens_sockets":
            listening.tell(place)
    found = submissions.find(folder)
    slow = [case.student for case in own if "over-limit" in case.gets]
    return {student: found[student] for student in dict.fromkeys([*slow, *found])}


@pytest.mark.parametrize("case", cases(), ids=IDS)
def test_a_case_gets_what_its_answers_deserve(graded: Graded, case: Case) -> None:
    """State, score and status are exactly those that its folder is called by, and its student learns why."""
    row = graded.row(case.id)
    words = (row.state, "no score" if row.score is None else str(row.score), row.status)
    assert "-".join(words).replace(" ", "-") == case.gets, row.detail
    says = manifest()[case.id].says
    if says:
        feedback = graded.feedback(case.id)
        assert any(part in feedback for part in ((says,) if isinstance(says, str) else says)), feedback
    assert row.max_score == 100


@pytest.mark.parametrize("student", [f"{lesson}/{student}" for lesson in LESSONS for student in CLASSMATES])
def test_the_honest_are_not_harmed(graded: Graded, student: str) -> None:
    """Whoever stands in a class of attackers gets the points that they would get alone."""
    row = graded.row(student)
    assert (row.state, row.score, row.status) == ("done", 100, "graded"), row.detail


@pytest.mark.parametrize("lesson", ["doubling", "labelling"])
def test_no_verdict_depends_on_who_came_before(graded: Graded, tmp_path: Path, lesson: str) -> None:
    """One worker that judges all in another order gives each the same row and the same feedback."""
    quick = [case for case in cases() if case.lesson == lesson and "over-limit" not in case.gets]
    found = submissions.find(graded.folder / lesson)
    backwards = {case.student: found[case.student] for case in reversed(quick)}
    with Gradebook(tmp_path / "gradebook.sqlite") as book:
        course = graded.course
        grading = Grading(course, course.lesson(lesson), book, SEED, 1, lambda: datetime.now(UTC))
        again = [*grading.run({**backwards, HONEST: found[HONEST]})]
    assert len(again) == len(quick) + 1
    for attempt in again:
        before = graded.row(f"{lesson}/{attempt.student}")
        assert (attempt.score, attempt.detail) == (before.score, before.detail)
        assert attempt.verdict == before.verdict, attempt.student


@pytest.mark.parametrize("case", cases(), ids=IDS)
def test_the_manifest_says_what_a_student_reads_and_what_guards(case: Case) -> None:
    """Whoever gets less than full marks is told why, and each guard still stands where it is said to."""
    entry = manifest()[case.id]
    assert entry.says or case.gets == FULL_MARKS
    guards = list(entry.guards())
    assert guards or entry.guard == "none"
    for file, guard, instead in guards:
        text = (CHECKOUT / file).read_text(encoding="utf-8")
        assert text.count(guard) == 1, f"{file}: {guard}"
        assert instead != guard


def test_every_case_has_its_row_and_its_line_in_the_manifest(graded: Graded) -> None:
    """Every file of the folder belongs to a case, and every case is handed in and judged once."""
    assert sorted(IDS) == sorted(manifest())
    lying = [path for path in CASES.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    places = {CASES / case.place for case in cases() if case.place not in MADE}
    assert [path for path in lying if not places & {path, *path.parents}] == [MANIFEST]
    for lesson in LESSONS:
        students = [attempt.student for attempt in graded.attempts[lesson]]
        handed_in = [case.student for case in cases() if case.lesson == lesson]
        assert sorted(students) == sorted([*handed_in, *CLASSMATES])
    assert len(IDS) > 190


def test_no_feedback_holds_a_private_value(graded: Graded) -> None:
    """Nothing of the private case comes into feedback, however a submission tries to tell it."""
    drawn = graded.course.lesson("doubling").variant.make(SEED)["numbers"]
    assert drawn == PRIVATE
    for attempt in graded.attempts["doubling"]:
        text = graded.feedback(f"doubling/{attempt.student}")
        assert "Doubling" in text
        assert not re.search(rf"\b({'|'.join(map(str, PRIVATE))})\b", text), attempt.student


def test_feedback_stays_short(graded: Graded) -> None:
    """Nobody makes feedback that cannot be read: it is text of some lines, and nothing a terminal obeys."""
    for lesson in LESSONS:
        for attempt in graded.attempts[lesson]:
            text = graded.feedback(f"{lesson}/{attempt.student}")
            assert len(text) < 10_000, attempt.student
            assert all(character == "\n" or character.isprintable() for character in text), attempt.student


def test_the_gradebook_holds_what_was_judged(graded: Graded) -> None:
    """Every row is in the gradebook as it was judged, each with a score, and no row beside them."""
    rows = [attempt for lesson in LESSONS for attempt in graded.attempts[lesson]]
    assert {attempt.seed for attempt in rows} == {SEED}
    assert not [attempt.student for attempt in rows if attempt.score is None]
    assert {(kept.lesson, kept.student): kept for kept in graded.book.latest()} == {
        (attempt.lesson, attempt.student): attempt for attempt in rows
    }


def test_nothing_is_left_running(graded: Graded) -> None:
    """When the class is graded no process of any submission lives."""
    assert eventually(lambda: not processes_in(graded.folder / "meanwhile"))


def test_nothing_is_left_lying_about(graded: Graded) -> None:
    """No file is left outside the boxes: not by a case, and not by the grader; and none is changed."""
    assert not list((graded.folder / "meanwhile").iterdir())
    elsewhere = [
        Path("/"),
        Path("/tmp"),
        Path("/var/tmp"),
        Path("/dev/shm"),
        Path.home(),
        Path.cwd(),
        CHECKOUT,
    ]
    assert not [place for place in elsewhere if (place / MARK).exists()]
    for lesson in LESSONS:
        assert what_lies_in(graded.folder / lesson) == graded.handed_in[lesson]


def test_nobody_called(graded: Graded) -> None:
    """Whoever listens on the machine heard of no submission, though others can call."""
    assert graded.listening.heard() == 0
    with socket.create_connection(graded.listening.tcp.getsockname()):
        assert eventually(lambda: graded.listening.heard() == 1)
