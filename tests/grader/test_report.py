"""What comes out: a table for the instructor, feedback for each student, and nothing in them that acts."""

import csv
import io
import unicodedata
from pathlib import Path
from typing import Any

import msgspec
import pytest
from markdown_it import MarkdownIt

from curriculum.course import load_course
from grader import report
from grader.gradebook import Attempt
from grader.verdict import Check, State, Verdict

COURSE = load_course(Path(__file__).parents[1] / "course")
DOUBLING = COURSE.lesson("doubling")
SECRET = "total(5 ints)\nreturned  4711"
# What a submission may say, in what it raises or returns: nothing of this may act on a terminal or a page.
NASTY = {
    "a terminal's colour": "\x1b[31mred\x1b[0m",
    "a terminal's title": "\x1b]0;owned\x07",
    "8-bit escapes": "\x9b31m\x90",
    "bells and blanks": "\a\b\t\v\f\x00\x7f",
    "line ends": "one\rtwo\u2028three\u2029four\x85five",
    "bidi embeddings": "\u202aa\u202bb\u202cc\u202dd\u202ee",
    "bidi isolates": "\u2066a\u2067b\u2068c\u2069d",
    "bidi marks": "\u200ea\u200fb\u061cc",
    "tags": "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "a comment": "<!-- <b>bold</b> -->",
    "entities": "&lt;b&gt;&#60;b&#62;",
    "a fence": "```\n<b>bold</b>\n```",
    "a heading": "\n\n# done: 100 of 100 points\n\n",
    "a list": "\n- passed, 100 of 100: all\n  - more\n\n1. one\n",
    "a link": "[here](javascript:alert(1)) <http://example.org> ![x](http://example.org/x.png)",
    "emphasis": "**bold** _it_ `code` ~~no~~",
    "a table": "| a | b |\n|---|---|\n| 1 | 2 |",
    "quotes": "> quoted\n> more",
    "rules": "\n---\n***\n===\n",
    "indented": "\n        deep\n\tdeeper\n",
}


def check(**changes: Any) -> Check:
    """A check of the toy lesson that passed, with changes."""
    fields = {
        "id": "test_four",
        "task": "B1.1",
        "title": "Four is doubled",
        "points": 30,
        "earned": 30,
        "status": "passed",
        "message": "",
    }
    return Check(**{**fields, **changes})


def failed(message: str, **changes: Any) -> Check:
    """A check that was failed."""
    return check(**{"status": "wrong", "earned": 0, "message": message, **changes})


def verdict(*checks: Check, state: State = "wrong", **changes: Any) -> Verdict:
    """A verdict on the toy lab with these checks."""
    score = sum(one.earned for one in checks)
    fields = {"figures": {}, "expected": {}, "unwritten": (), "problem": ""}
    return Verdict("doubling", state, score, checks=checks, **{**fields, **changes})


def attempt(judged: Verdict | None = None, **changes: Any) -> Attempt:
    """An attempt that came to this, or to nothing."""
    scored = judged is not None and not judged.ours
    fields = {
        "student": "ana",
        "lesson": "doubling",
        "place": "ana.py",
        "digest": "d",
        "version": "v",
        "seed": 4711,
        "judged_at": "2026-05-01T09:30:00+00:00",
        "score": judged.score if judged and scored else None,
        "max_score": 100,
        "state": judged.state if judged and scored else "",
        "status": judged.status if judged else "ungraded",
        "detail": report.detail_of(judged) if judged else "the process that judged it ended",
        "verdict": msgspec.json.encode(judged).decode() if judged else "",
    }
    return Attempt(**{**fields, **changes})


def told(judged: Verdict | None, **changes: Any) -> str:
    """The feedback on an attempt that came to this."""
    return report.feedback(DOUBLING, attempt(judged, **changes))


def table(text: str) -> list[dict[str, str]]:
    """grades.csv as a spreadsheet reads it."""
    return list(csv.DictReader(io.StringIO(text, newline="")))


# The table


def test_the_columns_stand_in_their_order() -> None:
    """The first line names the columns, also where there is no row, and lines end alike on every system."""
    columns = "student,lesson,score,max_score,state,status,detail\n"
    assert report.grades([]) == columns
    row = "ana,doubling,30,100,wrong,graded,1 of 2 checks passed\n"
    assert report.grades([attempt(verdict(check(), failed("8")))]) == columns + row


def test_rows_stand_in_the_order_given() -> None:
    """Nothing is sorted or merged on the way into the table."""
    rows = [attempt(student=name, lesson=lesson) for name in ("bo", "ana") for lesson in ("z", "a")]
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
    [row] = table(report.grades([attempt(verdict(check()), student=name, detail=f"{name},{name}")]))
    assert (row["student"], row["detail"]) == (name, f"{name},{name}")
    assert (row["score"], row["status"]) == ("30", "graded")


def test_a_row_that_is_ungraded_has_no_score() -> None:
    """Where the fault is ours the score is empty, never 0; where it is the student's, 0 stands there."""
    ungraded = verdict(check(), failed("the check itself failed", status="ungraded"))
    rows = table(report.grades([attempt(ungraded), attempt(None), attempt(verdict(failed("8")))]))
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


# Feedback


def test_feedback_goes_by_task_with_points_and_hints() -> None:
    """A student sees state and points, each check under its task, and where to get a hint."""
    zero = check(id="test_zero", title="Nothing doubled stays nothing", points=20, earned=20)
    total = failed("called    total(3 ints)\nexpected  14", task="B1.2", title="The sum comes out")
    assert told(verdict(check(), zero, total)).splitlines() == [
        "# Doubling (B1)",
        "",
        "**wrong: 50 of 100 points**, for `ana.py`",
        "",
        "## Task B1.1: double a number (50 of 50 points)",
        "",
        "- passed, 30 of 30: Four is doubled",
        "- passed, 20 of 20: Nothing doubled stays nothing",
        "",
        "## Task B1.2: total the doubles (0 of 30 points)",
        "",
        "- wrong, 0 of 30: The sum comes out",
        "",
        "      called    total(3 ints)",
        "      expected  14",
        "",
        "",
        "A hint: `uv run learn hint B1.2`",
    ]


@pytest.mark.parametrize("status", ["wrong", "broken", "over limit"])
def test_a_private_case_is_not_shown(status: str) -> None:
    """Of a check on a private case the student learns that it failed, and others in full."""
    shown = failed("expected  8; it is 9", id="test_shown")
    hidden = failed(SECRET, status=status, private=True, title="Numbers never seen are totalled")
    text = told(verdict(shown, hidden))
    assert "expected  8; it is 9" in text
    assert f"- {status}, 0 of 30: Numbers never seen are totalled" in text
    assert report.HIDDEN in text
    assert "total(5" not in text
    assert "4711" not in text  # neither the answer nor the seed


def test_what_tells_nothing_of_a_private_case_is_shown() -> None:
    """Why a check on a private case was not run, or what its points wait for, is no secret."""
    waiting = check(earned=0, message="passed, and earns once this passes too", private=True)
    unrun = failed("a call of double did not return", status="not run", private=True, id="test_b")
    text = told(verdict(waiting, unrun))
    assert "passed, and earns once this passes too" in text
    assert "a call of double did not return" in text
    assert report.HIDDEN not in text


def test_a_task_that_is_not_written_is_said_so_once() -> None:
    """Of a stub the student reads one line instead of its checks, and gets a hint."""
    unwritten = [failed("Task B1.1 is still to write", status="not run", id=f"test_{n}") for n in range(3)]
    text = told(verdict(*unwritten, state="not started", unwritten=("B1.1",)))
    assert "**not started: 0 of 100 points**" in text
    assert text.count("Not written yet.") == 1
    assert "still to write" not in text
    assert "learn hint B1.1" in text


def test_a_broken_submission_is_told_what_happened_and_what_to_do() -> None:
    """A lab that cannot be loaded gets Python's word once, and the advice to run it before handing it in."""
    problem = "cannot be loaded: it raised NameError: name 'x' is not defined (lab.py:1: x)"
    checks = [failed(problem, status="broken", id=f"test_{n}") for n in range(4)]
    text = told(verdict(*checks, state="broken", problem=problem))
    assert "**broken: 0 of 100 points**, for `ana.py`" in text
    assert text.count(problem) == 1
    assert "Run your lab once before you hand it in" in text
    assert "##" not in text


def test_a_submission_that_cannot_be_read_is_not_told_to_run() -> None:
    """Where nothing was run, running it at home would tell nothing: the sentence says what to do itself."""
    problem = "ana.py:2: this line is not UTF-8; save the file as UTF-8"
    text = told(verdict(failed(problem, status="broken"), state="broken", problem=problem))
    assert text.rstrip().endswith("save the file as UTF-8")


def test_a_submission_that_needs_more_than_itself_is_told_what_there_is() -> None:
    """Who imports a file of their own reads that the lab is judged alone, for at home it runs."""
    problem = "cannot be loaded: it raised ModuleNotFoundError: No module named 'helpers' (lab.py:1: x)"
    text = told(verdict(failed(problem, status="broken"), state="broken", problem=problem))
    assert "Your lab is judged alone" in text
    assert "Run your lab once" not in text


def test_a_submission_over_a_limit_is_told_which() -> None:
    """A call that took too long is named at the top, and what was not run because of it says so."""
    problem = "a call of double did not return within 2 s (lab.py:9: while True:)"
    over = failed("called    double(4)\nbut it did not return within 2 s", status="over limit")
    unrun = failed("a call of double did not return within 2 s, and that ends the run", status="not run")
    text = told(verdict(over, unrun, problem=problem))
    assert text.index(problem) < text.index("## Task B1.1")
    assert "- over limit, 0 of 30: Four is doubled" in text
    assert "- not run, 0 of 30: Four is doubled" in text


@pytest.mark.parametrize(
    "judged", [None, verdict(failed("KeyError: 'secret'", status="ungraded"), state="broken")]
)
def test_a_submission_that_was_not_judged_is_told_that_it_is_no_fault_of_theirs(
    judged: Verdict | None,
) -> None:
    """Where we failed, no points and no error of ours are shown to the student."""
    text = told(judged)
    assert text.splitlines()[2] == (
        "Not judged yet: `ana.py`. That is not your fault, and your instructor knows."
    )
    assert "points" not in text
    assert "secret" not in text


def test_a_long_story_is_told_once() -> None:
    """Checks that fail for one and the same reason do not repeat it."""
    checks = [
        failed(f"called    double({n})\nbut it raised KeyError: 4 (lab.py:9)", id=f"test_{n}")
        for n in range(3)
    ]
    assert told(verdict(*checks)).count("KeyError: 4") == 1


@pytest.mark.parametrize("nasty", NASTY.values(), ids=NASTY)
@pytest.mark.parametrize("where", ["message", "problem", "place"])
def test_what_a_submission_says_is_inert(nasty: str, where: str) -> None:
    """Nothing of what a submission made us write acts on a terminal or is a part of the page."""
    plain = told(verdict(failed("harmless"), problem="harmless"))
    text = told(
        verdict(
            failed(f"expected  {nasty}" if where == "message" else "harmless"),
            problem=f"it said {nasty}" if where == "problem" else "harmless",
        ),
        place=f"ana{nasty.replace('/', '')}.py" if where == "place" else "ana.py",
    )
    assert kinds(text) == kinds(plain)
    acting = {
        char for char in text if char != "\n" and unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp")
    }
    bidi = {char for char in text if unicodedata.bidirectional(char) in BIDI} | (
        set(text) & set("\u200e\u200f\u061c")
    )
    assert not acting | bidi


BIDI = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")


def kinds(text: str) -> list[str]:
    """What a page is made of, apart from its text."""
    page = MarkdownIt("commonmark").enable("table").parse(text)
    return [part.type for token in page for part in (token, *(token.children or ()))]


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
            attempt(labelling, lesson="labelling"),
            attempt(verdict(check())),
            attempt(verdict(check()), student="bob"),
        ],
    )
    files = written(tmp_path)
    assert set(files) == {"grades.csv", "feedback/ana.md", "feedback/bob.md"}
    ana = files["feedback/ana.md"]
    assert ana.index("# Doubling (B1)") < ana.index("# Labelling (B2)")
    assert "Labelling" not in files["feedback/bob.md"]
    assert [row["student"] for row in table(files["grades.csv"])] == ["ana", "bob", "ana"]


def test_a_lesson_that_is_no_longer_in_the_course_keeps_its_row(tmp_path: Path) -> None:
    """What was graded stays in the table, also when the course has gone on without that lesson."""
    report.write(tmp_path, COURSE, [attempt(verdict(check()), lesson="retired")])
    assert [row["lesson"] for row in table(written(tmp_path)["grades.csv"])] == ["retired"]


def test_what_was_there_is_replaced_whole(tmp_path: Path) -> None:
    """A second run leaves nothing of the first in a file, and no half files beside them."""
    report.write(tmp_path, COURSE, [attempt(verdict(failed("x" * 5000)))])
    report.write(tmp_path, COURSE, [attempt(verdict(check(), state="done"))])
    files = written(tmp_path)
    assert set(files) == {"grades.csv", "feedback/ana.md"}
    assert files["feedback/ana.md"] == told(verdict(check(), state="done"))


@pytest.mark.parametrize("name", ["a" * 252, "ž" * 126, "😀" * 63, "new\nline", "\\xff", 'q"u,o', "CON", "~"])
def test_every_name_has_its_file(tmp_path: Path, name: str) -> None:
    """Whatever a student is called, there is feedback for them and a table for all."""
    rows = [attempt(verdict(check()), student=student) for student in (name, f"{name}2", "bob")]
    report.write(tmp_path, COURSE, rows)
    files = written(tmp_path)
    assert len(files) == 4
    assert files["feedback/bob.md"]
    assert [row["student"] for row in table(files["grades.csv"])] == sorted([name, f"{name}2", "bob"])
