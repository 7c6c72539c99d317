"""What a lab gets for what its pieces do, and what must not change a verdict."""

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from msgspec.structs import replace
from toybox.numbers import total as reference

from curriculum.course import Lesson, load_course
from curriculum.files import CourseError
from grader.calls.caller import BoxError, Frame, Reply
from grader.calls.inprocess import InProcess
from grader.judge.judge import JudgeError, judge
from grader.verdict import Verdict
from workshop.labs import executed, solved

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
    assert verdict.checks[0].message == "a call of total did not return within 2 s, and that ends the run"
    assert verdict.problem == "a call of total did not return within 2 s"


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


# Checks of a case that learners are not shown.


def test_private_checks_run_last_and_are_told_in_their_place(
    doubling: Lesson, right: Pieces, judged: Judged, edit: Edit
) -> None:
    """No check that is shown comes after one that works on a variant, whatever their order in the file."""
    edit(doubling.checks, "def test_four(lab):", "def test_four(lab, variant):")
    seen: list[int] = []

    def double(number: int) -> int:
        seen.append(number)
        return 2 * number

    verdict = judged(doubling, right | {"double": double})
    assert [(check.id, check.private) for check in verdict.checks] == [
        ("test_four", True),
        ("test_zero", False),
        ("test_sum", False),
        ("test_variant", True),
    ]
    assert seen == [0, 1, 2, 4, 4], "test_zero, the figures, test_four"
    assert verdict.score == 100


def test_a_check_may_need_one_that_runs_later(
    doubling: Lesson, right: Pieces, judged: Judged, edit: Edit
) -> None:
    """Points are counted when all checks have run, so a private one may be needed by one that is shown."""
    edit(doubling.checks, "def test_four(lab):", "def test_four(lab, variant):")
    checks = judged(doubling, right | {"double": lambda number: 0}).checks
    assert [(check.status, check.earned) for check in checks[:2]] == [("wrong", 0), ("passed", 0)]


def test_a_variant_is_made_once_and_shared_by_nobody(doubling: Lesson, right: Pieces, edit: Edit) -> None:
    """However many labs are judged, a variant is made once, and a check that changes it changes its own."""
    edit(
        doubling.folder / "lab" / "variant.py",
        "def make(seed):",
        "made = []\n\n\ndef make(seed):\n    made.append(seed)",
    )
    edit(
        doubling.checks,
        "def test_four(lab):",
        'def test_four(lab, variant):\n    assert variant.pop("numbers")',
    )
    verdicts: list[Verdict] = []
    judge(doubling, [InProcess(doubling, right) for _ in range(3)], verdicts.append, seed=7)
    assert [verdict.score for verdict in verdicts] == [100, 100, 100]
    assert doubling.variant.made == [7]


def test_a_variant_that_cannot_be_made_ends_the_judging(
    doubling: Lesson, right: Pieces, judged: Judged, edit: Edit
) -> None:
    """A file of the lesson that cannot be loaded is refused by its name, and nobody gets a verdict."""
    edit(doubling.folder / "lab" / "variant.py", "import random", "import no_such_library")
    with pytest.raises(CourseError, match=r"variant\.py: cannot be loaded"):
        judged(doubling, right)


# A file that cannot be loaded, a run that takes too long, a box that is not to be had.


EIGHT = Reply("returned", b"8")
LOADED = Reply("returned")
NO_BOX = BoxError("bwrap is not installed; uv run grader doctor says how to install it")


@dataclass
class Telling:
    """A caller that tells what it was made to tell: of loading, and of each call."""

    reply: Reply | BoxError = EIGHT
    loaded: Reply | BoxError = LOADED
    file: str = "mine.py"
    asked: list[str] = field(default_factory=list)

    def load(self) -> Reply:
        self.asked.append("load")
        return self.told(self.loaded)

    def call(self, function: str, arguments: bytes) -> Reply:
        self.asked.append(function)
        return self.told(self.reply)

    def close(self) -> None:
        self.asked.append("close")

    def told(self, reply: Reply | BoxError) -> Reply:
        if isinstance(reply, BoxError):
            raise reply
        return reply


LINE = (Frame(3, "1 / 0"),)
UNLOADABLE = {
    "an error": (
        Reply("raised", error="ZeroDivisionError", message="division by zero", frames=LINE),
        "broken",
        "cannot be loaded: it raised ZeroDivisionError: division by zero (mine.py:3: 1 / 0)",
    ),
    "an error without words": (
        Reply("raised", error="AssertionError"),
        "broken",
        "cannot be loaded: it raised AssertionError",
    ),
    "an end": (
        Reply("ended", message="ended its process instead of returning"),
        "broken",
        "cannot be loaded: it ended its process instead of returning",
    ),
    "a loop": (
        Reply("over limit", message="did not return within 2 s", frames=LINE),
        "over limit",
        "cannot be loaded: it did not return within 2 s (mine.py:3: 1 / 0)",
    ),
    "no text": (Reply("unusable", message="is no UTF-8"), "broken", "is no UTF-8"),
}


@pytest.mark.parametrize(("loaded", "status", "message"), UNLOADABLE.values(), ids=UNLOADABLE)
def test_of_a_file_that_cannot_be_loaded_every_check_says_why(
    doubling: Lesson, loaded: Reply, status: str, message: str
) -> None:
    """Nothing is called, nothing is earned and nothing measured, and the state is broken."""
    caller, verdicts = Telling(loaded=loaded), []
    judge(doubling, [caller], verdicts.append)
    (verdict,) = verdicts
    assert caller.asked == ["load", "close"]
    assert [(check.status, check.message, check.earned) for check in verdict.checks] == [
        (status, message, 0)
    ] * 4
    assert (verdict.state, verdict.status, verdict.score, verdict.exit_code) == ("broken", status, 0, 1)
    assert (verdict.problem, verdict.unwritten) == (message, ())
    assert verdict.figures == {"numbers": None, "doubles": None, "sum": None}
    assert verdict.expected == doubling.expected


def test_a_file_is_loaded_once_and_first(doubling: Lesson) -> None:
    """Before anything is called the file is loaded, and never again."""
    caller = Telling()
    judge(doubling, [caller], lambda verdict: None)
    assert caller.asked[0] == "load"
    assert caller.asked.count("load") == 1 < len(caller.asked)


def test_a_caller_is_closed_before_its_verdict_is_told(doubling: Lesson) -> None:
    """When somebody hears of a verdict nothing of that lab runs any more, and the next has not begun."""
    callers, seen = [Telling(), Telling(loaded=NO_BOX), Telling()], []
    judge(doubling, callers, lambda verdict: seen.append([caller.asked[-1:] for caller in callers]))
    assert seen == [[["close"], [], []], [["close"], ["close"], []], [["close"]] * 3]
    assert [caller.asked.count("close") for caller in callers] == [1, 1, 1]


def test_a_caller_is_closed_when_nothing_can_be_judged(doubling: Lesson, edit: Edit) -> None:
    """Also where judging ends without a verdict nothing is left to run."""
    edit(doubling.folder / "lab" / "variant.py", "import random", "import no_such_library")
    caller = Telling()
    with pytest.raises(CourseError):
        judge(doubling, [caller], lambda verdict: None)
    assert caller.asked[-1] == "close"


def test_loading_counts_among_the_calls(doubling: Lesson) -> None:
    """The time that it takes to load a file is part of what all calls may take."""
    caller, verdicts = Telling(replace(EIGHT, seconds=0.6), replace(LOADED, seconds=9.0)), []
    judge(doubling, [caller], verdicts.append)
    assert [check.status for check in verdicts[0].checks][:2] == ["passed", "over limit"]


@pytest.mark.parametrize(("fixtures", "where"), [("lab", " (mine.py:3: 1 / 0)"), ("lab, variant", "")])
def test_where_a_private_check_met_a_limit_is_not_told(
    doubling: Lesson, edit: Edit, fixtures: str, where: str
) -> None:
    """What ended a run is told with the line, but not if that line could tell of a case that is not shown."""
    for name, was in (("four", "lab"), ("zero", "lab"), ("sum", "figures, expected")):
        edit(doubling.checks, f"def test_{name}({was}):", f"def test_{name}({fixtures}, figures, expected):")
    caller = Telling(Reply("over limit", message="did not return within 2 s", frames=LINE))
    verdicts: list[Verdict] = []
    judge(doubling, [caller], verdicts.append)
    assert verdicts[0].problem.endswith(f" did not return within 2 s{where}")


def test_all_calls_together_have_a_limit(doubling: Lesson) -> None:
    """The call with which the sum is passed says so, no check after it is run, and nothing is called."""
    caller, verdicts = Telling(Reply("returned", b"8", seconds=6.0)), []
    judge(doubling, [caller], verdicts.append)
    (verdict,) = verdicts
    assert caller.asked == ["load", *["toybox.numbers.double"] * 2, "close"]
    assert [check.status for check in verdict.checks] == ["passed", "over limit", "not run", "not run"]
    said = "was the last of calls that took more than 10 s in all"
    assert verdict.checks[1].message == f"called    double(0)\nbut it {said}"
    assert verdict.checks[2].message == f"a call of double {said}, and that ends the run"
    assert (verdict.status, verdict.problem) == ("over limit", f"a call of double {said}")


def test_the_limit_of_all_calls_is_one_labs_own(doubling: Lesson, right: Pieces, judged: Judged) -> None:
    """What one lab has used up is not counted to the next."""
    verdicts: list[Verdict] = []
    slow = [Telling(Reply("returned", b"8", seconds=6.0)) for _ in range(2)]
    judge(doubling, [*slow, InProcess(doubling, right)], verdicts.append)
    assert [verdict.status for verdict in verdicts] == ["over limit", "over limit", "graded"]
    assert [verdict.checks[0].status for verdict in verdicts] == ["passed"] * 3


@pytest.mark.parametrize("without", ["loaded", "reply"])
@pytest.mark.parametrize("fixtures", ["lab", "lab, figures"])
def test_without_a_box_every_check_is_ungraded(
    doubling: Lesson, right: Pieces, edit: Edit, without: str, fixtures: str
) -> None:
    """That there is no box is our fault, told with what mends it; the labs after it are judged."""
    edit(doubling.checks, "def test_four(lab):", f"def test_four({fixtures}):")
    verdicts: list[Verdict] = []
    judge(doubling, [Telling(**{without: NO_BOX}), InProcess(doubling, right)], verdicts.append)
    unjudged, after = verdicts
    assert [(check.status, check.message) for check in unjudged.checks] == [("ungraded", str(NO_BOX))] * 4
    assert (unjudged.score, unjudged.status, unjudged.exit_code) == (0, "ungraded", 2)
    assert unjudged.problem == str(NO_BOX)
    assert after.score == 100


# A lesson whose pieces keep files.


@pytest.fixture
def shelf_in_here(
    shelving: Lesson, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[Any], InProcess]]:
    """Functions as the toy lesson's `store`; see to it that neither lesson nor working folder gets a file."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    before = files_of(shelving)
    yield lambda store: InProcess(shelving, {"store": store})
    assert Path.cwd() == tmp_path / "here"
    assert list(Path.cwd().iterdir()) == []
    assert files_of(shelving) == before


def files_of(lesson: Lesson) -> set[Path]:
    """What lies in the folder of a lesson, but for what Python puts there."""
    return {path for path in lesson.folder.rglob("*") if "__pycache__" not in path.parts}


def own_store(shelving: Lesson) -> Any:
    return executed(shelving, solved(shelving))["store"]


def test_a_stateful_lesson_writes_nothing_into_the_working_folder(
    shelving: Lesson, shelf_in_here: Callable[[Any], InProcess]
) -> None:
    """Right work on files is done, run after run, and leaves none behind."""
    verdicts: list[Verdict] = []
    judge(shelving, [shelf_in_here(own_store(shelving)) for _ in range(2)], verdicts.append)
    assert [(verdict.state, verdict.score) for verdict in verdicts] == [("done", 100)] * 2
    assert [verdict.figures for verdict in verdicts] == [{"new": [2, 1]}] * 2


def leaving(path: str, items: tuple[str, ...]) -> int:
    """A piece that leaves files wherever it is called."""
    Path("left.txt").write_text("here", encoding="utf-8")
    Path("folder").mkdir(exist_ok=True)
    raise ValueError


def test_what_fails_leaves_no_files_either(
    shelving: Lesson, shelf_in_here: Callable[[Any], InProcess]
) -> None:
    """Also what a wrong piece writes, in a check or for the figures, stays in the scratch folder."""
    verdicts: list[Verdict] = []
    judge(shelving, [shelf_in_here(leaving)], verdicts.append)
    (verdict,) = verdicts
    assert (verdict.score, verdict.figures) == (0, {"new": None})
    assert {check.status for check in verdict.checks} == {"broken"}


def test_an_untouched_stateful_lab_is_not_started(
    shelving: Lesson, shelf_in_here: Callable[[Any], InProcess]
) -> None:
    """A stub that is met only in scenes and kills is a stub."""
    verdicts: list[Verdict] = []

    def store(path: str, items: tuple[str, ...]) -> int:
        raise NotImplementedError("Task B4.1: put items on the shelf")

    judge(shelving, [shelf_in_here(store)], verdicts.append)
    (verdict,) = verdicts
    assert (verdict.state, verdict.score, verdict.unwritten) == ("not started", 0, ("B4.1",))
    assert {check.status for check in verdict.checks} == {"not run"}


def test_a_stub_that_only_a_scene_meets_is_unwritten(
    shelving: Lesson, shelf_in_here: Callable[[Any], InProcess], edit: Edit
) -> None:
    """Also a piece that the checks reach through scenes alone is told as still to write."""
    edit(
        shelving.folder / "lab" / "scenes.py", "return pieces.store(path, items), ", 'pieces.store("", ()), '
    )
    verdicts: list[Verdict] = []

    def store(path: str, items: tuple[str, ...]) -> int:
        if not path:
            raise NotImplementedError("Task B4.1: put items on the shelf")
        return own(path, items)  # type: ignore[no-any-return]

    own = own_store(shelving)
    judge(shelving, [shelf_in_here(store)], verdicts.append)
    (verdict,) = verdicts
    assert [check.status for check in verdict.checks] == ["passed", "not run", *["passed"] * 5]
    assert (verdict.state, verdict.unwritten) == ("in progress", ("B4.1",))


@pytest.mark.usefixtures("short_limit")
def test_a_limit_met_in_a_scene_ends_the_run(
    shelving: Lesson, shelf_in_here: Callable[[Any], InProcess], edit: Edit
) -> None:
    """A scene that takes too long is over the limit like a call, and is named by no task."""
    calls: list[str] = []

    def store(path: str, items: tuple[str, ...]) -> int:
        calls.append(path)
        return loop(path) if len(calls) == 4 else own(path, items)  # type: ignore[no-any-return, func-returns-value]

    own, verdicts = own_store(shelving), []
    judge(shelving, [shelf_in_here(store)], verdicts.append)
    (verdict,) = verdicts
    statuses = [check.status for check in verdict.checks]
    assert statuses == ["passed", "over limit", *["not run"] * 5]
    assert verdict.checks[1].message.startswith(
        "called    twice('shelf.db', ('cup', 'jug', 'pot'))\nbut it did not return"
    )
    assert verdict.checks[2].message == "a call did not return within 2 s, and that ends the run"
    assert verdict.problem == "a call did not return within 2 s"


def test_nothing_above_the_lesson_is_looked_through(
    doubling: Lesson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How much lies in a person's other folders costs no time, and none of them need be open."""
    looked: list[Path] = []
    scandir = os.scandir

    def noting(path: Any = ".") -> Any:
        looked.append(Path(os.fspath(path)))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", noting)
    judge(doubling, [InProcess(doubling, doubling.references, closed=False)], lambda verdict: None)
    folder = doubling.checks.parent
    assert folder in looked
    assert not [path for path in looked if path in folder.parents]
