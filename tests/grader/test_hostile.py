"""Submissions that attack: each gets what its answers deserve, and nobody else notices.

Each lies in `tests/cases/`, under the lesson that it is handed in for and under what it must get, which its
docstring says too, and perhaps what its student must read. No tool loads what lies there.
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
from grader import report, submissions
from grader.gradebook import Attempt, Gradebook
from grader.grading import Grading
from tests.conftest import CHECKOUT, TOY
from tests.grader.boxes import boxes as boxes
from tests.grader.leftovers import eventually, processes_in
from workshop.build import solved

pytestmark = [pytest.mark.boxed, pytest.mark.usefixtures("boxes")]

HOSTILE = CHECKOUT / "tests" / "cases"
FILES = {f"{path.parts[-3]}/{path.stem}": path for path in HOSTILE.glob("*/*/*.py")}
ATTACKS = sorted(FILES)
LESSONS = sorted({attack.partition("/")[0] for attack in ATTACKS})
HONEST = ("anna", "zora")
MARK = "hostile-was-here"
JOBS = {"doubling": 4, "labelling": 2, "shelving": 3}

# What doubling's variant is made of from this seed: numbers that no feedback holds by chance.
SEED = 178
PRIVATE = (94, 95, 89, 67, 77)
# So long a whole class takes if a job hangs, which is then ended.
PATIENCE_SECONDS = 120


def text_of(attack: str) -> str:
    return FILES[attack].read_text(encoding="utf-8")


def said(attack: str, what: str) -> str:
    """What the docstring of an attack says behind `what:`."""
    found = re.search(rf"^(?:\"\"\")?{what}: (.*)$", text_of(attack), re.MULTILINE)
    return found[1] if found else ""


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

    def told(self, text: str) -> str:
        """The text of a submission that knows where these listen."""
        return text.replace('"PORT"', str(self.tcp.getsockname()[1])).replace('"NAME"', repr(self.name))

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
    """A class of attackers and two honest students, handed in for each lesson, and what came of it."""

    course: Course
    folder: Path
    listening: Listening
    book: Gradebook
    attempts: dict[str, list[Attempt]]

    def lesson(self, attack: str) -> Lesson:
        return self.course.lesson(attack.partition("/")[0])

    def row(self, attack: str) -> Attempt:
        """The one row of a student for a lesson."""
        lesson, _, student = attack.partition("/")
        (row,) = [attempt for attempt in self.attempts[lesson] if attempt.student == student]
        return row

    def feedback(self, attack: str) -> str:
        return report.feedback(self.lesson(attack), self.row(attack))


@pytest.fixture(scope="module")
def graded(boxes: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graded]:
    """All of them, graded once; whatever the grader makes for a while, it makes in a folder of ours."""
    folder = tmp_path_factory.mktemp("hostile")
    (folder / "meanwhile").mkdir()
    course, attempts = load_course(TOY), {}
    with ExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setattr(tempfile, "tempdir", str(folder / "meanwhile"))
        listening = stack.enter_context(Listening())
        book = stack.enter_context(Gradebook(folder / "gradebook.sqlite"))
        impatient = threading.Timer(PATIENCE_SECONDS, end_workers)
        stack.callback(impatient.cancel)
        impatient.start()
        for name in LESSONS:
            lesson, entries = course.lesson(name), hand_in(folder / name, course.lesson(name), listening)
            grading = Grading(course, lesson, book, SEED, JOBS[name], lambda: datetime.now(UTC))
            attempts[name] = list(grading.run(entries))
        yield Graded(course, folder, listening, book, attempts)


def end_workers() -> None:
    for worker in multiprocessing.active_children():
        worker.kill()


def hand_in(folder: Path, lesson: Lesson, listening: Listening) -> dict[str, Path]:
    """Lay all submissions for a lesson into a folder: those that take longest are the first to be judged."""
    folder.mkdir()
    texts = dict.fromkeys(HONEST, solved(lesson))
    for attack in ATTACKS:
        if attack.startswith(f"{lesson.id}/"):
            texts[Path(attack).name] = listening.told(text_of(attack))
    for student, text in texts.items():
        (folder / f"{student}.py").write_text(text, encoding="utf-8")
    found = submissions.find(folder)
    slow = [student for student in found if "over limit" in texts[student].split("\n")[0]]
    return {student: found[student] for student in dict.fromkeys([*slow, *found])}


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_gets_what_its_answers_deserve(graded: Graded, attack: str) -> None:
    """State, score and status are exactly those that the attack itself says it must get."""
    row = graded.row(attack)
    got = f"{row.state}, {'no score' if row.score is None else row.score}, {row.status}"
    assert got == said(attack, "gets"), row.detail
    assert said(attack, "says") in graded.feedback(attack)
    assert row.max_score == 100


@pytest.mark.parametrize("student", [f"{lesson}/{student}" for lesson in LESSONS for student in HONEST])
def test_the_honest_are_not_harmed(graded: Graded, student: str) -> None:
    """Whoever stands in a class of attackers gets the points that they would get alone."""
    row = graded.row(student)
    assert (row.state, row.score, row.status) == ("done", 100, "graded"), row.detail


def test_every_attack_has_its_row_and_its_test(graded: Graded) -> None:
    """Every file of the folder is handed in and judged once, and says what it must get."""
    assert {path for path in HOSTILE.rglob("*") if path.is_file()} == set(FILES.values())
    assert all(said(attack, "gets") for attack in ATTACKS)
    for lesson in LESSONS:
        students = [attempt.student for attempt in graded.attempts[lesson]]
        handed_in = [Path(attack).name for attack in ATTACKS if attack.startswith(f"{lesson}/")]
        assert sorted(students) == sorted([*handed_in, *HONEST])
    assert len(ATTACKS) > 50


def test_no_feedback_holds_a_private_value(graded: Graded) -> None:
    """Nothing of the private case comes into feedback, however a submission tries to tell it."""
    drawn = graded.course.lesson("doubling").variant.make(SEED)["numbers"]
    assert drawn == PRIVATE
    for attempt in graded.attempts["doubling"]:
        text = graded.feedback(f"doubling/{attempt.student}")
        assert "Doubling" in text
        assert not re.search("|".join(map(str, PRIVATE)), text), attempt.student


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
    """No file is left outside the boxes: not by the attackers, and not by the grader."""
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
        for path in (graded.folder / lesson).iterdir():
            student = path.stem
            text = solved(graded.course.lesson(lesson))
            if student not in HONEST:
                text = graded.listening.told(text_of(f"{lesson}/{student}"))
            assert path.read_text(encoding="utf-8") == text, f"{path} was changed"


def test_nobody_called(graded: Graded) -> None:
    """Whoever listens on the machine heard of no submission, though others can call."""
    assert graded.listening.heard() == 0
    with socket.create_connection(graded.listening.tcp.getsockname()):
        assert eventually(lambda: graded.listening.heard() == 1)
