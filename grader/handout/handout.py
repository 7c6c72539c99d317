"""A handout: a self-contained folder for a class, in which no solution of some lessons stands anywhere.

What is removed are the pieces of the lessons that are handed out, and of every lesson that comes after the
last of them, so that this week's handout does not answer next week's. The folder is made beside its place,
searched for what was removed, tried, and only then moved there.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from curriculum import library
from curriculum.course import Course, Lesson
from curriculum.files import CourseError
from grader.handout import unsolved
from grader.handout.files import files_of, lab_of
from grader.judge.judge import PUBLIC_SEED, judge
from grader.judge.recorded import Recorder, Unrecorded, as_text
from grader.verdict import Verdict

# The seeds with which a lab can be judged in a handout; at home there is no other.
SEEDS = (PUBLIC_SEED,)


@dataclass(frozen=True, slots=True)
class Made:
    """A handout that was made: its lessons, and how many functions and files were looked at for it."""

    lessons: tuple[Lesson, ...]
    removed: int
    files: int


def make(course: Course, names: Sequence[str], out: Path) -> Made:
    """Make the handout of the lessons of these names or codes.

    Raises CourseError, and leaves everything as it was, for a name that is no lesson's, a place that holds
    something, a lesson whose reference does not pass, and a solution that would be handed out.
    """
    if course.handed_out:
        raise CourseError(f"{course.folder} is of a handout, and of that no other can be made")
    named = {course.lesson(name).id for name in names}
    lessons = tuple(lesson for lesson in course.lessons if lesson.id in named)
    following = course.lessons[course.lessons.index(lessons[-1]) + 1 :]
    removed = (*lessons, *following)
    out = out.absolute()  # labs are tried from another folder
    if out.exists() and not (out.is_dir() and not any(out.iterdir())):
        raise CourseError(f"--out {out} holds something already; name a folder that is new")
    recorded = {lesson.id: _recorded(lesson, removed) for lesson in lessons}
    whole, kept = library.whole(course), library.withheld(course, removed)
    files = files_of(course, lessons, recorded, whole, kept)
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".handout-") as folder:
        new = Path(folder, "new")
        for relative, data in files.items():
            path = new / relative
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        _search(new, unsolved.cut_out(whole, kept), _code_that_stays(files))
        copy = Path(shutil.copytree(new, Path(folder, "copy")))
        for lesson in lessons:
            _try(copy, lesson)
        if out.exists():
            out.rmdir()
        new.rename(out)
    return Made(lessons, sum(len(lesson.pieces) for lesson in removed), len(files))


def _recorded(lesson: Lesson, removed: Collection[Lesson]) -> str:
    """The text of what the reference answers to the checks of a lesson, as it judges itself."""
    own = replace(lesson)  # with nothing in it that was measured before
    recorder = Recorder(piece.function for other in removed for piece in other.pieces)
    variants = {seed: own.variant.make(seed) for seed in SEEDS}
    vars(own.variant)["make"] = variants.__getitem__  # what it asks while it makes them is not asked again
    verdicts: list[Verdict] = []
    with recorder.recording():
        for seed in SEEDS:
            judge(own, [Unrecorded(own, own.references, recorder)], verdicts.append, seed=seed)
    for verdict in verdicts:
        if verdict.state != "done":
            said = next((check.message for check in verdict.checks if check.status != "passed"), "")
            raise CourseError(f"{lesson.page}: the reference does not pass its own checks: {said}")
    return as_text(recorder.answers, variants)


def _code_that_stays(files: dict[str, bytes]) -> str:
    """The code of library and rooms, squeezed; what belongs to a lesson is none of it."""
    names = [name for name in files if name.endswith(".py") and not name.startswith("tests/")]
    return unsolved.code_of(files[name].decode() for name in names if "/lab/" not in name)


def _search(folder: Path, statements: Sequence[unsolved.Statement], kept: str) -> None:
    """Raise CourseError where a statement of what was removed stands in the folder all the same."""
    for leak in unsolved.leaks(folder, unsolved.sought(statements, kept)):
        where = f"{leak.file.relative_to(folder).as_posix()}:{leak.line}"
        solution = f"{leak.statement.file}:{leak.statement.line}"
        raise CourseError(
            f"{where}: here stands a statement of a solution, that of {solution}; no handout was made"
        )


def _try(copy: Path, lesson: Lesson) -> None:
    """Run a lab untouched, in a copy, where a run may leave what it likes."""
    lab = copy / lab_of(lesson)
    done = subprocess.run(
        [sys.executable, "-B", str(lab), "--json"],
        env={**os.environ, "PYTHONPATH": str(copy)},
        cwd=copy,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode != 1 or _state(done.stdout) != "not started":
        lines = done.stderr.strip().splitlines() or done.stdout.strip().splitlines()
        why = (lines or ["it ended without a word"])[-1]
        raise CourseError(f"the lab of {lesson.code} does not begin in the handout ({why}); none was made")


def _state(printed: str) -> Any:
    """The state that a lab told with `--json`; None where it came to telling none."""
    try:
        return json.loads(printed.splitlines()[-1])["state"]
    except (ValueError, LookupError, TypeError):
        return None
