"""Whether this handout is as it should be: its labs begin, and nothing in it answers for the learner."""

import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from curriculum.course import Lesson, load_course
from curriculum.editions import is_stub
from curriculum.library import is_withheld
from curriculum.notebook import cells_of_notebook, cells_of_script

HOME = next(above for above in Path(__file__).resolve().parents if (above / "curriculum").is_dir())
LESSONS = load_course(HOME / "curriculum").lessons
each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)


@each_lesson
def test_a_lab_runs_as_it_is_at_the_start(lesson: Lesson, tmp_path: Path) -> None:
    """Untouched, it says that nothing is written yet, with exit code 1. What you wrote is not looked at."""
    for name in ("curriculum", "data"):
        if (HOME / name).is_dir():
            shutil.copytree(HOME / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    lab = tmp_path / lesson.lab.relative_to(HOME)
    shutil.copyfile(lesson.stub, lab)
    done = subprocess.run(
        [sys.executable, str(lab), "--json"],
        env={**os.environ, "PYTHONPATH": str(HOME)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 1, done.stderr
    verdict = json.loads(done.stdout.splitlines()[-1])
    assert (verdict["state"], verdict["score"]) == ("not started", 0)


@each_lesson
@pytest.mark.skipif((HOME / ".course").exists(), reason="somebody has begun, and may write in one of the two")
def test_a_notebook_holds_the_cells_of_its_lab(lesson: Lesson) -> None:
    """Both forms of a lab are the same at the start."""
    lab, notebook = (path.read_text(encoding="utf-8") for path in (lesson.lab, lesson.notebook))
    assert cells_of_notebook(notebook) == cells_of_script(lab)


@each_lesson
def test_the_table_can_be_drawn(lesson: Lesson) -> None:
    """What comes out of a lab that is right is there to be seen."""
    screen = Console(file=io.StringIO(), width=80)
    with screen.capture() as drawn:
        screen.print(lesson.measure.draw(lesson.expected, lesson.expected))
    assert drawn.get().strip()


@each_lesson
def test_the_library_holds_no_solution(lesson: Lesson) -> None:
    """Each piece of a lesson raises in the library, and is a stub at the start of its lab."""
    for piece in lesson.pieces:
        assert is_withheld(piece.reference), piece.function
        assert is_stub(lesson.stub.read_text(encoding="utf-8"), piece.name)
