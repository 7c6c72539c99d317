"""What checks are worth, what they earn, and what a check with a fault of ours costs the learner: nothing."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from curriculum.course import Lesson
from grader.judge.judge import JudgeError
from grader.verdict import Verdict

Judged = Callable[..., Verdict]
Edit = Callable[[Path, str, str], None]
Pieces = dict[str, Any]


def test_a_check_is_told_by_its_name_task_title_and_points(
    doubling: Lesson, right: Pieces, judged: Judged
) -> None:
    """A check carries its mark's task and points, and the first line of its docstring as the title."""
    told = [(check.id, check.task, check.title, check.points) for check in judged(doubling, right).checks]
    assert told == [
        ("test_four", "B1.1", "Four is doubled", 30),
        ("test_zero", "B1.1", "Nothing doubled stays nothing", 20),
        ("test_sum", "B1.2", "The sum comes out to the digit", 30),
        ("test_variant", "B1.2", "Numbers never seen are totalled as the reference does", 20),
    ]


def test_a_check_earns_only_with_the_one_it_needs(doubling: Lesson, right: Pieces, judged: Judged) -> None:
    """A check that passes by chance earns nothing, and names the check that it waits for."""
    [four, zero, *_] = judged(doubling, right | {"double": lambda number: 0}).checks
    assert (four.status, four.earned) == ("wrong", 0)
    assert (zero.status, zero.earned) == ("passed", 0)
    assert zero.message == 'right so far; its points come with "Four is doubled"'


def test_a_place_in_memory_is_left_out(doubling: Lesson, right: Pieces, judged: Judged) -> None:
    """What is another number in every run is no part of what a check says."""

    def lost(number: int) -> int:
        raise ValueError(f"no {object()!r} here")

    verdict = judged(doubling, right | {"double": lost})
    assert "raised ValueError: no <object object> here" in verdict.checks[0].message


def test_a_check_may_need_one_that_stands_below_it(
    doubling: Lesson, right: Pieces, judged: Judged, edit: Edit
) -> None:
    """What a check needs may be checked after it."""
    edit(doubling.checks, '"B1.1", rule="Twice", points=30', '"B1.1", points=30, needs="test_variant"')
    edit(doubling.checks, ', needs="test_four"', "")
    assert judged(doubling, right).score == 100
    assert judged(doubling, right | {"total": lambda numbers: 14}).score == 50


def test_an_answer_of_any_length_is_told_in_few_characters(
    doubling: Lesson, right: Pieces, judged: Judged
) -> None:
    """Of a sentence with a long answer in it the middle is left out, and nothing of a short one."""
    [four, *_] = judged(doubling, right | {"double": lambda number: 10**4000}).checks
    said = four.message.split("\n")[-1]
    assert said.startswith("expected  8; it is 1000")
    assert " ... " in said
    assert len(said) < 1_050
    [four, *_] = judged(doubling, right | {"double": lambda number: 10**900}).checks
    assert four.message.endswith(f"expected  8; it is {10**900}")


OURS = {
    "a name": ("lab.double(4)", "lab.doubel(4)", "AttributeError"),
    "a key": ('expected["sum"]', 'expected["summ"]', "KeyError: 'summ'"),
    "its arguments": ("lab.double(4)", "lab.double(4, 5)", "TypeError: too many positional arguments"),
    "a fixture": ("def test_four(lab):", "def test_four(lab, labb):", "labb"),
    "an arithmetic error": ("got == 8, f", "got == 8 / 0, f", "ZeroDivisionError: division by zero"),
}


@pytest.mark.parametrize(("old", "new", "says"), OURS.values(), ids=OURS)
def test_a_bug_in_a_check_is_ungraded(
    doubling: Lesson, right: Pieces, judged: Judged, edit: Edit, old: str, new: str, says: str
) -> None:
    """A check that cannot judge says that it is our fault, and the others judge all the same."""
    edit(doubling.checks, old, new)
    verdict = judged(doubling, right)
    [ungraded] = [check for check in verdict.checks if check.status == "ungraded"]
    assert says in ungraded.message
    assert ungraded.message.endswith("this is our fault")
    assert ungraded.earned == 0
    assert {check.status for check in verdict.checks} == {"passed", "ungraded"}
    assert verdict.exit_code == 2


REFUSED = {
    "too many points": ("points=30)", "points=31)", "the points of the checks sum to 101, not 100"),
    "a need that no check is": (
        'needs="test_four"',
        'needs="test_for"',
        "test_zero needs test_for, which is no check",
    ),
    "no mark": ('@pytest.mark.task("B1.1", rule="Twice", points=30)\n', "", "test_four needs a mark"),
    "no points": ("points=30", "", "test_four needs a mark"),
    "no task": ('"B1.1", rule="Twice", points=30', "points=30", "test_four needs a mark"),
}


@pytest.mark.parametrize(("old", "new", "sentence"), REFUSED.values(), ids=REFUSED)
def test_marks_that_do_not_fit_together_are_refused(
    doubling: Lesson, right: Pieces, judged: Judged, edit: Edit, old: str, new: str, sentence: str
) -> None:
    """What is wrong with a lesson's marks is said with their file, and nobody gets a verdict."""
    edit(doubling.checks, old, new)
    with pytest.raises(JudgeError) as refused:
        judged(doubling, right)
    assert str(refused.value).startswith(f"{doubling.checks}: {sentence}")
