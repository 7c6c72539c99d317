"""The exam of a course, sat by the learner's own edition of its library: how far what they built goes."""

import subprocess
import sys
from dataclasses import dataclass
from datetime import datetime

import msgspec

from curriculum.course import Course, Exam
from curriculum.files import CourseError
from tutor import mine
from tutor.progress import Progress

SECONDS = 60


@dataclass(frozen=True, slots=True)
class Sat:
    """The questions that were asked, and those that were answered, by their names."""

    asked: tuple[str, ...]
    answered: tuple[str, ...]


def due(course: Course, progress: Progress) -> Exam | None:
    """The exam, if the course has one and the lesson after which it comes is done."""
    exam = course.order.exam
    lesson = next((one for one in course.lessons if exam and one.id == exam.after), None)
    if exam is None or lesson is None:
        return None
    return exam if progress.own().issuperset(piece.task for piece in lesson.pieces) else None


def line(course: Course, exam: Exam, progress: Progress, now: datetime) -> str:
    """Sit the exam, note what came out, and say it in a line, beside what it was before.

    Where it cannot be sat that is the line: the lab is none the worse for it.
    """
    before = progress.last_sitting()
    try:
        sat = sit(course, exam, progress)
    except CourseError as error:
        return f"{exam.title} was not sat: {error}"
    progress.note_sitting(sat.asked, sat.answered, now)
    was = f", was {len(before)}" if before is not None and len(before) != len(sat.answered) else ""
    return f"{exam.title} on your own edition: {len(sat.answered)} of {len(sat.asked)}{was}"


def sit(course: Course, exam: Exam, progress: Progress) -> Sat:
    """Have the learner's own edition sit the exam; raises CourseError where it cannot."""
    done = _run(course, exam, progress, "--json", quiet=True)
    if done.returncode:
        said = (done.stderr.strip().splitlines() or ["it ended without a word"])[-1]
        raise CourseError(f"{said}; uv run learn exam shows where")
    try:
        return msgspec.json.decode(done.stdout.strip().rpartition("\n")[2], type=Sat)
    except msgspec.MsgspecError as error:
        raise CourseError("it printed no result; uv run learn exam shows what it prints") from error


def show(course: Course, exam: Exam, progress: Progress) -> int:
    """Have the learner's own edition sit the exam and print what it says; returns its exit code."""
    return _run(course, exam, progress, quiet=False).returncode


def _run(
    course: Course, exam: Exam, progress: Progress, *options: str, quiet: bool
) -> subprocess.CompletedProcess[str]:
    module, *arguments = exam.run
    with mine.for_a_while(course, progress) as (_, environment):
        try:
            return subprocess.run(
                [sys.executable, "-P", "-B", "-m", module, *arguments, *options],
                env=environment | {"PYTHONIOENCODING": "utf-8"},
                cwd=course.folder.parent,
                stdin=subprocess.DEVNULL,
                capture_output=quiet,
                text=True,
                encoding="utf-8",
                errors="replace",
                timeout=SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise CourseError(f"it took more than {SECONDS} s on your own pieces") from error
