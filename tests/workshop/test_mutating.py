"""Mutating: what survives is listed, what is equivalent needs its entry, and no mutant holds anything up."""

import re
import time
from threading import Event

import pytest

from grader.judge.judge import JudgeError
from tests.conftest import TOY
from workshop.trial import Tried, trial

LAB = "beginner/doubling/lab"
REASON = "  reason: A sum of whole numbers does not depend on their order."


@pytest.fixture
def verified(course):
    """The command on the first lesson."""
    return lambda: course("verify", "--mutants", "--lesson", "B1")


def test_a_lesson_whose_checks_miss_nothing(verified):
    """Only the listed mutant has full marks: numbers are told, no more is said, and all is well."""
    found = verified()
    assert found.exit_code == 0
    plain, mutants = found.stdout.splitlines()
    assert re.fullmatch(r"doubling: verified in \d+ runs of its checks", plain)
    assert re.fullmatch(r"doubling: \d\d mutants, 1 equivalent, 0 survive", mutants)
    assert verified().stdout == found.stdout


def test_a_hole_is_shown_with_what_slips_through(verified, edit):
    """A check that takes too much for right lets mutants through, each named with its line and its change."""
    edit(f"{LAB}/test_lab.py", "assert got == 8", "assert got >= 8")
    found = verified()
    assert found.exit_code == 1
    _, mutants, *survivors = found.stdout.splitlines()
    assert mutants.endswith(f"1 equivalent, {len(survivors)} survive")
    assert f"{TOY / 'toybox' / 'numbers.py'}:12:" in survivors[0]
    assert any("2 -> 3" in line for line in survivors) or "    -> 3" in survivors


def test_an_entry_without_its_mutant_is_reported(verified, edit):
    """An entry that no survivor bears out is named with its line, and the survivor itself is shown."""
    path = edit(f"{LAB}/equivalent.yaml", "numbers[::-1]", "numbers[1:]")
    found = verified()
    assert found.exit_code == 1
    assert "0 equivalent, 1 survive" in found.stdout
    stale = f"doubling: {path}:1: no such mutant of total gets full marks; the entry can go"
    assert found.stdout.splitlines()[-1] == stale


def test_an_entry_that_stands_there_twice_is_reported(verified, edit):
    """One entry a mutant is enough."""
    entry = f"- piece: total\n  was: numbers\n  now: numbers[::-1]\n{REASON}"
    path = edit(f"{LAB}/equivalent.yaml", entry, f"{entry}\n{entry}")
    found = verified()
    assert found.exit_code == 1
    assert found.stdout.splitlines()[-1] == f"doubling: {path}:5: this mutant is listed twice"


@pytest.mark.parametrize(("reason", "line"), [("", 1), ("  reason: ''", 4)])
def test_an_entry_without_a_reason_is_refused(verified, edit, reason, line):
    """Nothing is equivalent without a reason: file and line are named, with exit code 2."""
    path = edit(f"{LAB}/equivalent.yaml", REASON, reason)
    found = verified()
    assert found.exit_code == 2
    assert found.stderr.startswith(f"{path}:{line}: ")


def test_a_lesson_with_other_problems_is_not_mutated(verified, edit):
    """What plain verification finds comes first."""
    edit(f"{LAB}/test_lab.py", "assert got == 8", "assert got == 9")
    found = verified()
    assert found.exit_code == 1
    assert "mutants" not in found.stdout


def test_an_unknown_lesson_is_refused(course):
    """A name that the course does not have is one sentence and exit code 2."""
    found = course("verify", "--lesson", "B9")
    assert found.exit_code == 2
    assert "no lesson is called 'B9'" in found.stderr


SWALLOWS = "while True:\n    try:\n        pass\n    except BaseException:\n        pass"
ENDINGS = {
    "return 2 * number": "full marks",
    "return number": "stopped",
    "print('x' * 1_000_000)\nreturn 2 * number": "full marks",
    "while True:\n    pass": "stopped",
    SWALLOWS: "stopped",
    "raise SystemExit": "stopped",
    "import os\nos._exit(0)": "stopped",
    "return [0] * 10**10": "stopped",
    "return number + number": "full marks",
}


def test_no_mutant_holds_up_the_others():
    """Endless, loud, greedy or deadly, each comes to its end, and the next is judged all the same."""
    begun = time.monotonic()
    ended = trial(TOY, "doubling", 1, [("double", body) for body in ENDINGS], Event())
    assert [outcome.how for outcome in ended] == [*ENDINGS.values()]
    assert time.monotonic() - begun < 30


def test_what_only_a_private_check_stops_is_told_apart():
    """A mutant that a variant alone stops is to be tried with another."""
    only_small = "return sum(double(number) for number in numbers if number < 10)"
    assert trial(TOY, "doubling", 1, [("total", only_small)], Event()) == [Tried("private")]


def test_a_check_that_cannot_judge_is_told(toy, edit):
    """Where a check raises what a check must not raise, its name is kept."""
    edit(f"{LAB}/test_lab.py", "assert got == 8", "assert 8 / (12 - got) == 2")
    ended = trial(toy, "doubling", 1, [("double", "return 3 * number")], Event())
    assert ended == [Tried("ungraded", "test_four")]


def test_a_reference_that_is_not_right_ends_the_trial(toy, edit):
    """Where not even the unaltered reference has full marks, mutants without them would prove nothing."""
    edit(f"{LAB}/test_lab.py", "assert got == 8", "assert got == 9")
    with pytest.raises(JudgeError, match="doubling: the reference itself does not get full marks"):
        trial(toy, "doubling", 1, [("double", "return 0")], Event())


def test_checks_that_cannot_be_collected_end_the_trial(toy, edit):
    """What the judge says of the checks is raised here."""
    edit(f"{LAB}/test_lab.py", "points=20)", "points=25)")
    with pytest.raises(JudgeError, match="the points of the checks sum to 105"):
        trial(toy, "doubling", 1, [("double", "return 0")], Event())
