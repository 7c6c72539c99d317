"""The commands over a gradebook: the class, a history, marks by hand, exports, and how each refuses."""

import csv
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from grader.cli import app
from grader.gradebook.gradebook import Gradebook
from tests.conftest import TOY
from tests.grader.attempts import attempt, check, failed, verdict

ZERO = check(id="test_zero", title="Nothing doubled stays nothing", points=20, earned=20)
WRONG, RIGHT = verdict(failed("8"), ZERO), verdict(check(), ZERO)


@pytest.fixture
def out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of grades: ana was judged twice, bob's was our fault."""
    monkeypatch.chdir(tmp_path)
    Path("graded").mkdir()
    with Gradebook(Path("graded/gradebook.sqlite")) as book:
        book.add(attempt(WRONG, digest="a" * 64, handed_in="2026-05-01T09:00:00+00:00"))
        book.add(attempt(RIGHT, digest="a" * 64, course="c2"))
        book.add(attempt(None, student="bob"))
    return Path("graded")


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, [*arguments, "--out", "graded", "--course", str(TOY)])


def refused(done: Any) -> str:
    assert (done.exit_code, done.stdout) == (2, "")
    [sentence] = done.stderr.splitlines()
    return str(sentence)


def row(student: str) -> dict[str, str]:
    with Path("graded/grades.csv").open(encoding="utf-8", newline="") as file:
        [found] = [row for row in csv.DictReader(file) if row["student"] == student]
    return found


@pytest.mark.usefixtures("out")
def test_a_mark_by_hand_stands_everywhere_at_once() -> None:
    """The table and the feedback have it as soon as it is given, until it is taken back."""
    done = run("mark", "ana", "--lesson", "B1", "--points", "85", "--comment", "explained it")
    assert (done.exit_code, done.stdout) == (0, "ana, B1: judged 50, but 85 by hand, which counts.\n")
    assert (row("ana")["score"], row("ana")["manual"], row("ana")["mark"]) == ("50", "85", "85")
    assert "explained it" in Path("graded/feedback/ana.md").read_text(encoding="utf-8")
    done = run("mark", "ana", "--lesson", "doubling", "--withdraw")
    assert done.stdout == "ana, B1: judged 50, which counts again.\n"
    assert (row("ana")["manual"], row("ana")["mark"]) == ("", "50")


@pytest.mark.usefixtures("out")
def test_what_is_ungraded_can_be_marked() -> None:
    """A fault of ours need not keep a student waiting."""
    assert run("mark", "bob", "--lesson", "B1", "--points", "60", "--comment", "by hand").exit_code == 0
    assert (row("bob")["score"], row("bob")["mark"]) == ("", "60")


@pytest.mark.usefixtures("out")
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ("ann", "--points", "5", "--comment", "x"),
            "the gradebook has no attempt of 'ann' at doubling; is it ana?",
        ),
        (("zoe", "--points", "5", "--comment", "x"), "the gradebook has no attempt of 'zoe' at doubling"),
        (("ana", "--points", "5"), "a mark needs --points and --comment; --withdraw, alone, takes it back"),
        (("ana", "--points", "5", "--comment", " "), "a mark needs --points and --comment"),
        (("ana", "--comment", "x"), "a mark needs --points and --comment"),
        (("ana", "--points", "5", "--withdraw"), "a mark needs --points and --comment"),
        (("ana", "--withdraw"), "ana has no mark by hand for B1 that could be taken back"),
    ],
)
def test_a_mark_that_is_none_is_refused(arguments: tuple[str, ...], says: str) -> None:
    """A misspelt student, a mark without a comment, and half a command change nothing."""
    assert refused(run("mark", *arguments, "--lesson", "B1")).startswith(says)
    with Gradebook(Path("graded/gradebook.sqlite")) as book:
        assert book.marks() == {}


@pytest.mark.usefixtures("out")
def test_a_history_tells_every_attempt_and_mark() -> None:
    """What was judged, by which versions, what changed, and what was said by hand."""
    run("mark", "ana", "--lesson", "B1", "--points", "85", "--comment", "explained it")
    done = run("history", "ana", "--lesson", "B1")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[:-2] == [
        "1. 2026-05-01T09:30:00+00:00  20  graded",
        "   ana.py (aaaaaaaaaaaa), handed in 2026-05-01T09:00:00+00:00",
        "   course c, grader g, seed 4711",
        "   1 of 2 checks passed",
        "2. 2026-05-01T09:30:00+00:00  50  graded",
        "   ana.py (aaaaaaaaaaaa)",
        "   course c2, grader g, seed 4711",
        "   2 of 2 checks passed",
        "   the same submission: 20 -> 50",
        "    Four is doubled: wrong -> passed",
    ]
    assert done.stdout.splitlines()[-2].endswith(": 85 points: explained it")
    assert done.stdout.splitlines()[-1] == "What counts: 85 (judged 50; 85 by hand)"


@pytest.mark.usefixtures("out")
def test_the_class_is_shown_and_written() -> None:
    """One command shows the class at the terminal and writes the page for a browser."""
    done = run("class")
    assert done.exit_code == 0
    assert "2 students; mean 50.0, median 50; 1 graded; 1 ungraded" in done.stdout
    assert done.stdout.splitlines()[-1] == "The same for a browser: graded/class.html"
    assert "Which checks fail most" in Path("graded/class.html").read_text(encoding="utf-8")
    assert "Doubling" not in run("class", "--lesson", "B2").stdout


@pytest.mark.usefixtures("out")
def test_an_export_says_whom_it_left_out() -> None:
    """What is ungraded is named, and the exit code says that something is missing."""
    done = run("export", "--to", "gradescope")
    assert done.exit_code == 2
    assert done.stdout.splitlines() == [
        "Written: graded/gradescope, 1 student",
        "  not written, because it is ungraded: bob (B1)",
    ]
    run("mark", "bob", "--lesson", "B1", "--points", "60", "--comment", "by hand")
    done = run("export", "--to", "csv", "--into", "elsewhere")
    assert (done.exit_code, done.stdout) == (0, "Written: elsewhere/marks.csv, 2 students\n")
    assert Path("elsewhere/marks.csv").read_text(encoding="utf-8").splitlines()[1:] == [
        "ana,,50,50",
        "bob,,60,60",
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        ("class",),
        ("history", "ana", "--lesson", "B1"),
        ("mark", "ana", "--lesson", "B1", "--withdraw"),
        ("export", "--to", "csv"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_without_a_gradebook_none_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    """A misspelt folder is said so, and nothing is made there."""
    monkeypatch.chdir(tmp_path)
    assert refused(run(*arguments)) == (
        "graded/gradebook.sqlite: there is no gradebook; --out is the folder that grades went to"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_late_policy_is_read_before_anything_is_judged(out: Path) -> None:
    """A policy that is none is refused, and the one that was kept counts on."""
    with Gradebook(out / "gradebook.sqlite") as book:
        book.keep_policy("due: {B1: 2026-04-30T09:30:00Z}\npoints_per_day: 5\n", datetime.now(UTC))
        book.add(attempt(RIGHT, student="cy", handed_in="2026-05-01T09:00:00+00:00"))
    assert run("class").exit_code == 0
    assert (row("cy")["late_days"], row("cy")["deducted"], row("cy")["mark"]) == ("1", "5", "45")
    Path("late.yaml").write_text("due: {B1: soon}\n", encoding="utf-8")
    Path("class.py").write_text("x = 1\n", encoding="utf-8")
    assert refused(run("grade", "class.py", "--lesson", "B1", "--late", "late.yaml")).startswith(
        "late.yaml:1: "
    )
    assert run("class").exit_code == 0
    assert row("cy")["mark"] == "45"


def test_who_is_set_aside_is_in_nothing_but_the_history(out: Path) -> None:
    """A file that was no student's leaves table, feedback and class, and its history is kept."""
    assert run("class").exit_code == 0
    assert (out / "feedback" / "ana.md").is_file()
    done = run("set-aside", "ana", "--lesson", "B1")
    assert done.stdout == "Set aside for B1: ana. gradebook.sqlite keeps what was judged.\n"
    table = (out / "grades.csv").read_text(encoding="utf-8")
    assert "ana," not in table and "bob," in table
    assert sorted(path.name for path in (out / "feedback").iterdir()) == ["bob.html", "bob.md"]
    told = run("history", "ana", "--lesson", "B1").stdout.splitlines()
    assert told[-2].startswith("Set aside, ")
    assert told[-1] == "What counts: nothing, until something is handed in again."
    with Gradebook(out / "gradebook.sqlite") as book:
        assert book.latest_of("doubling", "ana") is None
        book.add(attempt(RIGHT))
    assert run("class").exit_code == 0
    assert row("ana")["score"] == "50"
    assert refused(run("set-aside", "ann", "--lesson", "B1")).endswith("is it ana?")
