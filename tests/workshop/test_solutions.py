"""Independent solutions: what others wrote from page, stub and hints alone is right to the digit.

They lie in `tests/solutions/<lesson>/` as they were written, and are never edited to make a check pass.
"""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from curriculum.course import load_course
from curriculum.files import read_text
from grader.arriving.submissions import find
from grader.calls.inprocess import InProcess
from grader.gradebook.gradebook import Gradebook
from grader.judge.judge import judge
from grader.verdict import Verdict
from grader.workers.grading import Grading
from tests.grader.boxes import boxes as boxes
from tests.grader.boxes import on_boxes
from workshop.labs import executed
from workshop.weave import plain

SOLUTIONS = sorted((Path(__file__).resolve().parents[1] / "solutions").glob("*/*.py"))
SLUGS = sorted({file.parent.name for file in SOLUTIONS})


def test_there_are_three_solutions_of_every_lesson(real):
    """No lesson is called solvable that fewer than three have solved."""
    for lesson in load_course(real).lessons:
        assert sum(file.parent.name == lesson.id for file in SOLUTIONS) >= 3


@pytest.mark.parametrize("slug", SLUGS)
def test_independent_solutions_are_right(real, slug):
    """Each scores 100, and its table is the page's."""
    lesson = load_course(real).lesson(slug)
    files = [file for file in SOLUTIONS if file.parent.name == slug]
    labs = [executed(lesson, read_text(file)) for file in files]
    verdicts: list[Verdict] = []
    judge(lesson, [InProcess(lesson, lab) for lab in labs], verdicts.append)
    right = plain(lesson.measure.draw(lesson.expected, lesson.expected))
    for file, verdict in zip(files, verdicts, strict=True):
        failed = [check.message for check in verdict.checks if check.status != "passed"]
        assert (file.stem, verdict.state, verdict.score, failed) == (file.stem, "done", 100, [])
        assert verdict.figures == lesson.expected
        assert plain(lesson.measure.draw(verdict.figures, lesson.expected)) == right


@on_boxes
@pytest.mark.parametrize("slug", SLUGS)
def test_handed_in_they_all_have_full_marks(real, tmp_path, slug):
    """An instructor who grades the folder gives each of them 100, whatever the private cases are."""
    course = load_course(real)
    with Gradebook(tmp_path / "gradebook.sqlite") as book:
        grading = Grading(course, course.lesson(slug), book, 20_261_130, 2, lambda: datetime.now(UTC))
        attempts = list(grading.run(find(SOLUTIONS[0].parents[1] / slug)))
    assert len(attempts) == sum(file.parent.name == slug for file in SOLUTIONS)
    assert {attempt.student: attempt.detail for attempt in attempts if attempt.score != 100} == {}
