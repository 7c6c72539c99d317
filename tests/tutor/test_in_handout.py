"""The companion in a handout, where there is no solution to show and nothing to fetch."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from curriculum.course import load_course
from grader.judge.recorded import as_text
from grader.verdict import Check, Verdict
from tutor.cli import app
from tutor.drawn import _html
from tutor.plain import console
from tutor.progress import Progress
from tutor.report import Report
from tutor.state import path_of

LAB = Path("beginner/doubling/lab/lab.py")


@pytest.fixture
def handed_out(toy: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The toy course as a handout knows it by its recordings; its library is as ever."""
    for lesson in load_course(toy).lessons:
        lesson.recorded_file.write_text(as_text({}, {1: {"numbers": (1, 2)}}), encoding="utf-8")
    monkeypatch.chdir(toy)
    return toy


@pytest.fixture
def learn(handed_out: Path) -> Callable[..., Any]:
    return lambda *arguments: CliRunner().invoke(app, list(arguments))


def test_no_solution_is_shown_and_none_is_said_to_have_been_read(learn, handed_out):
    """Not even who insists gets one, and the map does not hold it against them."""
    for options in ((), ("--yes",)):
        told = learn("solution", "B1", *options)
        assert told.exit_code == 2
        assert told.stderr == "this edition of toybox holds no solution of B1\n"
    assert Progress(path_of(load_course(handed_out))).solutions() == frozenset()


def test_nothing_is_fetched(learn):
    """Also where somebody keeps the folder under git of their own."""
    told = learn("update")
    assert told.exit_code == 2
    assert told.stderr == "this folder is a handout; what is new in it comes from whoever gave it to you\n"


def test_the_doctor_knows_it(learn):
    """Git is not missed."""
    said = " ".join(learn("doctor").stdout.split())
    assert "a handout; what is new in it comes from whoever gave it to you" in said
    assert "git checkout" not in said


def test_what_is_not_passed_is_still_to_be_written(learn):
    """The course's own stands behind no piece there."""
    told = learn("build")
    assert told.exit_code == 0
    assert "toybox.numbers.double: yours to write" in told.stdout
    assert "the course's" not in told.stdout


def test_solved_shows_what_comes_out_and_says_that_there_is_no_more(handed_out, run_here):
    """The table is drawn from the figures that must come out; there is no verdict to print."""
    shown = run_here(handed_out, handed_out / LAB, "--solved")
    assert shown.code == 0
    assert "  doubles [2, 4, 8], sum 14 of 14" in shown.lines
    assert shown.lines[-1] == "no solution: this edition holds none of B1, only what comes out"
    asked = run_here(handed_out, handed_out / LAB, "--solved", "--json")
    assert (asked.code, asked.stdout) == (2, "")
    assert asked.stderr == "this edition holds no solution of B1, so there is none to judge\n"


def test_own_pieces_stand_beside_what_is_still_to_write(handed_out, run_file):
    """The course's own are not there to fill the gaps."""
    lab = Path("beginner/labelling/lab/lab.py")
    told = run_file(handed_out, lab, "--mine", PYTHONPATH=str(Path(__file__).parents[1] / "course"))
    assert told.lines[0] == "On 0 of 2 earlier pieces of your own; the others are still to write."


PASSED = Check("test_four", "B1.1", "Four is doubled", 50, 50, "passed", "")
ELSEWHERE = replace(
    PASSED, id="test_sum", task="B1.2", earned=0, status="not run", message="so", elsewhere=True
)
RIGHT = replace(ELSEWHERE, id="test_all", points=20, earned=20, status="passed", message="", elsewhere=False)


@pytest.fixture
def verdict() -> Verdict:
    checks = (PASSED, RIGHT, replace(ELSEWHERE, points=30))
    return Verdict("doubling", "done", 70, {}, {}, checks, ())


def test_what_is_left_to_the_grader_is_said_before_the_last_line(toy, verdict):
    """Nobody whose work is right is sent to look for a mistake."""
    lesson = load_course(toy).lesson("doubling")
    report = Report(lesson, verdict, None, console(plain=True), True)
    lines = [line.plain for line in report.lines(solved=False)]
    assert lines[-2:] == [
        "What can be judged here is right; 30 points are left to the grader.",
        "done: 70 of 100 points",
    ]
    drawn = "\n".join(_html(lesson, verdict, report, ""))
    assert "<p>What can be judged here is right; 30 points are left to the grader.</p>" in drawn
    assert not [text for text in (*lines, drawn) if "hint" in text]


def test_what_was_judged_of_right_work_counts_as_passed(tmp_path, verdict):
    """Else the piece would never become one's own."""
    progress = Progress(tmp_path / "learner.sqlite")
    progress.note_verdict(verdict, datetime(2026, 5, 1, tzinfo=UTC), lab=b"")
    assert progress.passed() == {"B1.1": b"", "B1.2": b""}
