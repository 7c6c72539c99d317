"""What comes out: a table for the instructor, a page for each student, a view of the class."""

import csv
import io
from pathlib import Path

import pytest

from curriculum.course import load_course
from grader.report import report
from grader.report.feedback import feedback
from grader.report.markdown import markdown
from grader.verdict import Verdict
from tests.grader.attempts import check, failed, standing, verdict

COURSE = load_course(Path(__file__).parents[2] / "course")
DOUBLING = COURSE.lesson("doubling")


def table(text: str) -> list[dict[str, str]]:
    """grades.csv as a spreadsheet reads it."""
    return list(csv.DictReader(io.StringIO(text, newline="")))


# The table


def test_the_columns_stand_in_their_order() -> None:
    """The first line names the columns, also where there is no row, and lines end alike on every system."""
    columns = (
        "student,lesson,score,max_score,state,status,detail,"
        "late_days,deducted,manual,comment,mark,file,chosen\n"
    )
    assert report.grades([]) == columns
    row = "ana,doubling,30,100,wrong,graded,1 of 2 checks passed,0,0,,,30,ana.py,\n"
    assert report.grades([standing(verdict(check(), failed("8")))]) == columns + row


def test_rows_stand_in_the_order_given() -> None:
    """Nothing is sorted or merged on the way into the table."""
    rows = [standing(student=name, lesson=lesson) for name in ("bo", "ana") for lesson in ("z", "a")]
    assert [(row["student"], row["lesson"]) for row in table(report.grades(rows))] == [
        ("bo", "z"),
        ("bo", "a"),
        ("ana", "z"),
        ("ana", "a"),
    ]


@pytest.mark.parametrize(
    "name", ["Ana, B.", 'Ana "B"', "ana\nb", "ana\r\nb", " ana ", "žofie", "\\xff", "'", ";", "1,5"]
)
def test_a_name_stays_one_cell(name: str) -> None:
    """Whatever stands in a name, it comes back from the table as it was, and shifts no column."""
    [row] = table(report.grades([standing(verdict(check()), student=name, detail=f"{name},{name}")]))
    assert (row["student"], row["detail"]) == (name, f"{name},{name}")
    assert (row["score"], row["status"]) == ("30", "graded")


def test_a_row_that_is_ungraded_has_no_score() -> None:
    """Where the fault is ours the score is empty, never 0; where it is the student's, 0 stands there."""
    ungraded = verdict(check(), failed("the check itself failed", status="ungraded"))
    rows = table(report.grades([standing(ungraded), standing(None), standing(verdict(failed("8")))]))
    assert [row["score"] for row in rows] == ["", "", "0"]
    assert [row["state"] for row in rows] == ["", "", "wrong"]


@pytest.mark.parametrize(
    ("judged", "says"),
    [
        (verdict(check(), check(), state="done"), "2 of 2 checks passed"),
        (verdict(check(), failed("8")), "1 of 2 checks passed"),
        (
            verdict(check(), failed("is still to write", status="not run"), unwritten=("B1.1", "B1.2")),
            "1 of 2 checks passed; not written: B1.1, B1.2",
        ),
        (
            verdict(failed("x", status="broken"), state="broken", problem="cannot be loaded:\x1b it raised"),
            "cannot be loaded:\\x1b it raised",
        ),
        (
            verdict(check(), failed("x", status="over limit"), problem="a call of double did not return"),
            "a call of double did not return",
        ),
        (
            verdict(check(), failed("secret"), failed("KeyError: 'summ'", status="ungraded")),
            "KeyError: 'summ'",
        ),
        (verdict(failed("a\nb", status="ungraded"), problem="a problem"), "a\\nb"),
    ],
    ids=["done", "wrong", "unwritten", "broken", "over limit", "ungraded", "on one line"],
)
def test_the_detail_is_one_sentence(judged: Verdict, says: str) -> None:
    """The instructor reads in one sentence how it went, or what stood in the way."""
    assert report.detail_of(judged) == says


# Files


def written(out: Path) -> dict[str, str]:
    """What was written, by path."""
    return {
        path.relative_to(out).as_posix(): path.read_text(encoding="utf-8")
        for path in out.rglob("*")
        if path.is_file()
    }


def test_a_student_with_two_lessons_has_one_file(tmp_path: Path) -> None:
    """Both lessons stand in the student's file, in the order of the course, and in nobody else's."""
    labelling = verdict(check(task="B2.1"), state="done")
    report.write(
        tmp_path,
        COURSE,
        [
            standing(labelling, lesson="labelling"),
            standing(verdict(check())),
            standing(verdict(check()), student="bob"),
        ],
    )
    files = written(tmp_path)
    assert set(files) == {
        "grades.csv",
        "class.html",
        *(f"feedback/{name}" for name in ("ana.md", "ana.html", "bob.md", "bob.html")),
    }
    ana = files["feedback/ana.md"]
    assert ana.index("# Doubling (B1)") < ana.index("# Labelling (B2)")
    assert "Labelling" not in files["feedback/bob.md"]
    assert [row["student"] for row in table(files["grades.csv"])] == ["ana", "bob", "ana"]


def test_a_lesson_that_is_no_longer_in_the_course_keeps_its_row(tmp_path: Path) -> None:
    """What was graded stays in the table, also when the course has gone on without that lesson."""
    report.write(tmp_path, COURSE, [standing(verdict(check()), lesson="retired")])
    assert [row["lesson"] for row in table(written(tmp_path)["grades.csv"])] == ["retired"]


def test_what_was_there_is_replaced_whole(tmp_path: Path) -> None:
    """A second run leaves nothing of the first in a file, and no half files beside them."""
    report.write(tmp_path, COURSE, [standing(verdict(failed("x" * 5000)))])
    report.write(tmp_path, COURSE, [standing(verdict(check(), state="done"))])
    files = written(tmp_path)
    assert set(files) == {"grades.csv", "class.html", "feedback/ana.md", "feedback/ana.html"}
    done = standing(verdict(check(), state="done"))
    assert files["feedback/ana.md"] == markdown(feedback(DOUBLING, done))


def test_names_that_some_systems_take_for_one_have_two_files(tmp_path: Path) -> None:
    """Where a capital makes no difference nobody's feedback is written over."""
    students = ("ANA", "Ana", "ana")
    report.write(tmp_path, COURSE, [standing(verdict(check()), student=student) for student in students])
    names = {path.stem.casefold() for path in (tmp_path / "feedback").glob("*.md")}
    assert len(names) == 3
    assert "ana" in names


@pytest.mark.parametrize("name", ["a" * 252, "ž" * 126, "😀" * 63, "new\nline", "\\xff", 'q"u,o', "CON", "~"])
def test_every_name_has_its_file(tmp_path: Path, name: str) -> None:
    """Whatever a student is called, there is feedback for them and a table for all."""
    rows = [standing(verdict(check()), student=student) for student in (name, f"{name}2", "bob")]
    report.write(tmp_path, COURSE, rows)
    files = written(tmp_path)
    assert len(files) == 2 + 2 * 3
    assert files["feedback/bob.md"]
    assert [row["student"] for row in table(files["grades.csv"])] == sorted([name, f"{name}2", "bob"])
