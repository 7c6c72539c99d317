"""What all tests share: the toy course, and copies of the real one that a test may break."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from curriculum.course import load_course
from curriculum.notebook import notebook_of

CHECKOUT = Path(__file__).resolve().parents[1]
TOY = CHECKOUT / "tests" / "course"
sys.path.insert(0, str(TOY))  # the toy course's library, which is installed nowhere


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are processors: many tests wait for a process, a limit or a kill."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(autouse=True)
def plain_asserts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Load a lesson's checks as they are loaded elsewhere: the pytest of the house rewrites no assert."""
    finders = [finder for finder in sys.meta_path if type(finder).__name__ != "AssertionRewritingHook"]
    monkeypatch.setattr(sys, "meta_path", finders)


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """A copy of the toy course, to be broken."""
    return Path(shutil.copytree(TOY, tmp_path / "toy", ignore=shutil.ignore_patterns("__pycache__")))


@pytest.fixture
def real(tmp_path: Path) -> Path:
    """A copy of the real course and its data, to be broken: returns the copy of `curriculum/`."""
    return copied(tmp_path / "checkout")


def copied(checkout: Path) -> Path:
    """Copy the real course and its data there, every lab as at the start, whoever works in this checkout."""
    leave_out = shutil.ignore_patterns("__pycache__", "*.py[co]")
    shutil.copytree(CHECKOUT / "data", checkout / "data", ignore=leave_out)
    course = Path(shutil.copytree(CHECKOUT / "curriculum", checkout / "curriculum", ignore=leave_out))
    for lesson in load_course(course).lessons:
        shutil.copyfile(lesson.stub, lesson.lab)
        lesson.notebook.write_text(notebook_of(lesson.stub.read_text(encoding="utf-8")), encoding="utf-8")
    return course


@pytest.fixture
def run_script() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run a Python file as a person would: in a process of its own, at 80 columns, without colour."""

    def run(file: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        outside = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
        settings = {"PYTHONPATH": str(TOY), "COLUMNS": "80", "NO_COLOR": "1", **environment}
        return subprocess.run(
            [sys.executable, str(file), *arguments],
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=60,
            env={**outside, **settings},
        )

    return run
