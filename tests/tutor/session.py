"""A learner's session at a real terminal, from a fresh clone to "done"; and reports on labs that are broken.

    uv run python -m tests.tutor.session

writes them anew into `transcripts/` and `reports/` beside this file; a test plays all again and compares.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pexpect
from typer.testing import CliRunner

from curriculum import editions
from curriculum.course import Lesson, load_course
from curriculum.notebook import notebook_of
from tutor.cli import app
from workshop.labs import solutions_of, solved

CHECKOUT = Path(__file__).resolve().parents[2]
TRANSCRIPTS = Path(__file__).with_name("transcripts")
REPORTS = Path(__file__).with_name("reports")
LAB = "curriculum/intermediate/summarization-and-compaction/lab/lab.py"
PROMPT = "@@@ "
COLUMNS, ROWS = 80, 24
SECONDS = 30
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
CHECK = "uv run learn check I2"


@dataclass(frozen=True)
class Scene:
    """What the lab holds, and what somebody then types: commands, and answers to what they ask."""

    name: str
    lab: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Played:
    """A scene as it was printed, with the terminal's escapes and without."""

    name: str
    raw: str
    text: str


def scenes(lesson: Lesson) -> Iterator[Scene]:
    """The session, in its order."""
    stub, right = lesson.stub.read_text(encoding="utf-8"), solved(lesson)
    whole = solutions_of(lesson)
    half = editions.paste(stub, {"summarise_session": whole["summarise_session"]})
    any_left = "return tuple(m for m in memories if m.derived_from and not set(m.derived_from) & ids)"
    wrong = editions.replace(
        right, {"orphaned_summaries": f"ids = {{memory.id for memory in memories}}\n\n{any_left}"}
    )
    guesses = ("a third", "", "none")
    yield Scene("01-map", stub, ("uv run learn",))
    yield Scene("02-start", stub, ("uv run learn start I2", "uv run learn start I2 --catch-up"))
    yield Scene("03-guess", stub, ("uv run learn quiz I2", *guesses))
    yield Scene("04-untouched", stub, (f"uv run python {LAB}",))
    yield Scene("05-half", half, (CHECK,))
    yield Scene("06-wrong", wrong, (CHECK,))
    yield Scene("07-hint", wrong, ("uv run learn hint I2.2", "uv run learn next"))
    yield Scene("08-right", right, (f"uv run python {LAB}", "uv run learn next"))
    knows = ("", "y", "", "n", "", "y", "", "y", "", "y")
    yield Scene("09-check-yourself", right, ("uv run learn quiz I2", *knows))
    yield Scene("10-solution", right, ("uv run learn solution I2", "n"))
    yield Scene("11-reset-and-undo", right, ("uv run learn reset I2", "uv run learn undo", "uv run learn"))


def broken_labs(lesson: Lesson) -> Iterator[tuple[str, str]]:
    """Labs in which something else is wrong than an answer, each with the name of its report."""
    right = solved(lesson)
    yield "syntax-error", right.replace("if len(claims) < 2:", "if len(claims) < 2")
    yield "import-error", f"import numpyy\n{right}"
    yield "missing-function", right.replace("def orphaned_summaries", "def orphans")
    for name, body in {
        "endless-loop": "while True:\n    pass",
        "error": "return tuple(memory for memory in memories if memory.sources)",
        "print": 'print("looking at", len(memories))\nreturn ()',
        "wrong-type": "return [memory.id for memory in memories if memory.derived_from]",
    }.items():
        yield name, editions.replace(right, {"orphaned_summaries": body})


def reports(checkout: Path) -> Iterator[tuple[str, str]]:
    """What `learn check` says of each of them, and of one in plain words, without a terminal."""
    lesson = load_course(checkout / "curriculum").lesson("I2")
    for name, text in broken_labs(lesson):
        lesson.lab.write_text(text, encoding="utf-8")
        yield name, _checked(lesson)
        if name == "error":
            yield "error-plain", _checked(lesson, "--plain")


def _checked(lesson: Lesson, *options: str) -> str:
    command = ["check", "I2", *options, "--course", str(lesson.folder.parents[1])]
    return CliRunner().invoke(app, command, env={"COLUMNS": str(COLUMNS)}).output


def play(checkout: Path) -> Iterator[Played]:
    """Play it in a copy of the repository, in a shell with a terminal of its own."""
    lesson = load_course(checkout / "curriculum").lesson("I2")
    shell = pexpect.spawn(
        "/bin/sh",
        env=_environment(checkout),
        cwd=str(checkout),
        dimensions=(ROWS, COLUMNS),
        encoding="utf-8",
        timeout=SECONDS,
    )
    shell.expect_exact(PROMPT)
    try:
        for scene in scenes(lesson):
            if lesson.lab.read_text(encoding="utf-8") != scene.lab:
                lesson.lab.write_text(scene.lab, encoding="utf-8")
            raw = PROMPT + "".join(_typed(shell, line) for line in scene.lines).removesuffix(PROMPT)
            text = ESCAPES.sub("", raw).replace("\r\n", "\n").replace(PROMPT, "$ ")
            yield Played(scene.name, raw, "".join(f"{line.rstrip()}\n" for line in text.splitlines()))
    finally:
        shell.close(force=True)


def _typed(shell: pexpect.spawn, line: str) -> str:
    """Type a line and wait until another can be typed; what was printed in between."""
    shell.sendline(line)
    shell.expect_exact("\n")  # the terminal's own echo
    echoed = str(shell.before)
    shell.expect([re.escape(PROMPT), r"   > ", r"\[Enter\] ", r"\[y/n\] ", r"\[y/N\] "])
    return f"{echoed}\n{shell.before}{shell.after}"


def _environment(checkout: Path) -> dict[str, str]:
    """The commands of the README, run by this very Python on that copy of the repository."""
    tools = checkout / ".tools"
    tools.mkdir()
    python = shlex.quote(sys.executable)
    for name, does in {
        "uv": 'shift\nexec "$@"',
        "python": f'exec {python} "$@"',
        "learn": f'exec {python} -P -m tutor "$@"',
    }.items():
        tool = tools / name
        tool.write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
        tool.chmod(0o755)
    outside = {key: os.environ[key] for key in ("HOME", "LANG") if key in os.environ}
    return outside | {
        "PATH": f"{tools}:{os.defpath}",
        "PYTHONPATH": str(checkout),
        "PYTHONUTF8": "1",
        "TERM": "xterm-256color",
        "PS1": PROMPT,
    }


def copy_of_checkout(folder: Path) -> Path:
    """What a clone of this working tree would hold, with every lab at its start."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=CHECKOUT,
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    for name in filter(None, listed.stdout.split("\0")):
        source, place = CHECKOUT / name, folder / name
        if source.is_file() and not name.startswith("tests/"):
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, place)
    for lesson in load_course(folder / "curriculum").lessons:
        shutil.copyfile(lesson.stub, lesson.lab)
        lesson.notebook.write_text(notebook_of(lesson.stub.read_text(encoding="utf-8")), encoding="utf-8")
    return folder


def reports_elsewhere(checkout: Path) -> dict[str, str]:
    """The same in a process of its own: inside pytest, checks would be rewritten as its tests are."""
    code = "import json, pathlib, sys; from tests.tutor.session import reports; "
    code += "print(json.dumps(dict(reports(pathlib.Path(sys.argv[1])))))"
    coloured = ("FORCE_COLOR", "TTY_COMPATIBLE", "LEARN_PLAIN")
    environment = {key: value for key, value in os.environ.items() if key not in coloured}
    done = subprocess.run(
        [sys.executable, "-c", code, str(checkout)],
        cwd=CHECKOUT,
        env=environment | {"PYTHONUTF8": "1"},
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    told: dict[str, str] = json.loads(done.stdout)
    return told


def main() -> None:
    for old in (*TRANSCRIPTS.glob("*.txt"), *REPORTS.glob("*.txt")):
        old.unlink()
    with tempfile.TemporaryDirectory() as folder:
        checkout = copy_of_checkout(Path(folder, "course"))
        for played in play(checkout):
            (TRANSCRIPTS / f"{played.name}.txt").write_text(played.text, encoding="utf-8")
        for name, text in reports_elsewhere(checkout).items():
            (REPORTS / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
