"""Grading a class: who is judged, who is not judged again, and what is in the gradebook by then."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from curriculum.course import load_course
from grader.arriving.submissions import find
from grader.box.box import Box
from grader.box.boxes import Boxes
from grader.box.unconfined import Unconfined
from grader.calls.caller import BoxError
from grader.gradebook.gradebook import Attempt, Gradebook
from grader.judge.judge import JudgeError
from grader.workers import grading
from grader.workers.grading import Grading
from grader.workers.pool import Job, Lost
from grader.workers.work import Work
from workshop.labs import solved

Grade = Callable[..., list[Attempt]]
TOY = Path(__file__).parents[2] / "course"
NOW = datetime(2026, 5, 1, 9, 30, tzinfo=UTC)


class Nothing(Box):
    """A box in which nothing will run."""

    def __init__(self) -> None:
        pass

    def close(self) -> None:
        pass


class Idle(Unconfined):
    """Where those come from."""

    def open(self) -> Box:
        return Nothing()


class NoBox(Unconfined):
    """Boxes that cannot be had."""

    def open(self) -> Box:
        raise BoxError("bwrap is not installed; uv run grader doctor says how to install it")


class Line:
    """The line to a worker that is this very process: hands over one submission and keeps what comes back."""

    def __init__(self, job: Job) -> None:
        self._jobs = [job]
        self.sent: list[bytes] = []

    def recv(self) -> Job:
        if not self._jobs:
            raise EOFError
        return self._jobs.pop()

    def send(self, data: bytes) -> None:
        self.sent.append(data)


VERDICTS: dict[tuple[object, ...], bytes] = {}
FIRST: list[Attempt] = []


def verdict_on(job: Job, work: Work) -> bytes:
    """What a worker sends for a submission; each is judged once in all tests."""
    checks = load_course(work.course).lesson(work.lesson).checks.read_bytes()
    key = (job.source, job.problem, work.lesson, work.seed, checks)
    if key not in VERDICTS:
        line = Line(job)
        with suppress(EOFError):
            replace(work, kind=Unconfined)(line, 0)  # type: ignore[arg-type]
        [VERDICTS[key]] = line.sent
    return VERDICTS[key]


@pytest.fixture
def pool_here(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Judge in this process what workers would; returns who was judged, of whom `lost` is lost."""
    judged: list[str] = []

    def run(jobs: Iterable[Job], work: Work, workers: int) -> Iterator[tuple[Job, bytes | Lost]]:
        for job in jobs:
            judged.append(job.student)
            yield job, Lost("the process\x1b ended") if job.student == "lost" else verdict_on(job, work)

    monkeypatch.setattr(grading.pool, "run", run)
    return judged


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A class in which one is right, one is wrong, and one cannot be read."""
    folder = tmp_path / "class"
    folder.mkdir()
    right = solved(load_course(TOY).lesson("doubling"))
    (folder / "ana.py").write_text(right, encoding="utf-8")
    (folder / "bob.py").write_text(right.replace("2 * number", "3 * number"), encoding="utf-8")
    (folder / "cy.py").write_bytes(b"\xff")
    return folder


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Gradebook]:
    """The gradebook of the class."""
    with Gradebook(tmp_path / "gradebook.sqlite") as book:
        yield book


@pytest.fixture
def grade(toy: Path, book: Gradebook, folder: Path, pool_here: list[str]) -> Grade:
    """Grade the class as it is now."""

    def run(lesson: str = "doubling", seed: int = 7, kind: type[Boxes] = Idle, **named: Any) -> list[Attempt]:
        pool_here.clear()
        course = load_course(toy)
        made = Grading(course, course.lesson(lesson), book, seed, 1, lambda: NOW, kind=kind, **named)
        return list(made.run(find(folder)))

    return run


@pytest.fixture
def graded(grade: Grade, book: Gradebook) -> list[Attempt]:
    """What everybody came to in a first run, which is done once for all tests."""
    if FIRST:
        for attempt in FIRST:
            book.add(attempt)
    else:
        FIRST.extend(grade())
    return list(FIRST)


def test_each_entry_comes_to_an_attempt(grade: Grade, book: Gradebook) -> None:
    """Everybody has one attempt: what was taken, by which version and seed, when, and what it came to."""
    attempts = {attempt.student: attempt for attempt in grade()}
    told = {name: (one.score, one.max_score, one.state, one.status) for name, one in attempts.items()}
    assert told == {
        "ana": (100, 100, "done", "graded"),
        "bob": (0, 100, "wrong", "graded"),
        "cy": (0, 100, "broken", "broken"),
    }
    assert attempts["cy"].detail == "cy.py:1: this line is not UTF-8; save the file as UTF-8"
    assert {one.judged_at for one in attempts.values()} == {"2026-05-01T09:30:00+00:00"}
    told = {(one.seed, one.lesson, len(one.course), len(one.grader)) for one in attempts.values()}
    assert told == {(7, "doubling", 12, 12)}
    assert {attempt.student: attempt for attempt in book.latest()} == attempts


def test_an_attempt_is_written_down_before_it_is_told(
    toy: Path, book: Gradebook, folder: Path, pool_here: list[str]
) -> None:
    """Whoever sees an attempt finds it in the gradebook, and the next submission was not yet begun."""
    course = load_course(toy)
    made = Grading(course, course.lesson("doubling"), book, 7, 1, lambda: NOW, kind=Idle)
    seen = 0
    for attempt in made.run(find(folder)):
        seen += 1
        assert book.latest_of("doubling", attempt.student) == attempt
        assert len(list(book.latest())) == len(pool_here) == seen
    assert seen == 3


def test_what_is_unchanged_is_not_judged_again(
    graded: list[Attempt], grade: Grade, pool_here: list[str], folder: Path
) -> None:
    """A second run judges nobody and tells the same attempts, also when files were copied meanwhile."""
    os.utime(folder / "bob.py", (1e9, 1e9))
    assert (grade(), pool_here) == (graded, [])


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "bob.py").write_text("x = 1\n"),
        lambda folder: (folder / "bob.py").rename(folder / "bob.ipynb"),
        lambda folder: (folder / "bob.ipynb").write_text("{}"),
    ],
    ids=["another text", "another name", "a newer file"],
)
@pytest.mark.usefixtures("graded")
def test_what_changed_is_judged_again(
    grade: Grade, pool_here: list[str], folder: Path, change: Callable[[Path], object]
) -> None:
    """A student who hands in anew is judged anew, and nobody else."""
    change(folder)
    attempts = grade()
    assert pool_here == ["bob"]
    assert sorted(attempt.student for attempt in attempts) == ["ana", "bob", "cy"]


@pytest.mark.usefixtures("graded")
def test_whoever_is_new_is_judged(grade: Grade, pool_here: list[str], folder: Path) -> None:
    """A late submission is judged, and nobody else."""
    shutil.copy(folder / "ana.py", folder / "late.py")
    assert [attempt.score for attempt in grade() if attempt.student == "late"] == [100]
    assert pool_here == ["late"]


@pytest.mark.usefixtures("graded")
def test_another_seed_judges_all(grade: Grade, pool_here: list[str]) -> None:
    """With other private cases everybody is judged anew."""
    assert {attempt.seed for attempt in grade(seed=8)} == {8}
    assert pool_here == ["ana", "bob", "cy"]


def test_another_version_judges_nobody_until_somebody_asks(
    graded: list[Attempt], toy: Path, book: Gradebook, folder: Path, pool_here: list[str]
) -> None:
    """After a change of the checks grades stay, it is told whose are older, and --again mends that."""
    pool_here.clear()
    checks = toy / "beginner" / "doubling" / "lab" / "test_lab.py"
    checks.write_text(checks.read_text(encoding="utf-8") + "\n# mended\n", encoding="utf-8")
    course = load_course(toy)
    for again, judged in ((False, []), (True, ["ana", "bob", "cy"]), (False, [])):
        made = Grading(course, course.lesson("doubling"), book, 7, 1, lambda: NOW, again, Idle)
        attempts = list(made.run(find(folder)))
        assert pool_here == judged
        pool_here.clear()
        older = {attempt.course for attempt in attempts} == {attempt.course for attempt in graded}
        assert made.noted.older == (["ana", "bob", "cy"] if older else [])
    assert {attempt.course for attempt in attempts}.isdisjoint(attempt.course for attempt in graded)


@pytest.mark.usefixtures("graded")
def test_again_judges_all(grade: Grade, pool_here: list[str]) -> None:
    """Whoever asks for it has everybody judged anew."""
    grade(again=True)
    assert pool_here == ["ana", "bob", "cy"]


@pytest.mark.usefixtures("graded")
def test_another_lesson_is_judged_beside_the_first(
    grade: Grade, pool_here: list[str], book: Gradebook
) -> None:
    """One gradebook holds all lessons of a class, and none stands in for another."""
    grade("labelling")
    assert pool_here == ["ana", "bob", "cy"]
    assert len(list(book.latest())) == 6
    for lesson in ("doubling", "labelling"):
        grade(lesson)
        assert pool_here == []


@pytest.mark.usefixtures("graded")
def test_what_was_lost_is_ungraded_and_judged_next_time(
    grade: Grade, pool_here: list[str], folder: Path, book: Gradebook
) -> None:
    """A submission whose judging ended without a verdict has no score and no state, and another chance."""
    shutil.copy(folder / "ana.py", folder / "lost.py")
    [lost] = [attempt for attempt in grade() if attempt.student == "lost"]
    assert (lost.score, lost.state, lost.status, lost.verdict) == (None, "", "ungraded", "")
    assert lost.detail == "the process\\x1b ended"
    grade()
    assert pool_here == ["lost"]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("got = lab.double(4)", "got = len(lab.double(4))", "TypeError: object of type 'int' has no len()"),
        ("got = lab.double(0)", "got = lab.double()", "TypeError: missing a required argument"),
        ('variant["numbers"]', 'variant["number"]', "KeyError: 'number'"),
    ],
)
def test_a_bug_of_ours_costs_nobody_points(
    grade: Grade, pool_here: list[str], toy: Path, old: str, new: str, says: str
) -> None:
    """Where a check cannot judge, there is no score for whoever met it, until it is mended."""
    checks = toy / "beginner" / "doubling" / "lab" / "test_lab.py"
    right = checks.read_text(encoding="utf-8")
    checks.write_text(right.replace(old, new, 1), encoding="utf-8")
    attempts = {attempt.student: attempt for attempt in grade()}
    assert (attempts["ana"].score, attempts["ana"].state, attempts["ana"].status) == (None, "", "ungraded")
    assert says in attempts["ana"].detail
    assert attempts["cy"].score == 0, "what cannot be loaded met no check"
    grade()
    assert "ana" in pool_here and "cy" not in pool_here
    checks.write_text(right, encoding="utf-8")
    assert {attempt.student: attempt.score for attempt in grade()} == {"ana": 100, "bob": 0, "cy": 0}


def test_without_a_box_nobody_is_judged(grade: Grade, pool_here: list[str], book: Gradebook) -> None:
    """Where no box is to be had that is said at once, and no student has a row for it."""
    with pytest.raises(BoxError, match="bwrap is not installed"):
        grade(kind=NoBox)
    assert pool_here == []
    assert list(book.latest()) == []


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("def test_four(lab):", "def test_four(lab:", "the checks cannot be loaded"),
        ("import pytest", "import pytest, nowhere", "the checks cannot be loaded"),
        ("points=30", "points=31", "the points of the checks sum to 101, not 100"),
        ('"B1.1"', '"B9.9"', "test_four is of B9.9, which is no task of the lesson"),
        ('needs="test_four"', 'needs="test_five"', "test_zero needs test_five, which is no check"),
        ('@pytest.mark.task("B1.1", rule="Twice", points=30)\n', "", "test_four needs a mark"),
    ],
)
def test_checks_that_cannot_be_run_are_our_fault_once(
    grade: Grade, pool_here: list[str], book: Gradebook, toy: Path, old: str, new: str, says: str
) -> None:
    """A lesson whose checks do not fit together is refused in one sentence before anybody is judged."""
    checks = toy / "beginner" / "doubling" / "lab" / "test_lab.py"
    checks.write_text(checks.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(JudgeError, match=r"test_lab\.py") as refused:
        grade()
    assert says in str(refused.value)
    assert pool_here == []
    assert list(book.latest()) == []


def test_nothing_is_left_in_the_temporary_folder(
    grade: Grade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was laid out for the boxes, and their scratch folders, are gone afterwards."""
    VERDICTS.clear()
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    grade()
    assert list(place.iterdir()) == []


def test_what_a_killed_grader_left_is_removed(
    grade: Grade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder of a process that is gone goes; that of one at work, and what is none, stay."""
    places = tmp_path / "places"
    monkeypatch.setattr(tempfile, "tempdir", str(places))
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    for name in (f"grader-{ended.pid}-a", f"grader-{os.getpid()}-b", "grader-notes-c", "grader-d"):
        (places / name / "box").mkdir(parents=True)
    grade()
    left = {path.name for path in places.iterdir()}
    assert left == {f"grader-{os.getpid()}-b", "grader-notes-c", "grader-d"}


@pytest.mark.usefixtures("graded")
def test_a_regrade_that_was_cut_short_goes_on(
    toy: Path, book: Gradebook, folder: Path, pool_here: list[str]
) -> None:
    """Whom it had judged is not judged once more, and what it changed is told as a whole."""
    course = load_course(toy)

    def regrade(stop_after: int | None = None) -> tuple[list[str], list[str]]:
        pool_here.clear()
        made = Grading(course, course.lesson("doubling"), book, 7, 1, lambda: NOW, again=True, kind=Idle)
        for number, _ in enumerate(made.run(find(folder)), start=1):
            if number == stop_after:
                break
        return list(pool_here), sorted(change.student for change in made.noted.regraded)

    assert regrade(stop_after=1)[0] == ["ana"]
    assert book.is_regrading("doubling")
    (folder / "dee.py").write_bytes((folder / "ana.py").read_bytes())
    assert regrade() == (["bob", "cy", "dee"], ["ana", "bob", "cy"])
    assert not book.is_regrading("doubling")
    assert regrade()[0] == ["ana", "bob", "cy", "dee"]


def test_what_was_replaced_does_not_come_back_by_itself(
    toy: Path, book: Gradebook, folder: Path, tmp_path: Path, pool_here: list[str]
) -> None:
    """A class that was downloaded before a correction came does not undo it."""
    course = load_course(toy)

    def run(place: Path, *, again: bool = False) -> Grading:
        pool_here.clear()
        made = Grading(course, course.lesson("doubling"), book, 7, 1, lambda: NOW, again, Idle)
        list(made.run(find(place)))
        return made

    old, mail = folder / "bob.py", tmp_path / "mail" / "bob.py"
    os.utime(old, (1e9, 1e9))
    run(folder)
    mail.parent.mkdir()
    mail.write_bytes((folder / "ana.py").read_bytes())
    made = run(mail)
    assert [(one.before, one.after) for one in made.noted.anew] == [(0, 100)]
    assert made.noted.absent == []
    for again in (False, True):
        made = run(folder, again=again)
        assert "bob" not in pool_here
        assert made.noted.outdated == ["bob"]
    latest = book.latest_of("doubling", "bob")
    assert latest and latest.score == 100
    os.utime(old, (4e9, 4e9))
    assert run(folder).noted.outdated == []
    assert pool_here == ["bob"]


def test_who_is_new_and_who_is_missing_is_noted(
    toy: Path, book: Gradebook, folder: Path, pool_here: list[str]
) -> None:
    """A second download is compared with what is in the gradebook."""
    course = load_course(toy)

    def run() -> Grading:
        made = Grading(course, course.lesson("doubling"), book, 7, 1, lambda: NOW, kind=Idle)
        list(made.run(find(folder)))
        return made

    assert sorted(run().noted.new) == ["ana", "bob", "cy"]
    (folder / "cy.py").rename(folder / "dee.py")
    noted = run().noted
    assert (noted.new, noted.absent) == (["dee"], ["cy"])
