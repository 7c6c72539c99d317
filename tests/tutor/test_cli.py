"""The command `learn hint`."""

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from curriculum.course import load_course
from tutor.cli import app
from tutor.progress import Progress
from tutor.state import path_of


@pytest.fixture
def learn(toy: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Call `learn` from a folder within the toy course."""
    monkeypatch.chdir(toy / "beginner" / "doubling" / "lab")
    return lambda *arguments: CliRunner().invoke(app, arguments)


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (("B1.1",), "What is twice?"),
        (("B1.1", "--step", "2"), "Look at the product."),
        (("B1.1", "--step", "3"), "One product."),
        (("b1.2",), "What is doubled first?"),
        (("B2.1", "--step", "3"), "A max by count."),
    ],
)
def test_a_hint_is_given_for_task_and_step(learn, arguments, hint):
    """Each task has its three steps, the first by default; the case of the label does not matter."""
    given = learn("hint", *arguments)
    assert given.exit_code == 0
    assert hint in given.stdout.splitlines()
    assert sum(line.endswith((".", "?")) for line in given.stdout.splitlines()) == 1


def test_a_hint_says_how_to_get_the_next(learn):
    """Every step but the last names the command for the one after it."""
    assert learn("hint", "B1.1").stdout.splitlines()[-1] == "More: uv run learn hint B1.1 --step 2"
    assert "--step" not in learn("hint", "B1.1", "--step", "3").stdout


def test_a_hint_fits_the_terminal(learn, toy):
    """A long hint is filled to 80 columns."""
    hints = toy / "beginner" / "doubling" / "lab" / "hints.yaml"
    hints.write_text(f"B1.1: ['{'What is twice? ' * 30}', b, c]\n", encoding="utf-8")
    lines = learn("hint", "B1.1").stdout.splitlines()
    assert len(lines) > 6
    assert max(map(len, lines)) <= 80


def test_an_unknown_task_is_answered_with_those_there_are(learn):
    """A label that does not exist ends with exit code 2 and one sentence that names the tasks."""
    refused = learn("hint", "B7.1")
    assert refused.exit_code == 2
    assert refused.stdout == ""
    assert refused.stderr == "no task is called 'B7.1'; there are: B1.1, B1.2, B2.1, B4.1\n"


@pytest.mark.parametrize("step", ["0", "4", "two"])
def test_there_are_three_steps(learn, step):
    """A step that does not exist is refused as a wrong use of the command."""
    refused = learn("hint", "B1.1", "--step", step)
    assert refused.exit_code == 2
    assert "--step" in refused.stderr


def test_a_hint_that_is_missing_is_said_in_a_sentence(learn, toy):
    """A task without its hints is no traceback."""
    hints = toy / "beginner/doubling/lab/hints.yaml"
    hints.write_text("B1.1: [a, b, c]\n", encoding="utf-8")
    answer = learn("hint", "B1.2")
    assert answer.exit_code == 2
    assert answer.stderr == "Task B1.2: total the doubles has no hint 1 yet\n"


def test_a_hint_is_noted_and_nothing_else_changes(learn, toy, tmp_path, monkeypatch):
    """How far somebody has read is known afterwards; no file of the course or at home appears or changes."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home))
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    for step in "132":
        learn("hint", "b1.1", "--step", step)
    after = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert {path.parent for path in after.keys() - before.keys()} == {tmp_path / ".course"}
    assert before.items() <= after.items()
    assert Progress(path_of(load_course(toy))).hints() == {"B1.1": 3}


def test_the_course_may_lie_elsewhere(learn, toy, tmp_path, monkeypatch):
    """`--course` names a course that one does not stand in."""
    monkeypatch.chdir(tmp_path)
    assert "What is twice?" in learn("hint", "B1.1", "--course", str(toy)).stdout


def test_a_folder_without_a_course_is_refused(learn, tmp_path):
    """A folder without course.yaml is named in one sentence, with exit code 2."""
    refused = learn("hint", "B1.1", "--course", str(tmp_path))
    assert refused.exit_code == 2
    assert len(refused.stderr.splitlines()) == 1
    assert str(tmp_path / "course.yaml") in refused.stderr
