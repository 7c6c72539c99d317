"""Exports: a table of marks that a spreadsheet reads, and results as Gradescope documents them."""

import csv
import io
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest

from curriculum.course import load_course
from grader.gradebook.gradebook import ManualMark
from grader.gradebook.late import Late
from grader.report import exports
from tests.conftest import TOY
from tests.grader.attempts import check, failed, standing, verdict

COURSE = load_course(TOY)
Visibility = Literal["hidden", "after_due_date", "after_published", "visible"]
Form = Literal["text", "html", "simple_format", "md", "ansi"]


class Test(msgspec.Struct, forbid_unknown_fields=True):
    """A test of a results file, as Gradescope documents it."""

    __test__ = False

    score: float
    max_score: float
    status: Literal["passed", "failed"]
    name: str
    number: str
    output: str
    tags: list[str]
    visibility: Visibility


class Results(msgspec.Struct, forbid_unknown_fields=True):
    """A results file, as Gradescope documents it."""

    score: float
    output: str
    output_format: Form
    test_output_format: Form
    test_name_format: Form
    visibility: Visibility
    stdout_visibility: Visibility
    tests: list[Test]
    execution_time: float = 0.0


def exported(into: Path, *given: Any) -> dict[str, Results]:
    """The results files of these students, by the path of each."""
    exports.gradescope(COURSE, given, into)
    return {
        path.relative_to(into).as_posix(): msgspec.json.decode(path.read_bytes(), type=Results)
        for path in (into / "gradescope").rglob("*.json")
    }


def test_a_results_file_says_what_feedback_says(tmp_path: Path) -> None:
    """A test for each check, numbered by task, with points, status and message; the mark is the score."""
    wrong = failed(
        "called    total(3 ints)\nexpected  14", id="test_sum", task="B1.2", points=50, title="The sum"
    )
    files = exported(tmp_path, standing(verdict(check(), wrong), late=Late(1, 0, 10), seconds=0.25))
    results = files["gradescope/B1/ana.json"]
    assert (results.score, results.execution_time) == (20.0, 0.25)
    assert "wrong: 30 of 100 points" in results.output
    assert "points deducted: 10" in results.output
    assert [(test.number, test.status, test.score, test.max_score) for test in results.tests] == [
        ("1.1", "passed", 30.0, 30.0),
        ("2.1", "failed", 0.0, 50.0),
    ]
    assert results.tests[1].name == "Task B1.2: total the doubles: The sum"
    assert "expected  14" in results.tests[1].output
    assert "learn hint B1.2" in results.tests[1].output


def test_nothing_private_is_exported(tmp_path: Path) -> None:
    """What is hidden from students is not in the file at all, whatever Gradescope may be told to show."""
    secret = failed("total(5 ints)\nreturned  4711", private=True, rule="Twice")
    exported(tmp_path, standing(verdict(secret)))
    assert "4711" not in (tmp_path / "gradescope" / "B1" / "ana.json").read_text(encoding="utf-8")


def test_a_task_that_is_not_written_is_one_failed_test(tmp_path: Path) -> None:
    """The points of an unwritten task are there to be earned."""
    left = failed("is still to write", task="B1.2", status="not run", points=50)
    judged = verdict(check(), left, state="in progress", unwritten=("B1.2",))
    results = exported(tmp_path, standing(judged))["gradescope/B1/ana.json"]
    assert (results.tests[1].max_score, results.tests[1].output.splitlines()[0]) == (50.0, "not run")


def test_a_broken_submission_has_its_problem_and_no_tests(tmp_path: Path) -> None:
    """What could not be loaded says why."""
    problem = "cannot be loaded: it raised NameError: \x1b x"
    judged = verdict(failed(problem, status="broken"), state="broken", problem=problem)
    results = exported(tmp_path, standing(judged))["gradescope/B1/ana.json"]
    assert (results.score, results.tests) == (0.0, [])
    assert "cannot be loaded: it raised NameError: \\x1b x" in results.output


def test_what_is_ungraded_is_left_out_and_named(tmp_path: Path) -> None:
    """There is no score to write, and zero would be a lie; a mark by hand is one."""
    by_hand = ManualMark("bob", "doubling", 60, "by hand", "")
    given = [standing(None), standing(None, student="bob", manual=by_hand)]
    exported_ = exports.gradescope(COURSE, given, tmp_path)
    assert (exported_.students, exported_.left_out) == (1, ("ana (B1)",))
    assert [path.name for path in tmp_path.rglob("*.json")] == ["bob.json"]


def test_the_table_has_a_row_a_student_and_a_column_a_lesson(tmp_path: Path) -> None:
    """Marks as they count, empty where nothing was handed in or graded, and a sum only of what is whole."""
    done = exports.marks(
        COURSE,
        [
            standing(verdict(check())),
            standing(verdict(check(task="B2.1")), lesson="labelling", late=Late(1, 0, 10)),
            standing(verdict(check()), student="bo, b"),
            standing(verdict(check()), student="cy"),
            standing(None, student="cy", lesson="labelling"),
        ],
        tmp_path,
    )
    rows = list(csv.reader(io.StringIO(done.place.read_text(encoding="utf-8-sig"))))
    assert rows == [
        ["student", "number", "B1", "B2", "total"],
        ["ana", "", "30", "20", "50"],
        ["bo, b", "", "30", "", "30"],
        ["cy", "", "30", "", ""],
    ]
    assert done.left_out == ("cy (B2)",)


@pytest.mark.parametrize("write", [exports.marks, exports.gradescope])
def test_the_same_grades_give_the_same_bytes(tmp_path: Path, write: Any) -> None:
    """An export holds no time of its own."""
    for place in ("a", "b"):
        write(COURSE, [standing(verdict(check()))], tmp_path / place)
    first, second = (sorted((tmp_path / place).rglob("*.*")) for place in ("a", "b"))
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]
    assert first


def test_a_spreadsheet_takes_the_table_as_it_is(tmp_path: Path) -> None:
    """Letters of all kinds stay, no name is a formula, and a platform's number has its own column."""
    names = ("Žofie Ünal (101)", "=1+1", "-x (b7Qz2)")
    done = exports.marks(COURSE, [standing(verdict(check()), student=name) for name in names], tmp_path)
    assert done.place.read_bytes().startswith(b"\xef\xbb\xbf")
    _, *rows = csv.reader(io.StringIO(done.place.read_text(encoding="utf-8-sig")))
    assert [row[:2] for row in rows] == [
        ["Žofie Ünal (101)", "101"],
        ["'=1+1", ""],
        ["'-x (b7Qz2)", "b7Qz2"],
    ]
