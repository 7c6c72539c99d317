"""Every command of `learn` says by example how it is used, and the README tells of it."""

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from tutor.cli import app

README = Path(__file__).resolve().parents[2] / "README.md"
COMMANDS = sorted(typer.main.get_command(app).commands)


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_gives_an_example(command):
    """`--help` fits 80 columns and ends with a command to paste."""
    shown = CliRunner().invoke(app, [*command.split(), "--help"], env={"COLUMNS": "80"})
    assert shown.exit_code == 0
    example = " ".join(shown.stdout.split("Example:")[1].split())
    assert example.startswith(("uv run learn", "uv run --extra notebook learn"))
    assert f"learn {command}".strip() in example
    assert max(map(len, shown.stdout.splitlines())) <= 80


@pytest.mark.parametrize("command", COMMANDS)
def test_the_readme_names_every_command(command):
    """Who reads the README knows what there is."""
    assert f"learn {command}" in README.read_text(encoding="utf-8")
