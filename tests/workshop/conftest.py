"""The toy course with something changed in it, and the command `course` to try on it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from workshop.cli import app


@pytest.fixture
def edit(toy: Path) -> Callable[[str, str, str], Path]:
    """Replace text in a file of the toy course, named from its folder."""

    def replace(file: str, old: str, new: str) -> Path:
        path = toy / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
        return path

    return replace


@pytest.fixture
def course(toy: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Call `course` on the toy course, as somebody does at home who stands in its folder."""
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.chdir(toy)
    return lambda command, *options: CliRunner().invoke(app, [command, "--course", str(toy), *options])
