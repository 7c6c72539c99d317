"""What comes out of grading: `grades.csv`, a page of feedback for each student, and the view of the class."""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from curriculum.course import Course
from curriculum.files import write_text
from grader.gradebook.gradebook import Attempt
from grader.gradebook.noted import Noted
from grader.gradebook.standing import Standing
from grader.inert import plain
from grader.report import pages
from grader.report.class_view import ClassView, View
from grader.report.feedback import feedback
from grader.report.file_names import FileNames
from grader.report.markdown import markdown
from grader.verdict import Verdict

OF_ATTEMPT = ("student", "lesson", "score", "max_score", "state", "status", "detail")
COLUMNS = (*OF_ATTEMPT, "late_days", "deducted", "manual", "comment", "mark", "file", "chosen")
GRADES = "grades.csv"
CHANGES = "changes.csv"
FEEDBACK = "feedback"
CLASS = "class.html"


@dataclass(frozen=True, slots=True)
class Written:
    """What was written: the class as it stands, and how many have feedback."""

    views: tuple[View, ...]
    students: int


def detail_of(verdict: Verdict) -> str:
    """One sentence for the instructor, the same for the same submission and seed."""
    if verdict.ours:
        return plain(next(check.message for check in verdict.checks if check.status == "ungraded"))
    if verdict.problem:
        return plain(verdict.problem)
    passed = sum(check.status == "passed" for check in verdict.checks)
    unwritten = f"; not written: {', '.join(verdict.unwritten)}" if verdict.unwritten else ""
    return f"{passed} of {len(verdict.checks)} checks passed{unwritten}"


def grades(standings: Iterable[Standing]) -> str:
    """The text of grades.csv: a row for each student and lesson, in the order given."""
    return table(COLUMNS, map(_row, standings))


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table as CSV; what is None stays empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    for row in rows:
        writer.writerow("" if value is None else value for value in row)
    return text.getvalue()


def changes(noted: Iterable[Noted]) -> str:
    """The text of changes.csv: whose submission or verdict is another than before, check by check."""
    rows = []
    for one in noted:
        for why, found in (("handed in anew", one.anew), ("judged again", one.regraded)):
            for changed in sorted(found, key=lambda changed: changed.student):
                if changed.is_one:
                    parts = changed.checks or (("", "", ""),)
                    head = (changed.student, changed.lesson, why, changed.before, changed.after)
                    rows += [(*head, *part) for part in parts]
    return table(("student", "lesson", "why", "before", "after", "check", "was", "is"), rows)


def _row(standing: Standing) -> list[object]:
    late, manual = standing.late, standing.manual
    return [
        *(getattr(standing.attempt, name) for name in OF_ATTEMPT),
        late.days,
        late.deducted,
        manual.points if manual else None,
        manual.comment if manual else None,
        standing.mark,
        standing.attempt.place,
        standing.attempt.chosen,
    ]


def write(out: Path, course: Course, standings: Iterable[Standing]) -> Written:
    """Write grades.csv, the feedback and the view of the class; a file that is there is replaced whole.

    standings: those of one student one after another. They are taken one student at a time, so that it costs
    no more memory for thousands than for ten.
    """
    rows: list[Standing] = []
    views = {lesson.id: ClassView(lesson) for lesson in course.lessons}
    names, students = FileNames(), 0
    for student, of_student in groupby(standings, key=lambda standing: standing.attempt.student):
        own = {standing.attempt.lesson: standing for standing in of_student}
        students += 1
        for lesson in [lesson for lesson in course.lessons if lesson.id in own]:
            views[lesson.id].add(own[lesson.id])
        _write_feedback(out / FEEDBACK / names.of(student), student, course, own)
        rows += [replace(standing, attempt=standing.attempt.without_verdict()) for standing in own.values()]
    seen = tuple(view.view() for view in views.values() if view.standings)
    if rows:
        rows.sort(key=lambda row: (row.attempt.lesson, row.attempt.student))
        write_text(out / GRADES, grades(rows))
        write_text(out / CLASS, pages.class_page(seen))
    return Written(seen, students)


def _write_feedback(place: Path, student: str, course: Course, own: dict[str, Standing]) -> None:
    place.parent.mkdir(exist_ok=True)
    parts = [feedback(lesson, own[lesson.id]) for lesson in course.lessons if lesson.id in own]
    write_text(place.with_name(f"{place.name}.md"), "\n".join(map(markdown, parts)))
    write_text(place.with_name(f"{place.name}.html"), pages.feedback_page(student, parts))


def feedback_names(attempts: Iterable[Attempt]) -> set[str]:
    """The names, without endings, of the files of feedback for these, in the order of a gradebook."""
    names = FileNames()
    return {names.of(attempt.student) for attempt in attempts}
