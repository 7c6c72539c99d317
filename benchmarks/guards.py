"""What each case of the battery gets where the line that guards against it is missing.

    uv run python benchmarks/guards.py [CASE ...]

A case is called by the name of its student. For each, the checkout is copied, the guard that
`tests/cases/cases.yaml` names is taken out of the copy, and the copy grades the case. What it then gets is
printed; `as before` means that something else holds it back too.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

CHECKOUT = Path(__file__).parents[1]
ROOMS = ("memlab", "curriculum", "grader", "tutor", "workshop", "tests", "data")
PATIENCE_SECONDS = 25
# Runs in a copy, and once in the checkout to see how it should be.
GRADE = """
import os
import signal
import socket
import sys
from datetime import UTC, datetime
from pathlib import Path

from curriculum.course import load_course
from grader.arriving import submissions
from grader.report.feedback import feedback
from grader.gradebook.gradebook import Gradebook
from grader.workers.grading import Grading
from grader.report.markdown import markdown
from grader.gradebook.standing import Standing
from tests.conftest import TOY
from tests.grader.cases import HONEST, Case
from tests.grader.leftovers import eventually, processes_in
from workshop.labs import solved

if __name__ == "__main__":
    folder, case = Path(sys.argv[1]), Case(sys.argv[2])
    course = load_course(TOY)
    lesson = course.lesson(case.lesson)
    (folder / f"{HONEST}.py").write_text(solved(lesson), encoding="utf-8")
    place, listening = case.hand_in(folder), socket.create_server(("127.0.0.1", 0))
    if place.is_file():
        text = place.read_bytes().replace(b'"PORT"', str(listening.getsockname()[1]).encode())
        place.write_bytes(text)
    found = {case.student: submissions.find(folder)[case.student]}
    with Gradebook(folder.parent / "gradebook.sqlite") as book:
        for row in Grading(course, lesson, book, 1454, 1, lambda: datetime.now(UTC)).run(found):
            print(f"{row.state}, {row.score}, {row.status}: {row.detail[:300]}")
            print(markdown(feedback(lesson, Standing(row))))
    if not eventually(lambda: not processes_in(folder.parent), 5):
        print("something is left running")
        for process in processes_in(folder.parent):
            os.kill(process, signal.SIGKILL)
"""


def graded(checkout: Path, place: str) -> str:
    """What a case gets of the grader that lies there, and what its student reads."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "submissions").mkdir()
        (Path(folder) / "grade.py").write_text(GRADE, encoding="utf-8")
        tried = subprocess.Popen(
            [sys.executable, f"{folder}/grade.py", f"{folder}/submissions", place],
            cwd=folder,
            env={"PYTHONPATH": str(checkout), "PATH": "/usr/bin:/bin", "TMPDIR": folder},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            told, complained = tried.communicate(timeout=PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            return "nothing, for it takes for ever"
        finally:
            with suppress(ProcessLookupError):
                os.killpg(tried.pid, signal.SIGKILL)  # a worker that waits for its box does not notice
            tried.communicate()
    return told or f"nothing: {complained.strip().splitlines()[-1]}"


def main() -> None:
    """Try the guards of the cases that are named, or of all."""
    sys.path.insert(0, str(CHECKOUT))
    from tests.grader.cases import cases, manifest, take_out

    for case in cases():
        entry = manifest()[case.id]
        guards = [guard for _, guard, _ in entry.guards()]
        if (sys.argv[1:] and case.student not in sys.argv[1:]) or not guards:
            continue
        with tempfile.TemporaryDirectory() as folder:
            for room in ROOMS:
                shutil.copytree(CHECKOUT / room, Path(folder) / room)
            take_out(entry, Path(folder))
            before, after = graded(CHECKOUT, case.place), graded(Path(folder), case.place)
        got = "as before" if after == before else after.splitlines()[0][:300]
        print(f"{case.id} ({case.gets}), without {' and '.join(map(repr, guards))}: {got}", flush=True)
        if after != before:
            said = [line.strip() for line in after.splitlines() if line not in before.splitlines()]
            print("   ", " / ".join(said[:3])[:300], flush=True)


if __name__ == "__main__":
    main()
