"""A real lesson's lab in a copy of its course, written and run as a learner does."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from curriculum import editions
from curriculum.course import Lesson
from tests.tutor.conftest import run_file as run_file
from workshop.labs import solved, stubs_of


@pytest.fixture
def write(lesson: Lesson) -> Callable[..., None]:
    """Write the copy's lab: solved, but for the pieces that are stubs again or get another body."""

    def write(*stubs: str, above: str = "", **bodies: str) -> None:
        stubbed = {name: stub for name, stub in stubs_of(lesson).items() if name in stubs}
        text = editions.paste(solved(lesson), stubbed)
        lesson.lab.write_text(above + editions.replace(text, bodies), encoding="utf-8")

    return write


@pytest.fixture
def run(lesson: Lesson, real: Path, run_file: Callable[..., Any]) -> Callable[..., Any]:
    """Run the copy's lab as a learner does."""
    return lambda *arguments, **more: run_file(real, lesson.lab.relative_to(real), *arguments, **more)
