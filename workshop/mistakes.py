"""Known mistakes: what people really write, which checks each fails, and what it is in one sentence.

They are judged as a lab is, with the reference for every piece that they leave alone.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import yaml

from curriculum.course import KnownMistake, Lesson, load_module
from curriculum.files import CourseError, read_text
from grader.calls.inprocess import InProcess
from grader.judge.judge import judge
from grader.report.known import as_mistake
from grader.verdict import Verdict
from workshop.labs import executed, solved

HEAD = "# Which checks each known mistake fails, as `uv run course build` finds by trying it.\n"


@dataclass(frozen=True, slots=True)
class Mistake:
    """A file of `lab/mistakes/`: the checks that it says it fails, its sentence, and its wrong pieces.

    A wrong piece calls the other pieces of the lab by their names: see `lab_with`.
    """

    file: Path
    named: frozenset[str]
    says: str
    wrong: Mapping[str, Any]
    module: ModuleType


def files_of(lesson: Lesson) -> list[Path]:
    return sorted((lesson.folder / "lab" / "mistakes").glob("*.py"))


def read_mistake(file: Path, lesson: Lesson) -> Mistake:
    """Read one; raises CourseError for a file that does not parse or cannot be loaded."""
    try:
        docstring = ast.get_docstring(ast.parse(read_text(file))) or ""
    except SyntaxError as error:
        raise CourseError(f"{file}:{error.lineno}: {error.msg}") from error
    first, _, rest = docstring.partition("\n")
    named = re.findall(r"test_\w+", first) if first.startswith("fails: ") else []
    module = load_module(file)
    names = lesson.references
    wrong = {name: getattr(module, name) for name in names if hasattr(module, name)}
    return Mistake(file, frozenset(named), " ".join(rest.split()), wrong, module)


def lab_with(mistake: Mistake, lesson: Lesson, right: str) -> dict[str, Any]:
    """Run the text of a solved lab with a mistake in it; its pieces call each other, as in one file."""
    lab = executed(lesson, right, mistake.wrong)
    pieces = {piece.name: lab[piece.name] for piece in lesson.pieces}
    vars(mistake.module).update(pieces)
    return lab


def known(lesson: Lesson) -> str:
    """The text of known.yaml: for each mistake and task the checks that fail."""
    mistakes = [read_mistake(file, lesson) for file in files_of(lesson)]
    right = solved(lesson)
    verdicts: list[Verdict] = []
    callers = [InProcess(lesson, lab_with(mistake, lesson, right)) for mistake in mistakes]
    judge(lesson, callers, verdicts.append)
    rows = [
        {"task": row.task, "fails": list(row.fails), "says": row.says, "told": row.told}
        for mistake, verdict in zip(mistakes, verdicts, strict=True)
        for row in _rows(lesson, mistake, verdict)
    ]
    body = yaml.safe_dump(rows, sort_keys=False, default_flow_style=None, width=110, allow_unicode=True)
    return HEAD + body


def _rows(lesson: Lesson, mistake: Mistake, verdict: Verdict) -> Iterator[KnownMistake]:
    for piece in lesson.pieces:
        checks = verdict.of_task(piece.task)
        if piece.name in mistake.wrong and any(check.failed for check in checks):
            yield as_mistake(piece.task, checks, mistake.says)
