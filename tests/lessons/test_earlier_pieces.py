"""A learner in the real lessons: with `--mine`, and only then, a later lab runs on their own pieces."""

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from curriculum import editions
from curriculum.course import load_course
from grader.arriving.submissions import find
from grader.gradebook.gradebook import Gradebook
from grader.verdict import Check, Verdict
from grader.workers.grading import Grading
from tests.grader.boxes import boxes as boxes
from tests.grader.boxes import on_boxes
from tutor.cli import app
from tutor.progress import Progress
from tutor.state import path_of
from workshop.labs import solved

SOLUTIONS = Path(__file__).resolve().parents[1] / "solutions"

# Right, and told apart from memlab's: other digits for every id, and a line that is printed.
OTHER_ID = """
parts = [unicodedata.normalize("NFC", content), type, scope.user, scope.agent, scope.session, source_id]
return hashlib.sha256(canonical_json(parts)).hexdigest()
"""
TRACED = """
print("mine:", len(sources))
return min((source.authority for source in sources), default=0.0)
"""


@pytest.fixture
def course(real):
    return load_course(real)


@pytest.fixture
def pass_lab(course, real, run_file):
    """Write a lesson's lab, solved but for these bodies, and run it as a learner does."""

    def write_and_run(code, *options, **bodies):
        lesson = course.lesson(code)
        lesson.lab.write_text(editions.replace(solved(lesson), bodies), encoding="utf-8")
        return run_file(real, lesson.lab.relative_to(real), *options)

    return write_and_run


def test_summaries_are_made_with_the_learners_ids_and_authority(pass_lab):
    """B2 and B4 passed: I2 is done on the course's pieces, and on the learner's own, which then speak."""
    assert pass_lab("B2", memory_id=OTHER_ID).code == 0
    assert pass_lab("B4", derived_authority=TRACED).code == 0
    alone, own = pass_lab("I2"), pass_lab("I2", "--mine")
    assert (alone.code, own.code) == (0, 0), own.said
    assert "mine:" not in alone.said
    assert "mine: 2" in own.said
    assert own.lines[-1] == "done: 100 of 100 points"


def test_the_whole_of_level_one_is_the_learners_own(course, real, run_file, monkeypatch):
    """What nine lessons have built carries the tenth, and sits Priya's exam as the course's own does."""
    progress = Progress(path_of(course))
    for code in (f"B{number}" for number in range(1, 10)):
        lesson = course.lesson(code)
        lab = (SOLUTIONS / lesson.id / "learner_2.py").read_bytes()
        passed = tuple(Check("c", one.task, "So", 10, 10, "passed", "") for one in lesson.pieces)
        verdict = Verdict(lesson.id, "done", 100, {}, {}, passed, ())
        progress.note_verdict(verdict, datetime.now(UTC), lab=lab)
    last = course.lesson("B10")
    last.lab.write_bytes((SOLUTIONS / last.id / "learner_3.py").read_bytes())
    own = run_file(real, last.lab.relative_to(real), "--mine")
    assert own.lines[0] == "On 20 of 20 earlier pieces of your own."
    assert own.lines[-1] == "done: 100 of 100 points"
    monkeypatch.chdir(real)
    checked = CliRunner().invoke(app, ["check", "B10"])
    assert checked.stdout.splitlines()[-1] == "Priya's exam on your own edition: 6 of 14"


@on_boxes
def test_the_grader_never_runs_on_a_learners_pieces(course, pass_lab, tmp_path):
    """Graded where B4 was passed, a right I2 has full marks and calls memlab's own pieces."""
    assert pass_lab("B4", derived_authority=TRACED).code == 0
    handed_in = tmp_path / "handed-in" / "ana.py"
    handed_in.parent.mkdir()
    handed_in.write_text(solved(course.lesson("I2")), encoding="utf-8")
    book_file = tmp_path / "gradebook.sqlite"
    with Gradebook(book_file) as book:
        grading = Grading(course, course.lesson("I2"), book, 11, 1, lambda: datetime.now(UTC))
        (attempt,) = grading.run(find(handed_in.parent))
    assert attempt.score == 100
    with sqlite3.connect(book_file) as kept:
        assert not any("mine:" in line for line in kept.iterdump())
