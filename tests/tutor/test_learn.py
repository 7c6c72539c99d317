"""The command `learn`: the map, the next step, and a check of any lab, however broken."""

import json
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from curriculum import editions
from curriculum.course import load_course
from grader.verdict import Check, Verdict
from tutor.cli import app
from tutor.progress import Progress
from tutor.state import path_of
from workshop.labs import solved

NOW = datetime(2026, 5, 1, 9, 30, tzinfo=UTC)
LAB = "beginner/doubling/lab/lab.py"


@pytest.fixture
def learn(toy, monkeypatch):
    """Call `learn` in the folder of the toy course, in which no lab is solved."""
    monkeypatch.chdir(toy)
    return lambda *arguments: CliRunner().invoke(app, arguments)


@pytest.fixture
def lab(toy):
    """Write the first lab of the course."""
    return lambda text: (toy / LAB).write_text(text, encoding="utf-8")


@pytest.fixture
def right(toy):
    return solved(load_course(toy).lesson("doubling"))


@pytest.fixture
def done(toy):
    """Note of these lessons that they are done."""

    def note(*names):
        course = load_course(toy)
        for lesson in map(course.lesson, names):
            checks = tuple(Check("c", piece.task, "So", 10, 10, "passed", "") for piece in lesson.pieces)
            Progress(path_of(course)).note_verdict(Verdict(lesson.id, "done", 100, {}, {}, checks, ()), NOW)

    return note


# The map


def test_the_map_shows_every_lesson_and_the_next_step(learn):
    """A newcomer sees the levels, what is ready and what is planned, and one command to paste."""
    shown = learn()
    assert shown.exit_code == 0
    assert shown.stdout.splitlines() == [
        "Beginner                                 min  needs",
        "  B1  Doubling                             5              not started",
        "  B2  Labelling                            5  B1          not started",
        "  B3  Sorting                                 B2          planned",
        "  B4  Shelving                             5  B2          not started",
        "",
        "Short tracks",
        "  numbers: B1",
        "  shelves: numbers, then B2 B4",
        "",
        "0 of 4 pieces of toybox are yours.",
        "",
        "Next: Begin B1, Doubling.",
        "  uv run learn start B1",
    ]


def test_the_map_knows_what_was_done(learn, lab, right, done):
    """Half a lab has its points, a whole one its pieces, and the next step is the first that is left."""
    stub = 'raise NotImplementedError("Task B1.2: total the doubles")'
    lab(editions.replace(right, {"total": stub}))
    assert learn("check", "B1").exit_code == 1
    assert learn("hint", "B1.2").exit_code == 0
    lines = learn().stdout.splitlines()
    assert lines[1] == "  B1  Doubling                             5              in progress 50/100"
    assert lines[10] == "1 of 4 pieces of toybox are yours."
    assert lines[-3:] == [
        "Next: Task B1.2: total the doubles. Stuck? First a hint:",
        "  uv run learn hint B1.2 --step 2",
        "  uv run learn check B1",
    ]
    done("doubling", "labelling", "shelving")
    assert learn().stdout.splitlines()[-2:] == [
        "Next: B1 is done: see what you had guessed, and check yourself.",
        "  uv run learn quiz B1",
    ]


def test_the_next_step_alone_is_the_same(learn, done):
    """`learn next` says what the map ends with."""
    done("doubling")
    assert learn("next").stdout.splitlines() == [
        "Begin B2, Labelling.",
        "  uv run learn start B2",
    ]
    assert learn().stdout.endswith(learn("next").stdout)


def test_the_map_fits_the_terminal(learn, lab, right):
    """80 columns are enough, whatever the state."""
    lab(right.replace("return 2 * number", "return 3 * number"))
    learn("check")
    assert max(map(len, learn().stdout.splitlines())) <= 80


# Checking


@pytest.mark.parametrize(
    "named", ["B1", "b1", "B1.2", "doubling", LAB, LAB.replace("/", "\\"), "beginner/doubling"]
)
def test_a_lesson_has_many_names(learn, named):
    """A slug, a code, a file or a folder of it with either kind of slash, all mean the same lesson."""
    assert learn("check", named).stdout.splitlines()[0] == "Doubling (B1)"


def test_a_whole_path_means_its_lesson_too(learn, toy, tmp_path, monkeypatch):
    """From another folder, too, a path is understood."""
    monkeypatch.chdir(tmp_path)
    shown = learn("check", str(toy / "beginner" / "doubling" / "lesson.md"), "--course", str(toy))
    assert shown.stdout.splitlines()[0] == "Doubling (B1)"


@pytest.mark.parametrize(
    ("named", "says"),
    [
        ("B7", "no lesson is called 'B7'"),
        ("B3", "the lesson sorting (B3) is planned and has no content yet"),
        ("nowhere/lab.py", "nowhere/lab.py: this is no file of a lesson of "),
    ],
)
def test_what_is_no_lesson_is_said_so(learn, named, says):
    """A name that means none ends with exit code 2 and one sentence."""
    refused = learn("check", named)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr.startswith(says)
    assert len(refused.stderr.splitlines()) == 1


def test_a_right_lab_is_done(learn, lab, right):
    """The verdict is the lab's own, and the same file gets the same words again."""
    lab(right)
    first, second = learn("check"), learn("check", "doubling")
    assert first.exit_code == 0
    assert first.stdout == second.stdout
    assert first.stdout.splitlines()[-1] == "done: 100 of 100 points"


BROKEN = {
    "a syntax error": (
        "def double(number)\n    return 2 * number\n",
        "SyntaxError: expected ':'",
        "(lab.py:1: def double(number))",
    ),
    "a missing module": ("import nowhere\n", "ModuleNotFoundError: No module named 'nowhere'", "lab.py:1"),
    "an error at its top": ("x = 1\nx / 0\n", "ZeroDivisionError: division by zero", "lab.py:2: x / 0"),
    "an end": ("import sys\nsys.exit(3)\n", "SystemExit: 3", "lab.py:2: sys.exit(3)"),
}


@pytest.mark.parametrize(("text", "error", "where"), BROKEN.values(), ids=BROKEN)
def test_a_lab_that_cannot_be_loaded_gets_a_report(learn, lab, text, error, where):
    """What happened and where is said once, without a traceback; the state is broken."""
    lab(text)
    shown = learn("check", "B1")
    said = " ".join(shown.stdout.split())
    assert shown.exit_code == 1
    assert said.count(error) == 1
    assert where in said
    assert "Traceback" not in shown.stdout + shown.stderr
    assert len(shown.stdout.splitlines()) < 10
    assert shown.stdout.splitlines()[-1] == "broken: 0 of 100 points"
    assert learn("next").stdout.splitlines() == [
        "B1 cannot be loaded; mend what its check says.",
        "  uv run learn check B1",
    ]


@pytest.mark.parametrize(("text", "error", "where"), BROKEN.values(), ids=BROKEN)
def test_a_lab_that_cannot_be_loaded_has_its_json(learn, lab, text, error, where):
    """The last line is the object, whatever is wrong with the file."""
    lab(text)
    told = json.loads(learn("check", "B1", "--json").stdout.splitlines()[-1])
    assert (told["state"], told["score"], told["lesson"]) == ("broken", 0, "doubling")
    assert error in told["checks"][0]["message"]


def test_a_missing_file_is_named(learn, toy):
    """Who has deleted the lab reads which file is missing."""
    (toy / LAB).unlink()
    shown = learn("check", "B1")
    assert shown.exit_code == 1
    assert "FileNotFoundError" in shown.stdout


def test_a_lab_may_import_a_file_beside_it(learn, lab, right, toy):
    """As Python lets a script do."""
    (toy / LAB).with_name("helpers.py").write_text("TWO = 2\n", encoding="utf-8")
    lab(f"from helpers import TWO\n{right.replace('return 2 * number', 'return TWO * number')}")
    before = list(sys.path)
    assert learn("check", "B1").exit_code == 0
    assert sys.path == before
    sys.modules.pop("helpers", None)


@pytest.mark.parametrize(
    ("above", "within"),
    [
        (
            "from __future__ import annotations\nfrom dataclasses import dataclass\n\n\n"
            "@dataclass\nclass Pair:\n    one: int\n\n\n",
            "import pickle\n\n    pickle.dumps(Pair(1))",
        ),
        ("", "from helpers_of_mine import TWO"),
        ("import sys\n\nsys.path.pop(0)\n", "pass"),
        ("# -*- coding: latin-1 -*-\n# gr\xf6\xdfer\n", "pass"),
    ],
    ids=["a dataclass", "an import in a function", "a path taken away", "another encoding"],
)
def test_what_runs_as_a_script_is_judged(learn, toy, right, above, within):
    """A lab that is right when it is run is right when it is checked."""
    (toy / LAB).with_name("helpers_of_mine.py").write_text("TWO = 2\n", encoding="utf-8")
    body = f"{within}\n    return 2 * number"
    text = above + right.replace("return 2 * number", body, 1)
    (toy / LAB).write_bytes(text.encode("latin-1"))
    before = list(sys.path)
    checked = learn("check", "B1")
    assert checked.stdout.splitlines()[-1] == "done: 100 of 100 points"
    assert sys.path == before
    sys.modules.pop("helpers_of_mine", None)


def test_what_a_lab_prints_comes_first(learn, lab, right):
    """A print in a function or at the top is seen, and the verdict is still the last line."""
    lab(f"print('here')\n{right}")
    lines = learn("check", "B1").stdout.splitlines()
    assert lines[0] == "here"
    assert lines[-1] == "done: 100 of 100 points"


def test_a_file_that_cannot_be_noted_does_no_harm(learn, lab, right, toy):
    """Where nothing can be written down the verdict is given all the same, and that is said."""
    (Path(toy).parent / ".course").write_text("mine", encoding="utf-8")
    lab(right)
    shown = learn("check", "B1")
    assert (shown.exit_code, shown.stdout.splitlines()[-1]) == (0, "done: 100 of 100 points")
    assert shown.stderr.startswith("`learn` will not know of this run: ")
