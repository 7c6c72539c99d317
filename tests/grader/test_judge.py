"""What a lab gets for what its pieces do, and what must not change a verdict."""

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from toybox.numbers import total as reference

from curriculum.course import Lesson, load_course
from grader.inprocess import InProcess
from grader.judge import JudgeError, judge
from grader.verdict import Verdict

Judged = Callable[..., Verdict]
Edit = Callable[[Path, str, str], None]
Pieces = dict[str, Any]


def unwritten(label: str) -> Callable[[object], None]:
    """A stub."""

    def stub(argument: object) -> None:
        raise NotImplementedError(label)

    return stub


def returning(answer: object) -> Callable[[object], object]:
    """A piece that returns one and the same, whatever it is handed."""
    return lambda argument: answer


def fail(argument: object) -> None:
    raise ValueError("the piece's own")


def loop(argument: object) -> None:
    end = time.monotonic() + 3  # long enough to be ended, short enough not to hang a failing test
    while time.monotonic() < end:
        pass


UNTOUCHED: Pieces = {
    "double": unwritten("Task B1.1: double a number"),
    "total": unwritten("Task B1.2: total the doubles"),
}
WRONG: Pieces = {"double": returning(8), "total": fail}

# In place of the right pieces: these; then state, score, and how the four checks end.
WORK = {
    "right": ({}, "done", 100, "passed, passed, passed, passed"),
    "untouched": (UNTOUCHED, "not started", 0, "not run, not run, not run, not run"),
    "the first written": (
        {"total": UNTOUCHED["total"]},
        "in progress",
        50,
        "passed, passed, not run, not run",
    ),
    "the second written": (
        {"double": UNTOUCHED["double"]},
        "in progress",
        50,
        "not run, not run, passed, passed",
    ),
    "one wrong, one unwritten": (
        {"double": fail, "total": UNTOUCHED["total"]},
        "in progress",
        0,
        "broken, broken, not run, not run",
    ),
    "another task's stub": ({"double": UNTOUCHED["total"]}, "wrong", 50, "not run, not run, passed, passed"),
    "wrong once": ({"double": lambda n: 2 * n or 1}, "wrong", 80, "passed, wrong, passed, passed"),
    "hard-coded": ({"total": returning(14)}, "wrong", 80, "passed, passed, passed, wrong"),
    "raising": ({"double": fail}, "wrong", 50, "broken, broken, passed, passed"),
    "of the wrong type": ({"double": str}, "wrong", 50, "wrong, wrong, passed, passed"),
    "returning nothing": ({"total": returning(None)}, "wrong", 50, "passed, passed, wrong, wrong"),
    "looping": ({"total": loop}, "wrong", 50, "passed, passed, over limit, not run"),
    "looping at once": ({"double": loop}, "wrong", 0, "over limit, not run, not run, not run"),
    "one gone": ({"total": None}, "wrong", 50, "passed, passed, broken, broken"),
    "both gone": ({"double": None, "total": None}, "wrong", 0, "broken, broken, broken, broken"),
}


@pytest.mark.parametrize(("pieces", "state", "score", "statuses"), WORK.values(), ids=WORK)
def test_every_kind_of_work_has_its_state_and_points(
    doubling: Lesson,
    right: Pieces,
    judged: Judged,
    short_limit: None,
    pieces: Pieces,
    state: str,
    score: int,
    statuses: str,
) -> None:
    """The state tells how far the lab is, the status how a check ended, and what passed earns its points."""
    verdict = judged(doubling, right | pieces)
    assert (verdict.state, verdict.score) == (state, score)
    assert ", ".join(check.status for check in verdict.checks) == statuses
    assert verdict.score == sum(check.earned for check in verdict.checks)
    assert verdict.exit_code == (0 if state == "done" else 1)


def test_what_is_unwritten_is_named_by_its_task(doubling: Lesson, right: Pieces, judged: Judged) -> None:
    """The verdict names the tasks that are still to write."""
    assert judged(doubling, UNTOUCHED).unwritten == ("B1.1", "B1.2")
    assert judged(doubling, right | {"total": UNTOUCHED["total"]}).unwritten == ("B1.2",)
    assert judged(doubling, WRONG).unwritten == ()


def test_the_seed_decides_the_variant(doubling: Lesson, right: Pieces, judged: Judged) -> None:
    """Answers that were learnt by heart from one variant are wrong on another."""
    numbers = doubling.variant.make(1)["numbers"]
    by_heart = {(1, 2, 4): 14, numbers: reference(numbers)}
    pieces = right | {"total": lambda numbers: by_heart.get(numbers, 0)}
    assert [judged(doubling, pieces, seed=seed).score for seed in (1, 2)] == [100, 80]


def test_the_keyboard_ends_judging(doubling: Lesson, right: Pieces, judged: Judged) -> None:
    """Somebody who interrupts a run gets no verdict."""

    def interrupt(argument: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        judged(doubling, right | {"double": interrupt})


@pytest.mark.parametrize(
    ("new", "says"),
    [
        ("import pytest or", "SyntaxError"),
        ("import pytest, no_such_library", "ModuleNotFoundError: No module named 'no_such_library'"),
        ("import pytest\n\n1 / 0", "ZeroDivisionError: division by zero"),
    ],
)
def test_checks_that_cannot_be_loaded_are_refused(
    doubling: Lesson, right: Pieces, judged: Judged, edit: Edit, new: str, says: str
) -> None:
    """What is wrong with the checks is said in one line with their file, and nobody gets a verdict."""
    edit(doubling.checks, "import pytest", new)
    with pytest.raises(JudgeError) as refused:
        judged(doubling, right)
    assert str(refused.value).startswith(f"{doubling.checks}: the checks cannot be loaded: {says}")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("checks", [None, "", "def check_four(lab):\n    pass\n"])
def test_a_lesson_without_checks_is_refused(
    doubling: Lesson, right: Pieces, judged: Judged, checks: str | None
) -> None:
    """A lesson whose checks are missing, or which has none, is refused by the name of the file."""
    doubling.checks.unlink()
    if checks is not None:
        doubling.checks.write_text(checks, encoding="utf-8")
    with pytest.raises(JudgeError) as refused:
        judged(doubling, right)
    assert str(refused.value) in (
        f"{doubling.checks}: no checks were found",
        f"{doubling.checks}: no such file; it holds the checks of the lesson",
    )


def test_a_mark_of_no_task_is_refused(doubling: Lesson, right: Pieces, judged: Judged, edit: Edit) -> None:
    """A check whose mark names no task of its lesson would earn for nobody, and is refused."""
    edit(doubling.checks, '"B1.2"', '"B1.9"')
    with pytest.raises(JudgeError, match=r"is of B1\.9, which is no task of the lesson"):
        judged(doubling, right)


@pytest.mark.usefixtures("short_limit")
def test_a_limit_met_while_figures_are_measured_is_its_pieces_own(
    doubling: Lesson, right: Pieces, judged: Judged
) -> None:
    """If the piece has no check to come that could say so, the check that asked for the figures does."""
    verdict = judged(doubling, {**right, "double": lambda n: loop(n) if n == 1 else 2 * n})
    assert [check.status for check in verdict.checks] == ["passed", "passed", "over limit", "not run"]
    assert "called    double(1)" in verdict.checks[2].message
    assert verdict.exit_code == 1


@pytest.mark.usefixtures("short_limit")
def test_a_limit_met_for_anothers_figures_is_said_where_it_belongs(
    doubling: Lesson, right: Pieces, judged: Judged, edit: Edit
) -> None:
    """A check that only asked for the figures is not run; the first check of the piece says over limit."""
    edit(doubling.checks, "def test_four(lab):", "def test_four(figures):")
    edit(doubling.checks, "got = lab.double(4)", "got = 4 * figures['sum']")
    verdict = judged(doubling, {**right, "total": loop})
    assert [check.status for check in verdict.checks] == ["not run", "not run", "over limit", "not run"]
    assert "a call of total did not return" in verdict.checks[0].message


def test_a_check_may_read_the_figures_of_another_piece(
    doubling: Lesson, right: Pieces, judged: Judged, edit: Edit
) -> None:
    """If that other piece fails, the check says how, and nothing is our fault."""
    edit(doubling.checks, 'figures["sum"] == expected["sum"]', 'figures["doubles"] == expected["doubles"]')
    verdict = judged(doubling, {**right, "double": fail})
    assert verdict.checks[2].status == "broken"
    assert "the piece's own" in verdict.checks[2].message
    assert not verdict.ours


def test_a_figure_may_be_none(toy: Path, judged: Judged) -> None:
    """Where a piece returned None, a figure of None is the learner's and not ours."""
    lesson = load_course(toy).lesson("labelling")
    added = '\n\n@pytest.mark.task("B2.1", points=5)\ndef test_figure(figures):\n    """So."""\n'
    text = lesson.checks.read_text(encoding="utf-8").replace("points=40", "points=35")
    text += added + '    assert figures["most"], "a label"\n'
    lesson.checks.write_text(text, encoding="utf-8")
    verdict = judged(lesson, {"label": lambda words, seen_at: None})
    assert [check.status for check in verdict.checks] == ["wrong", "wrong", "passed", "wrong", "wrong"]


def test_figures_that_crash_are_our_fault_and_hold_nobody_up(
    doubling: Lesson, right: Pieces, edit: Edit
) -> None:
    """An error of measure.py is ungraded for that lab alone, and the labs after it are judged."""
    edit(doubling.folder / "lab" / "measure.py", '"numbers": len(NUMBERS)', '"numbers": 12 // lab.double(6)')
    verdicts: list[Verdict] = []
    wrong = {**right, "double": lambda n: 0}
    judge(doubling, [InProcess(doubling, wrong), InProcess(doubling, right)], verdicts.append)
    assert [check.status for check in verdicts[0].checks] == ["wrong", "passed", "ungraded", "passed"]
    assert verdicts[0].exit_code == 2
    assert verdicts[0].figures == {"numbers": None, "doubles": None, "sum": None}
    assert verdicts[1].checks[1].status == "passed"


def test_courses_by_relative_path_do_not_mix(
    toy: Path, tmp_path: Path, right: Pieces, judged: Judged, edit: Edit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two lessons that are found by relative paths are judged each by its own checks."""
    shutil.copytree(toy, tmp_path / "other")
    edit(tmp_path / "other" / "beginner/doubling/lab/test_lab.py", "got == 8", "got == 9")
    monkeypatch.chdir(tmp_path)
    first, second = (judged(load_course(Path(name)).lesson("doubling"), right) for name in ("toy", "other"))
    assert (first.checks[0].status, second.checks[0].status) == ("passed", "wrong")


def test_a_module_of_the_checks_name_is_left_alone(
    doubling: Lesson, right: Pieces, judged: Judged, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody's own module test_lab is not taken for the checks, and is there again afterwards."""
    own = ModuleType("test_lab")
    monkeypatch.setitem(sys.modules, "test_lab", own)
    assert judged(doubling, right).state == "done"
    assert sys.modules["test_lab"] is own


# One verdict, whatever the surroundings.


def test_nothing_from_outside_changes_a_verdict(
    doubling: Lesson, judged: Judged, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pytest's settings in environment and folder change no verdict, and are there again afterwards."""
    before = judged(doubling, WRONG)
    folder = doubling.checks.parent
    for conftest in (folder / "conftest.py", folder.parent / "conftest.py"):
        conftest.write_text("raise RuntimeError('this was read')\n", encoding="utf-8")
    settings = "[pytest]\naddopts = -k no_such_check\npython_files = none\npython_functions = none\n"
    (folder / "pytest.ini").write_text(settings, encoding="utf-8")
    monkeypatch.setenv("PYTEST_ADDOPTS", "-k no_such_check --collect-only")
    monkeypatch.setenv("PYTEST_PLUGINS", "no_such_plugin")
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "")
    monkeypatch.chdir(folder)
    environment = dict(os.environ)
    assert judged(doubling, WRONG) == before
    assert dict(os.environ) == environment


def test_judging_prints_nothing(doubling: Lesson, judged: Judged, capfd: pytest.CaptureFixture[str]) -> None:
    """Pytest's own report stays out of sight."""
    judged(doubling, WRONG)
    assert capfd.readouterr() == ("", "")


def test_the_same_work_gets_the_same_verdict_twice(doubling: Lesson, judged: Judged) -> None:
    """Judging leaves nothing behind that would change the next verdict."""
    assert judged(doubling, WRONG) == judged(doubling, WRONG)


def test_many_labs_are_judged_in_one_run_each_for_itself(
    doubling: Lesson, right: Pieces, judged: Judged, short_limit: None
) -> None:
    """In one run every lab gets the verdict that it gets alone, whatever came before it."""
    labs = [WRONG, UNTOUCHED, right, right | {"total": loop}, right, UNTOUCHED, WRONG]
    verdicts: list[Verdict] = []
    judge(doubling, [InProcess(doubling, lab) for lab in labs], verdicts.append)
    assert verdicts == [judged(doubling, lab) for lab in labs]


def test_each_verdict_is_reported_as_it_comes(doubling: Lesson, right: Pieces) -> None:
    """The next lab is not fetched before the last one's verdict was reported."""
    verdicts: list[Verdict] = []
    reported: list[int] = []

    def labs() -> Iterator[InProcess]:
        for lab in (right, WRONG, UNTOUCHED):
            reported.append(len(verdicts))
            yield InProcess(doubling, lab)

    judge(doubling, labs(), verdicts.append)
    assert reported == [0, 1, 2]
    assert len(verdicts) == 3


def test_two_copies_of_a_course_do_not_mix(
    toy: Path, tmp_path: Path, right: Pieces, judged: Judged, edit: Edit
) -> None:
    """Two files of checks of one name, judged in one process, judge each their own lesson."""
    shutil.copytree(toy, tmp_path / "copy")
    ours, theirs = (load_course(folder).lesson("doubling") for folder in (toy, tmp_path / "copy"))
    edit(theirs.checks, "assert got == 8", "assert got == 9")
    edit(theirs.folder / "lab" / "measure.py", "(1, 2, 4)", "(1, 2, 5)")
    edit(theirs.folder / "lab" / "expected.yaml", "sum: 14", "sum: 16")
    for _ in range(2):
        assert judged(ours, right).score == 100
        assert [check.status for check in judged(theirs, right).checks] == ["wrong", *["passed"] * 3]


def test_two_lessons_do_not_mix(toy: Path, judged: Judged) -> None:
    """One lesson's checks are judged after another's, and again the first."""
    course = load_course(toy)
    firsts = [judged(course.lesson(name), {}).checks[0].id for name in ("doubling", "labelling", "doubling")]
    assert firsts == ["test_four", "test_most", "test_four"]
