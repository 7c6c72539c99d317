"""The grades in the forms that other programs read: a table with one row a student, Gradescope's results.

Gradescope documents the results file of an autograder; there is one for each submission.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from curriculum.course import Course
from curriculum.files import write_bytes, write_text
from grader.gradebook.standing import Standing
from grader.inert import plain
from grader.report.feedback import WIDTH, CheckPart, Feedback, TaskPart, feedback
from grader.report.file_names import FileNames
from grader.report.report import table

MARKS = "marks.csv"
GRADESCOPE = "gradescope"


@dataclass(frozen=True, slots=True)
class Exported:
    """Where an export lies, of how many students, and whose ungraded submissions it has nothing of."""

    place: Path
    students: int
    left_out: tuple[str, ...]


def marks(course: Course, standings: Iterable[Standing], into: Path) -> Exported:
    """Write a row a student: the mark in each lesson, and their sum, empty where one of them is ungraded.

    number: the one that a platform has given the student. The file begins as spreadsheets know UTF-8, and no
    name in it is taken for a formula.
    """
    into.mkdir(parents=True, exist_ok=True)
    codes = {entry.id: entry.code for entry in course.order.lessons}
    rows: list[dict[str, int | None]] = []
    students: list[str] = []
    left_out: list[str] = []
    for student, own in groupby(standings, key=lambda standing: standing.attempt.student):
        row = {standing.attempt.lesson: standing.mark for standing in own}
        left_out += [f"{student} ({codes.get(id, id)})" for id, mark in row.items() if mark is None]
        students.append(student)
        rows.append(row)
    lessons = [lesson for lesson in course.lessons if any(lesson.id in row for row in rows)]
    body = [
        (_inert(student), _number(student), *(row.get(lesson.id) for lesson in lessons), _sum(row))
        for student, row in zip(students, rows, strict=True)
    ]
    head = ("student", "number", *(lesson.code for lesson in lessons), "total")
    write_text(into / MARKS, f"\ufeff{table(head, body)}")
    return Exported(into / MARKS, len(rows), tuple(left_out))


def _inert(name: str) -> str:
    return f"'{name}" if name.startswith(("=", "+", "-", "@", "\t", "\r")) else name


def _number(student: str) -> str:
    """Of `Ana Silva (101)` it is 101."""
    found = re.search(r" \(([A-Za-z0-9]+)\)$", student)
    return found[1] if found else ""


def _sum(row: dict[str, int | None]) -> int | None:
    marks = [mark for mark in row.values() if mark is not None]
    return sum(marks) if len(marks) == len(row) else None


def gradescope(course: Course, standings: Iterable[Standing], into: Path) -> Exported:
    """Write `gradescope/<code>/<student>.json` for each submission that has a grade."""
    lessons = {lesson.id: lesson for lesson in course.lessons}
    names = FileNames()
    students: set[str] = set()
    left_out: list[str] = []
    for standing in standings:
        attempt = standing.attempt
        if attempt.lesson not in lessons:
            continue
        lesson = lessons[attempt.lesson]
        if standing.mark is None:
            left_out.append(f"{attempt.student} ({lesson.code})")
            continue
        folder = into / GRADESCOPE / lesson.code
        folder.mkdir(parents=True, exist_ok=True)
        made = results(standing, feedback(lesson, standing))
        write_bytes(
            folder / f"{names.of(attempt.student)}.json", msgspec.json.format(msgspec.json.encode(made))
        )
        students.add(attempt.student)
    return Exported(into / GRADESCOPE, len(students), tuple(left_out))


def results(standing: Standing, said: Feedback) -> dict[str, Any]:
    """The content of one results file; what a student must not see is not in it at all."""
    assert standing.mark is not None
    why = [said.came, said.late, said.comment, said.counts]
    output = [said.verdict or "not judged", said.chosen, *why, *said.problem, said.advice]
    seconds = standing.attempt.seconds
    return {
        "score": float(standing.mark),
        **({"execution_time": seconds} if seconds is not None else {}),
        "output": "\n".join(plain(line) for line in output if line),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [
            test for number, task in enumerate(said.tasks, start=1) for test in _tests(str(number), task)
        ],
    }


def _tests(number: str, task: TaskPart) -> Iterator[dict[str, Any]]:
    if not task.written:
        unwritten = CheckPart("not run", 0, task.points, "not written yet", ())
        yield _test(number, task, unwritten)
    for place, check in enumerate(task.checks, start=1):
        yield _test(f"{number}.{place}", task, check)


def _test(number: str, task: TaskPart, check: CheckPart) -> dict[str, Any]:
    lines = [f"{label:<{WIDTH}}{text}" if label else text for label, text in check.said]
    advice = [*task.known, f"A hint: {task.hint}"] if check.earned < check.points and task.hint else []
    return {
        "score": float(check.earned),
        "max_score": float(check.points),
        "status": "passed" if check.status == "passed" else "failed",
        "name": f"{task.label}: {check.title}",
        "number": number,
        "output": "\n".join(map(plain, [check.status, *lines, *advice])),
        "tags": [re.sub(r"\W+", "-", task.label.partition(":")[0]).lower()],
        "visibility": "visible",
    }
