"""The toy lesson and right pieces for it, short limits, and a judge for whatever a test hands over."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import toybox.numbers
from msgspec.structs import replace

from curriculum.course import Lesson, load_course
from grader.calls import calling, stopwatch
from grader.calls.caller import Reply
from grader.calls.calling import Calling
from grader.calls.inprocess import InProcess
from grader.judge.judge import judge
from grader.verdict import Verdict


@pytest.fixture
def doubling(toy: Path) -> Lesson:
    """The toy lesson with two pieces that work on numbers, `double` and `total`."""
    return load_course(toy).lesson("doubling")


@pytest.fixture
def shelving(toy: Path) -> Lesson:
    """The toy lesson with a piece that works on a file, `store`, and with scenes."""
    return load_course(toy).lesson("shelving")


@pytest.fixture
def right() -> dict[str, Any]:
    """Pieces of that lesson that are right."""
    return {"double": lambda number: 2 * number, "total": lambda numbers: 2 * sum(numbers)}


@pytest.fixture
def short_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """End a call after three tenths of a second."""
    monkeypatch.setattr(calling, "CALL_SECONDS", 0.3)
    monkeypatch.setattr(stopwatch, "AGAIN_SECONDS", 0.05)


@pytest.fixture
def calling_of() -> Callable[..., Calling]:
    """Functions as the learner's `double` and `total`, whose file is mine.py, with the scenes of a test."""
    references = {
        "toybox.numbers.double": toybox.numbers.double,
        "toybox.numbers.total": toybox.numbers.total,
    }

    def make(double: Any, *, total: Any = None, scenes: Any = None, **settings: Any) -> Calling:
        pieces = dict(zip(references, (double, total), strict=True))
        return Calling(references, pieces, lambda name: name == "mine.py", scenes or {}, **settings)

    return make


def without_time(reply: Reply) -> Reply:
    """A reply as it is but for how long it took, which no test can know."""
    return replace(reply, seconds=0.0)


@pytest.fixture
def call(calling_of: Callable[..., Calling], short_limit: None) -> Callable[..., Reply]:
    """Call a function as the learner's `double`, of 4."""

    def run(double: Any, **settings: Any) -> Reply:
        return without_time(calling_of(double, **settings).reply("toybox.numbers.double", b"[4]"))

    return run


@pytest.fixture
def judged() -> Callable[..., Verdict]:
    """Judge functions as the pieces of a lesson, in this process."""

    def run(lesson: Lesson, pieces: dict[str, Any], **settings: Any) -> Verdict:
        verdicts: list[Verdict] = []
        judge(lesson, [InProcess(lesson, pieces)], verdicts.append, **settings)
        assert len(verdicts) == 1
        return verdicts[0]

    return run


@pytest.fixture
def edit() -> Callable[[Path, str, str], None]:
    """Put one text where another stands in a file, once."""

    def change(file: Path, old: str, new: str) -> None:
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new, 1), encoding="utf-8")

    return change
