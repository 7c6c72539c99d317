"""Judging labs in a handout: by a process that imports everything from it, and nothing from the checkout."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

JUDGE = """
import json, sys
from curriculum.course import CHECKOUT, load_course
from grader.calls.inprocess import InProcess
from grader.judge.judge import judge

lesson = load_course(CHECKOUT).lesson(sys.argv[1])
pieces, verdicts = [], []
for texts in json.load(sys.stdin):
    found = {}
    for text in texts:
        namespace = {"__name__": "lab"}
        exec(text, namespace)
        found |= {piece.name: namespace[piece.name] for piece in lesson.pieces if piece.name in namespace}
    pieces.append(found)
judge(lesson, [InProcess(lesson, found) for found in pieces], verdicts.append)
print(json.dumps([
    [verdict.state, verdict.score, [[check.id, check.status, check.message] for check in verdict.checks]]
    for verdict in verdicts
]))
"""


def run_in(handout: Path, *arguments: str, **settings: Any) -> subprocess.CompletedProcess[str]:
    """Run Python in a handout, which leaves no compiled file there."""
    outside = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "PYTHON"))}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=handout,
        env={**outside, "PYTHONPATH": str(handout), "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "80"},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
        **settings,
    )


def judged_in(handout: Path, lesson: str, labs: list[list[str]]) -> list[Any]:
    """State, score and checks of each lab, which is a list of texts of which the later ones win."""
    done = run_in(handout, "-c", JUDGE, lesson, input=json.dumps(labs))
    assert done.returncode == 0, done.stderr
    found: list[Any] = json.loads(done.stdout.splitlines()[-1])
    return found
