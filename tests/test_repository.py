"""The repository as others meet it: what it says of itself, and what it must not hold."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from typer.main import get_command

from curriculum.course import load_course
from grader.cli import app as grader
from tutor.cli import app as learn
from workshop.cli import app as course

CHECKOUT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))


def tracked() -> list[Path]:
    """The files that git tracks; where there is no git, all that a checkout has."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=CHECKOUT, capture_output=True, text=True, check=False
    )
    names = listed.stdout.split("\0")[:-1] if listed.returncode == 0 else []
    return [CHECKOUT / name for name in names if (CHECKOUT / name).is_file()]


def test_no_registry_address_and_no_path_of_a_machine() -> None:
    """No file records where a package was fetched, or where somebody's checkout lies."""
    forbidden = re.compile(
        r"files\.pythonhosted\.org|pypi\.org|registry\.npmjs|/root/|/home/\w|/work/main|[A-Z]:\\Users"
    )
    for path in tracked():
        if path != Path(__file__).resolve():
            text = path.read_bytes().decode("utf-8", errors="replace")
            assert not forbidden.search(text), f"{path}: {forbidden.search(text)}"


def test_every_command_is_documented() -> None:
    """Each installed command stands in the README or in CONTRIBUTING, with its subcommands."""
    prose = "".join(
        (CHECKOUT / name).read_text(encoding="utf-8") for name in ("README.md", "CONTRIBUTING.md")
    )
    assert set(PROJECT["project"]["scripts"]) == {"memlab", "learn", "grader", "course"}
    seen = 0
    for name, app in {"learn": learn, "grader": grader, "course": course}.items():
        for subcommand, command in getattr(get_command(app), "commands", {}).items():
            seen += 1
            assert f"{name} {subcommand}" in prose, f"{name} {subcommand}"
            assert "Example: uv run" in (command.help or ""), f"{name} {subcommand} has no example"
    assert seen >= 3


def test_every_ready_lesson_is_in_the_readme() -> None:
    """The README names each lesson that is ready, and no lesson lies outside course.yaml."""
    readme = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    ready = [lesson.id for lesson in load_course(CHECKOUT / "curriculum").lessons]
    assert ready
    assert all(f"/{slug}/lesson.md" in readme for slug in ready)
    folders = {path.parent.name for path in (CHECKOUT / "curriculum").glob("*/*/lesson.md")}
    assert folders == set(ready)


@pytest.mark.parametrize("name", ["LICENSE", "LICENSE-lessons"])
def test_licences_are_there(name: str) -> None:
    """Code is MIT and lessons are CC BY 4.0, each in a file that the package names."""
    assert (CHECKOUT / name).is_file()
    assert name in PROJECT["project"]["license-files"]


def test_every_direct_dependency_has_a_bound_and_a_pin() -> None:
    """pyproject.toml bounds each package from below and pins the version that was tried."""
    wanted = PROJECT["project"]["dependencies"] + PROJECT["dependency-groups"]["dev"]
    pins = {pin.partition("==")[0].lower() for pin in PROJECT["tool"]["uv"]["constraint-dependencies"]}
    assert all(">=" in dependency for dependency in wanted)
    assert {dependency.partition(">=")[0].lower() for dependency in wanted} <= pins
