"""How a verdict is printed: every line of it, at any width, with colour and without."""

from pathlib import Path
from typing import Any

import pytest

from curriculum.course import Lesson, load_course
from grader.verdict import Check, Verdict
from tutor.report import show

SUMS = {"numbers": 3, "doubles": [2, 4, 8], "sum": 14}
WRONG = "called    double(4)\nreturned  5\nexpected  8; it is 5"
PASSED = Check("test_four", "B1.1", "Four is doubled", 30, 30, "passed", "")


@pytest.fixture
def lesson(toy: Path) -> Lesson:
    return load_course(toy).lesson("doubling")


@pytest.fixture
def shown(lesson: Lesson, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Show a verdict with these checks and return its lines."""
    monkeypatch.setenv("COLUMNS", "80")

    def show_checks(
        *checks: Check, state: Any = "wrong", unwritten: tuple[str, ...] = (), **options: Any
    ) -> list[str]:
        score = sum(check.earned for check in checks)
        verdict = Verdict("doubling", state, score, SUMS, SUMS, checks, unwritten)
        show(lesson, verdict, **{"file": lesson.lab, **options})
        return capsys.readouterr().out.splitlines()

    return show_checks


def failed(
    message: str = WRONG, *, id: str = "test_zero", status: Any = "wrong", title: str = "A title"
) -> Check:
    return Check(id, "B1.1", title, 20, 0, status, message)


def test_the_first_line_names_the_lesson(shown):
    """The report begins with title and code, and ends with state and points."""
    lines = shown(PASSED, failed())
    assert lines[0] == "Doubling (B1)"
    assert lines[-1] == "wrong: 30 of 100 points"


def test_each_check_stands_under_its_task_with_its_points(shown):
    """A task's heading counts what its checks earned, and each check says its part."""
    lines = shown(PASSED, failed())
    heading = lines.index("Task B1.1: double a number: 30 of 50 points")
    assert lines[heading + 1] == "  passed     30/30  Four is doubled"
    assert lines[heading + 2] == "  wrong       0/20  A title"


def test_a_hint_is_offered_where_points_are_missing(shown):
    """The command for a hint stands under a task that lacks points, and under no other."""
    assert "  A hint: uv run learn hint B1.1" in shown(PASSED, failed())
    assert not any("hint" in line for line in shown(PASSED))


def test_the_same_failure_is_told_once(shown):
    """What is said of a failure is not said again; of checks that did not run it is said once."""
    lines = shown(
        failed(id="a"),
        failed(id="b"),
        failed("ended", id="c", status="not run"),
        failed("ended", id="d", status="not run"),
    )
    assert lines.count("    called    double(4)") == 1
    assert lines.count("    the same as above") == 1
    assert lines.count("    ended") == 1


def test_an_unwritten_task_is_shown_by_its_place(shown, lesson, monkeypatch):
    """Instead of checks an unwritten task has the file, as seen from here, and the line of its function."""
    monkeypatch.chdir(lesson.lab.parent)
    lines = shown(failed(status="not run"), state="in progress", unwritten=("B1.1",))
    heading = lines.index("Task B1.1: double a number: 0 of 20 points")
    hint = "  A hint: uv run learn hint B1.1"
    assert lines[heading + 1 : heading + 4] == ["  not written yet", "    lab.py:12", hint]


def test_a_file_elsewhere_is_shown_by_its_whole_path(shown, lesson, monkeypatch):
    """A file that is not below the folder one stands in is named in full."""
    monkeypatch.chdir(lesson.folder / "lab" / "mistakes")
    assert f"    {lesson.lab}:12" in shown(failed(), state="in progress", unwritten=("B1.1",))


@pytest.mark.parametrize("content", ["", "def (:\n", "\n\ndef total(numbers): ...\n"])
def test_a_function_that_cannot_be_found_costs_only_the_line(shown, lesson, content):
    """Where the file no longer has the function its name stands without a number."""
    lesson.lab.write_text(content, encoding="utf-8")
    lines = shown(failed(), state="in progress", unwritten=("B1.1",))
    assert any(line.endswith("lab.py") for line in lines)


@pytest.mark.parametrize("state", ["not started", "in progress"])
def test_a_notebook_has_no_place(shown, state):
    """Without a file nothing is said of files and lines."""
    assert not any(".py" in line for line in shown(failed(), state=state, unwritten=("B1.1",), file=None))


def test_the_references_report_says_whose_it_is(shown):
    """The title and the last line say that this is not the learner's work."""
    lines = shown(PASSED, state="done", solved=True)
    assert lines[0] == "Doubling (B1), solved by the reference"
    assert lines[-1] == "the reference: 30 of 100 points"


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_long_texts_are_wrapped_under_their_beginning(shown, monkeypatch, columns):
    """A title and an answer longer than the line go on where they began, at any width, and lose nothing."""
    monkeypatch.setenv("COLUMNS", str(columns))
    words = " ".join(f"word{number}" for number in range(40))
    lines = shown(failed(f"called    {words}\nexpected  8", title=words))
    assert max(map(len, lines)) <= columns
    first = next(line for line in lines if "called" in line)
    begin = first.index("word0")
    block = lines[lines.index(first) : next(n for n, line in enumerate(lines) if "expected" in line)]
    assert {len(line) - len(line.lstrip()) for line in block[1:]} == {begin}
    assert " ".join(line[begin:] for line in block) == words
    assert [line for line in lines if line != line.rstrip()] == []


@pytest.mark.parametrize("message", ["raised KeyError: '[red]x[/red]'", "returned <b>8</b> :smile:"])
def test_what_the_learner_wrote_is_no_markup(shown, message):
    """Brackets, tags and colons of an answer are printed as they are."""
    assert f"    {message}" in shown(failed(message))


@pytest.mark.parametrize(
    ("state", "green"), [("done", True), ("wrong", False), ("in progress", False), ("not started", False)]
)
def test_only_a_finished_lab_ends_in_green(shown, monkeypatch, state, green):
    """On a terminal with colour the last line is green when the lab is done, and never before."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    last = shown(PASSED, state=state)[-1]
    assert "\x1b[" in last
    assert ("32m" in last) is green


KNOWN = "- {{task: {task}, fails: [{fails}], says: Adds one., told: '{told}'}}\n"


@pytest.mark.parametrize(
    ("task", "fails", "words", "told"),
    [
        ("B1.1", "test_zero", "", True),
        ("B1.1", "test_zero", "in other words", False),
        ("B1.1", "test_four, test_zero", "", False),
        ("B1.2", "test_zero", "", False),
    ],
    ids=["the same", "other words", "other checks", "another task"],
)
def test_a_mistake_that_is_known_is_named(shown, lesson, task, fails, words, told):
    """Where just the checks of a known mistake fail, in the same words, what it is is said."""
    check = failed()
    words = words or check.message.splitlines()[-1]
    lesson.known_file.write_text(KNOWN.format(task=task, fails=fails, told=words), encoding="utf-8")
    lines = shown(PASSED, check)
    heading = "  This looks like a mistake that others have made:"
    assert (heading in lines) is told
    if told:
        assert lines[lines.index(heading) + 1] == "    Adds one."


def test_what_is_right_is_no_mistake(shown, lesson):
    """Nothing is named where nothing fails."""
    lesson.known_file.write_text(KNOWN.format(task="B1.1", fails="", told=""), encoding="utf-8")
    assert not any("mistake" in line for line in shown(PASSED))
