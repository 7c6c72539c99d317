"""What all tests share: the toy course, and copies of the real one that a test may break."""

import io
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from curriculum.course import load_course
from curriculum.files import CourseError
from workshop.labs import executed, solved

CHECKOUT = Path(__file__).resolve().parents[1]
TOY = CHECKOUT / "tests" / "course"
sys.path.insert(0, str(TOY))  # the toy course's library, which is installed nowhere


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """A copy of the toy course, to be broken."""
    return Path(shutil.copytree(TOY, tmp_path / "toy", ignore=shutil.ignore_patterns("__pycache__")))


@pytest.fixture
def real(tmp_path: Path, unloadable: str) -> Path:
    """A copy of the real course and its data, to be broken: returns the copy of `curriculum/`."""
    if unloadable and not os.environ.get("CI"):
        pytest.skip(unloadable)
    leave_out = shutil.ignore_patterns("__pycache__", "*.py[co]")
    shutil.copytree(CHECKOUT / "data", tmp_path / "checkout" / "data", ignore=leave_out)
    course = tmp_path / "checkout" / "curriculum"
    return Path(shutil.copytree(CHECKOUT / "curriculum", course, ignore=leave_out))


@pytest.fixture(scope="session")
def unloadable() -> str:
    """The sentence about a lab of this checkout that somebody has broken while at work, if there is one."""
    for lesson in load_course(CHECKOUT / "curriculum").lessons:
        printed = io.StringIO()
        try:
            with redirect_stdout(printed):
                executed(lesson, solved(lesson))
        except CourseError as error:
            return str(error)
        if printed.getvalue():
            return f"{lesson.lab}: prints when it is loaded"
    return ""


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
