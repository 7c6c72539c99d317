"""`learn doctor`: whatever could stand in the way is found and named with what mends it."""

import shutil
from importlib import util

import pytest
from typer.testing import CliRunner

from tutor.cli import app

LAB = "beginner/doubling/lab/lab.py"


@pytest.fixture
def doctor(toy, monkeypatch):
    """Call `learn doctor` in the folder of the toy course, on a machine that lacks nothing."""
    monkeypatch.chdir(toy)
    (toy.parent / ".git").mkdir()
    monkeypatch.setattr(util, "find_spec", lambda name: object())
    monkeypatch.setattr(shutil, "which", lambda name: f"/somewhere/{name}")
    return lambda: CliRunner().invoke(app, ["doctor"], env={"COLUMNS": "80"})


def test_where_nothing_is_missing_all_is_well(doctor):
    """Every line begins with ok, and the exit code is 0."""
    found = doctor()
    assert found.exit_code == 0
    assert {line[:7] for line in found.stdout.splitlines()} == {"ok     ", "       "}
    assert "3 lesson(s) ready" in found.stdout


def missing_lab(toy, monkeypatch):
    (toy / LAB).unlink()


def missing_stub(toy, monkeypatch):
    (toy / LAB).with_name("stub.py").unlink()


def broken_lab(toy, monkeypatch):
    (toy / LAB).write_text("def double(\n", encoding="utf-8")


def broken_state(toy, monkeypatch):
    (toy.parent / ".course").mkdir()
    (toy.parent / ".course" / "learner.sqlite").write_text("my notes\n" * 100, encoding="utf-8")


def broken_course(toy, monkeypatch):
    (toy / "course.yaml").write_text("lessons: 3\n", encoding="utf-8")


@pytest.mark.parametrize(
    ("hurt", "says"),
    [
        (missing_lab, "lab.py is missing; uv run learn start B1 lays it out"),
        (missing_stub, "stub.py is missing; in a checkout, git restore brings it back"),
        (broken_lab, "lab.py does not parse; uv run learn check B1 says where"),
        (
            broken_state,
            "file is not a database; it was left as it is, and holds what you have done; move it away",
        ),
        (broken_course, "in a checkout, git restore brings back what a file was"),
    ],
)
def test_what_must_be_mended_leads_to_exit_code_2(doctor, toy, monkeypatch, hurt, says):
    """It is named in a sentence with what mends it."""
    hurt(toy, monkeypatch)
    found = doctor()
    assert found.exit_code == 2
    assert found.stdout.count("\nmend   ") == 1
    assert says in " ".join(found.stdout.split())


def no_git(toy, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)


def no_checkout(toy, monkeypatch):
    (toy.parent / ".git").rmdir()


def no_jupyter(toy, monkeypatch):
    monkeypatch.setattr(util, "find_spec", lambda name: None)


@pytest.mark.parametrize(
    ("hurt", "says"),
    [
        (no_git, "git is not installed; only learn update needs it"),
        (no_checkout, "this is no git checkout, so learn update has nothing to fetch from"),
        (
            no_jupyter,
            "no jupyterlab and no matplotlib, for learn notebook; uv sync --extra notebook installs them",
        ),
    ],
)
def test_what_one_can_learn_without_is_a_note(doctor, toy, monkeypatch, hurt, says):
    """It is told, and the exit code stays 0."""
    hurt(toy, monkeypatch)
    found = doctor()
    assert found.exit_code == 0
    assert f"note {says}" in " ".join(found.stdout.split())
