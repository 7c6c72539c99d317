"""The instructor's guide: its commands are commands, its policy is a policy, its columns are the columns."""

import re
import shlex
from pathlib import Path

import pytest
from typer.main import get_command

from curriculum.course import CHECKOUT as CURRICULUM
from curriculum.course import load_course
from grader.cli import app
from grader.gradebook.late import read_policy
from grader.report.report import COLUMNS
from tests.conftest import CHECKOUT

GUIDE = (CHECKOUT / "TEACHING.md").read_text(encoding="utf-8")
PREFIX = "python -m uv run grader "
COMMANDS = [line.removeprefix(PREFIX) for line in GUIDE.splitlines() if line.startswith(PREFIX)]


def test_the_guide_goes_through_every_command() -> None:
    """Whoever reads the guide meets each command of the grader."""
    group = get_command(app)
    assert set(getattr(group, "commands", ())) <= set(re.findall(r"grader ([\w-]+)", GUIDE))
    assert len(COMMANDS) >= 8


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_guide_is_one(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every line that is to be typed is understood, with all its options."""
    monkeypatch.chdir(tmp_path)
    group = get_command(app)
    name, *arguments = shlex.split(command)
    group.commands[name].make_context(name, arguments)  # type: ignore[attr-defined]


def test_the_policy_of_the_guide_is_one() -> None:
    """What is to be written down can be read, by the course as it is."""
    [text] = re.findall(r"```yaml\n(.*?)```", GUIDE, re.DOTALL)
    policy = read_policy(text, Path("late.yaml"), load_course(CURRICULUM))
    assert policy.free_days and policy.points_per_day and policy.at_most_days
    assert policy.extensions and policy.handed_in


def test_the_columns_of_the_guide_are_those_of_the_table() -> None:
    """Each column is explained, in its order."""
    rows = re.findall(r"^\| (`.*?) \|", GUIDE.partition("## The columns of grades.csv")[2], re.MULTILINE)
    assert [name for row in rows for name in re.findall(r"`(\w+)`", row)] == list(COLUMNS)
