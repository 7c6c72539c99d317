"""Labs that are run as a person runs them, and what such a run leaves behind."""

import runpy
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from subprocess import CompletedProcess

import pytest


@dataclass(frozen=True)
class Run:
    """What a run of a lab left behind, and how long it took."""

    code: int
    stdout: str
    stderr: str
    seconds: float

    @property
    def lines(self) -> list[str]:
        return self.stdout.splitlines()

    @property
    def said(self) -> str:
        """All words of the output on one line, however they were wrapped."""
        return " ".join(self.stdout.split())


@pytest.fixture(autouse=True)
def without_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep out what some machines set to colour every output."""
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def run_file(
    run_script: Callable[..., CompletedProcess[str]], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Run]:
    """Run a file of a course from the course's folder, as a person would, in a process of its own."""

    def run(course: Path, file: Path, *arguments: str, **environment: str) -> Run:
        monkeypatch.chdir(course)
        begun = time.monotonic()
        done = run_script(file, *arguments, **environment)
        return Run(done.returncode, done.stdout, done.stderr, time.monotonic() - begun)

    return run


@pytest.fixture
def run_here(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Run]:
    """Run a file of a course as a script in this process, where what is asked needs none of its own."""

    def run(course: Path, file: Path, *arguments: str, **environment: str) -> Run:
        monkeypatch.chdir(course)
        monkeypatch.setattr(sys, "argv", [str(file), *arguments])
        for name, value in {"COLUMNS": "80", **environment}.items():
            monkeypatch.setenv(name, value)
        with pytest.raises(SystemExit) as ended:
            runpy.run_path(str(file), run_name="__main__")
        captured = capsys.readouterr()
        return Run(ended.value.code, captured.out, captured.err, 0.0)

    return run
