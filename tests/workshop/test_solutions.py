"""Independent solutions: what others wrote from page, stub and hints alone is right to the digit.

They lie in `tests/solutions/<lesson>/` as they were written, and are never edited to make a check pass.
"""

from pathlib import Path
from typing import Any

import pytest

from curriculum.course import load_course
from curriculum.files import read_text
from grader.inprocess import InProcess
from grader.judge import judge
from grader.verdict import Verdict
from workshop.weave import plain

SOLUTIONS = sorted((Path(__file__).resolve().parents[1] / "solutions").glob("*/*.py"))


def test_there_are_three_solutions_of_every_lesson(real):
    """No lesson is called solvable that fewer than three have solved."""
    for lesson in load_course(real).lessons:
        assert sum(file.parent.name == lesson.id for file in SOLUTIONS) >= 3


@pytest.mark.parametrize("file", SOLUTIONS, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_an_independent_solution_is_right(real, file):
    """It scores 100, and its table is the page's."""
    lesson = load_course(real).lesson(file.parent.name)
    namespace: dict[str, Any] = {"__name__": "lab"}
    exec(compile(read_text(file), str(file), "exec"), namespace)
    verdicts: list[Verdict] = []
    judge(lesson, [InProcess(lesson, namespace)], verdicts.append)
    (verdict,) = verdicts
    assert [check.message for check in verdict.checks if check.status != "passed"] == []
    assert (verdict.state, verdict.score) == ("done", 100)
    assert verdict.figures == lesson.expected
    right = lesson.measure.draw(lesson.expected, lesson.expected)
    assert plain(lesson.measure.draw(verdict.figures, lesson.expected)) == plain(right)
