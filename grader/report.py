"""What comes out of grading: `grades.csv`, and one file of feedback for each student."""

import csv
import hashlib
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from pathlib import Path

import msgspec

from curriculum.course import Course, Lesson
from curriculum.files import write_text
from grader.bench import UNLOADED
from grader.gradebook import Attempt
from grader.verdict import MAX_SCORE, Check, Verdict

COLUMNS = ("student", "lesson", "score", "max_score", "state", "status", "detail")
GRADES = "grades.csv"
FEEDBACK = "feedback"
LONGEST_NAME = 200  # in bytes, of the 255 that a file name may have

RUN_IT = "Run your lab once before you hand it in: what it says then is what happened here."
# What is missing here is there at home, and running it there tells nothing.
ALONE = (
    "Your lab is judged alone, with Python's own modules and the course's library: no other file of yours "
    "and nothing that you have installed is there."
)
HIDDEN = "fails on a case that is not shown; your own lab.py tries the same on one that is"
_UNPRINTABLE = re.compile(
    r"[^\S ]|[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


def detail_of(verdict: Verdict) -> str:
    """One sentence for the instructor, the same for the same submission and seed."""
    if verdict.ours:
        return plain(next(check.message for check in verdict.checks if check.status == "ungraded"))
    if verdict.problem:
        return plain(verdict.problem)
    passed = sum(check.status == "passed" for check in verdict.checks)
    unwritten = f"; not written: {', '.join(verdict.unwritten)}" if verdict.unwritten else ""
    return f"{passed} of {len(verdict.checks)} checks passed{unwritten}"


def grades(attempts: Iterable[Attempt]) -> str:
    """The text of grades.csv: a row for each attempt, in the order given."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for attempt in attempts:
        writer.writerow("" if (value := getattr(attempt, name)) is None else value for name in COLUMNS)
    return text.getvalue()


def write(out: Path, course: Course, attempts: Iterable[Attempt]) -> None:
    """Write grades.csv and the feedback, if there are any; a file that is there already is replaced whole.

    attempts: the latest of each student at each lesson, those of one student one after another. They are
    taken one at a time, so that it costs no more memory for thousands than for ten.
    """
    rows: list[Attempt] = []
    for student, of_student in groupby(attempts, key=attrgetter("student")):
        (out / FEEDBACK).mkdir(exist_ok=True)
        own = {attempt.lesson: attempt for attempt in of_student}
        parts = [feedback(lesson, own[lesson.id]) for lesson in course.lessons if lesson.id in own]
        write_text(out / FEEDBACK / f"{_short(student)}.md", "\n".join(parts))
        rows += [without_verdict(attempt) for attempt in own.values()]
    if rows:
        write_text(out / GRADES, grades(sorted(rows, key=attrgetter("lesson", "student"))))


def without_verdict(attempt: Attempt) -> Attempt:
    """An attempt with what a row of the table needs, which is the smaller part."""
    return replace(attempt, verdict="")


def _short(student: str) -> str:
    """A name that is too long for a file beside its own, with a hash in place of its end."""
    if len(student.encode()) <= LONGEST_NAME:
        return student
    kept = student.encode()[:LONGEST_NAME].decode("utf-8", "ignore")
    return f"{kept}-{hashlib.sha256(student.encode()).hexdigest()[:8]}"


def feedback(lesson: Lesson, attempt: Attempt) -> str:
    """What a student reads about one lesson, as Markdown; nothing of a private case is in it."""
    verdict = msgspec.json.decode(attempt.verdict, type=Verdict) if attempt.verdict else None
    return "\n".join(_feedback(lesson, attempt, verdict)) + "\n"


def _feedback(lesson: Lesson, attempt: Attempt, verdict: Verdict | None) -> Iterator[str]:
    yield f"# {lesson.front.title} ({lesson.code})"
    yield ""
    if verdict is None or verdict.ours:
        yield f"Not judged yet: {_code(attempt.place)}. That is not your fault, and your instructor knows."
        return
    yield f"**{verdict.state}: {verdict.score} of {MAX_SCORE} points**, for {_code(attempt.place)}"
    if verdict.problem:
        yield from ("", *_quoted(verdict.problem))
    if verdict.state == "broken":
        if verdict.problem.startswith(UNLOADED):
            yield from ("", ALONE if "ModuleNotFoundError" in verdict.problem else RUN_IT)
        return
    said: set[str] = set()
    for piece in lesson.pieces:
        checks = verdict.of_task(piece.task)
        earned, points = sum(check.earned for check in checks), sum(check.points for check in checks)
        yield from ("", f"## {piece.label} ({earned} of {points} points)", "")
        if piece.task in verdict.unwritten:
            yield "Not written yet."
        else:
            for check in checks:
                yield from _line(check, said)
        if earned < points:
            yield from ("", f"A hint: `uv run learn hint {piece.task}`")


def _line(check: Check, said: set[str]) -> Iterator[str]:
    """A check, and what it says of a failure the first time that it is said."""
    yield f"- {check.status}, {check.earned} of {check.points}: {check.title}"
    message = HIDDEN if check.private and check.status not in ("passed", "not run") else check.message
    last = message.split("\n")[-1]
    if message:
        yield from _quoted("the same as above" if last in said else message)
    said.add(last)


def _quoted(message: str) -> list[str]:
    """A message, which may hold whatever a submission put into it, as text that nothing interprets."""
    return ["", *(f"      {plain(line)}" for line in message.split("\n")), ""]


def _code(text: str) -> str:
    """A text between as many backticks as it has itself, and one more."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    space = " " if longest else ""
    return f"{'`' * (longest + 1)}{space}{plain(text)}{space}{'`' * (longest + 1)}"


def plain(text: str) -> str:
    """On one line, and without what a terminal or a page would obey."""
    return _UNPRINTABLE.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)
