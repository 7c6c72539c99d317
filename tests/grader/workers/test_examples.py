"""Who fails a private case is shown a public one that breaks the same rule, and nothing of the private."""

import pytest

from curriculum.course import load_course
from grader.verdict import Check
from tests.grader.workers.test_work import RIGHT, TOY, events, fitted, judged, submission

__all__ = ["fitted"]
VARIANT = load_course(TOY).lesson("doubling").variant
SEED = 4711
PRIVATE = VARIANT.make(SEED)["numbers"]
IN_A_FILE = """kept = Path("kept")
if len(numbers) > 3 and not kept.exists():
    kept.write_text(str(sum(numbers)))
return int(kept.read_text()) if kept.exists() else 14"""
IN_A_MODULE = """if len(numbers) > 3:
    builtins.kept = getattr(builtins, "kept", sum(numbers))
    return builtins.kept
return 14"""
TOTAL = "return sum(double(number) for number in numbers)"


def with_total(body: str, above: str = "") -> str:
    """A lab that is right but for the second task; `above` stands before all else."""
    assert TOTAL in RIGHT
    lines = body.replace("\n", "\n    ")
    return above + RIGHT.replace(TOTAL, lines)


def variant_of(given: str, seed: int = SEED, **named: object) -> Check:
    """What the private check comes to on this lab."""
    [verdict] = judged(named["fitted"], submission(given), seed=seed)  # type: ignore[arg-type]
    [check] = [check for check in verdict.checks if check.private]
    return check


def test_a_public_case_that_breaks_the_same_rule_is_told(fitted: object) -> None:
    """The example is the message that the same lab gets at home, and the rule is named."""
    wrong = with_total("return 14 if len(numbers) == 3 else 5")
    check = variant_of(wrong, fitted=fitted)
    assert (check.status, check.rule) == ("wrong", "Twice")
    home = variant_of(wrong, seed=1, fitted=fitted)
    assert check.example == home.message
    assert check.message != check.example


def test_a_lab_that_is_right_is_not_tried_again(fitted: object) -> None:
    """For a passed check there is no example, and no second process."""
    assert variant_of(RIGHT, fitted=fitted).example == ""
    assert events.count("box") == 1


def test_where_only_the_private_case_fails_there_is_no_example(fitted: object) -> None:
    """A lab that is wrong on a few numbers alone is told the rule, and nothing that would be made up."""
    wrong = with_total(f"return 0 if {PRIVATE[0]} in numbers[:1] else sum(2 * n for n in numbers)")
    check = variant_of(wrong, fitted=fitted)
    assert (check.status, check.rule, check.example) == ("wrong", "Twice", "")


def test_another_way_to_fail_is_no_example(fitted: object) -> None:
    """An error elsewhere does not show why an answer was wrong."""
    wrong = with_total(
        f"if len(numbers) > 3 and numbers[0] != {PRIVATE[0]}:\n    raise ValueError\nreturn 14"
    )
    check = variant_of(wrong, fitted=fitted)
    assert (check.status, check.example) == ("wrong", "")


@pytest.mark.parametrize(
    ("above", "body"),
    [
        ("SEEN = []\n", "SEEN.append(numbers)\nreturn sum(SEEN[min(1, len(SEEN) - 1)])"),
        ("from pathlib import Path\n", IN_A_FILE),
        ("import builtins\n", IN_A_MODULE),
    ],
    ids=["in a global", "in a file", "in a module"],
)
def test_what_a_lab_remembers_does_not_come_out_in_an_example(fitted: object, above: str, body: str) -> None:
    """The lab is started anew, in an empty folder: an answer that was kept is not there to be given."""
    check = variant_of(with_total(body, above), fitted=fitted)
    assert check.status == "wrong"
    assert f"it is {sum(PRIVATE)}" in check.message, "it gives away what it was asked"
    assert check.example
    assert str(sum(PRIVATE)) not in check.example
    assert str(PRIVATE) not in check.example


def test_after_a_limit_nothing_more_is_tried(fitted: object) -> None:
    """A lab that went over a limit on a private case has had its time."""
    slow = with_total("while len(numbers) > 3:\n    pass\nreturn 14")
    check = variant_of(slow, fitted=fitted)
    assert (check.status, check.example) == ("over limit", "")
    assert events.count("box") == 1
