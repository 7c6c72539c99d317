"""How a piece is called, what is said of what came back, and what is measured when a piece fails."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from curriculum.course import Lesson
from grader.calls.caller import Frame, Reply
from grader.calls.calling import TOO_SLOW
from grader.judge.judge import judge
from grader.verdict import Verdict

Judged = Callable[..., Verdict]
Edit = Callable[[Path, str, str], None]
Pieces = dict[str, Any]


@dataclass
class Replying:
    """A caller that always gives the same reply, as a box might that lies, and keeps what it was asked."""

    reply: Reply
    asked: list[tuple[str, bytes]] = field(default_factory=list)
    file: str = "mine.py"

    def load(self) -> Reply:
        return Reply("returned")

    def call(self, function: str, arguments: bytes) -> Reply:
        self.asked.append((function, arguments))
        return self.reply

    def close(self) -> None:
        pass


def fail(argument: object) -> None:
    raise ValueError("the piece's own")


def loop(argument: object) -> None:
    end = time.monotonic() + 3  # long enough to be ended, short enough not to hang a failing test
    while time.monotonic() < end:
        pass


SAID = {
    "a wrong answer": (Reply("returned", b"5"), "wrong", "\nreturned  5\nexpected  8; it is 5"),
    "an answer of a wrong type": (
        Reply("unusable", message="returned a str; an int was expected"),
        "wrong",
        "\nbut it returned a str; an int was expected",
    ),
    "bytes of a wrong type": (
        Reply("returned", b'"8"'),
        "wrong",
        "\nbut it returned something else than its annotation says: Expected `int`, got `str`",
    ),
    "no JSON": (Reply("returned", b"\x80\x04"), "wrong", "\nbut it returned something that is not JSON"),
    "a changed argument": (
        Reply("returned", b"8", changed=("number",)),
        "wrong",
        "\nbut it changed its argument number; arguments are only read",
    ),
    "a change of what is no argument": (
        Reply("returned", b"5", changed=("x" * 80,) * 10_000),
        "wrong",
        "\nreturned  5\nexpected  8; it is 5",
    ),
    "an error": (
        Reply("raised", error="KeyError", message="'a'", frames=(Frame(3, "f(n)"), Frame(7, "d['a']"))),
        "broken",
        "\nbut it raised KeyError: 'a' (mine.py:7: d['a'])",
    ),
    "an error without a word": (
        Reply("raised", error="AssertionError"),
        "broken",
        "\nbut it raised AssertionError",
    ),
    "an error without a name": (
        Reply("raised"),
        "broken",
        "\nbut it raised an error without a name",
    ),
    "another task's stub": (
        Reply("raised", error="NotImplementedError", message="Task B1.2: total the doubles"),
        "not run",
        "Task B1.2: total the doubles is still to write",
    ),
    "no function": (Reply("missing"), "broken", "\nbut it is missing: mine.py has no function double"),
    "an end": (
        Reply("ended", message="ended its process instead of returning"),
        "broken",
        "\nbut it ended its process instead of returning",
    ),
    "no end": (
        Reply("over limit", message=TOO_SLOW, frames=(Frame(7, "while True:"),)),
        "over limit",
        "\nbut it did not return within 2 s (mine.py:7: while True:)",
    ),
}


@pytest.mark.parametrize(("reply", "status", "message"), SAID.values(), ids=SAID)
def test_a_failed_check_says_what_was_called_and_what_came_of_it(
    doubling: Lesson, reply: Reply, status: str, message: str
) -> None:
    """The message holds the call, what it came to with the learner's last line, and what was expected."""
    verdicts: list[Verdict] = []
    judge(doubling, [Replying(reply)], verdicts.append)
    check = verdicts[0].checks[0]
    called = "called    double(4)" if message.startswith("\n") else ""
    assert (check.status, check.message) == (status, called + message)


def test_a_stub_is_said_to_be_still_to_write(doubling: Lesson) -> None:
    """A piece that raises NotImplementedError with its own label is no failure, and is named by it."""
    verdicts: list[Verdict] = []
    stub = Reply("raised", error="NotImplementedError", message="Task B1.1: in the learner's words")
    judge(doubling, [Replying(stub)], verdicts.append)
    check = verdicts[0].checks[0]
    assert (check.status, check.message) == ("not run", "Task B1.1: double a number is still to write")


def test_pieces_are_called_by_their_full_name_with_encoded_arguments(doubling: Lesson) -> None:
    """The caller is told the function's full name, and its arguments as JSON."""
    caller = Replying(Reply("returned", b"14"))
    judge(doubling, [caller], lambda verdict: None)
    assert caller.asked[0] == ("toybox.numbers.double", b"[4]")
    assert ("toybox.numbers.total", b"[[1,2,4]]") in caller.asked


def test_a_check_may_name_its_arguments(doubling: Lesson, right: Pieces, judged: Judged, edit: Edit) -> None:
    """An argument given by name arrives in its place, and reads like any other in the message."""
    edit(doubling.checks, "lab.double(4)", "lab.double(number=4)")
    assert judged(doubling, right).score == 100
    assert judged(doubling, right | {"double": abs}).checks[0].message.startswith("called    double(4)\n")


def test_after_a_limit_nothing_is_called(doubling: Lesson) -> None:
    """The first call over the limit is the last call there is."""
    caller = Replying(Reply("over limit", message=TOO_SLOW))
    judge(doubling, [caller], lambda verdict: None)
    assert len(caller.asked) == 1


@pytest.mark.parametrize(
    ("pieces", "figures"),
    [
        ({}, {"numbers": 3, "doubles": [2, 4, 8], "sum": 14}),
        ({"double": fail}, {"numbers": 3, "doubles": None, "sum": 14}),
        ({"double": None}, {"numbers": 3, "doubles": None, "sum": 14}),
        ({"total": str}, {"numbers": 3, "doubles": [2, 4, 8], "sum": None}),
        ({"total": loop}, {"numbers": 3, "doubles": [2, 4, 8], "sum": None}),
        ({"total": len}, {"numbers": 3, "doubles": [2, 4, 8], "sum": 3}),
    ],
)
def test_a_piece_that_fails_takes_down_only_the_figures_that_need_it(
    doubling: Lesson,
    right: Pieces,
    judged: Judged,
    short_limit: None,
    pieces: Pieces,
    figures: dict[str, Any],
) -> None:
    """What does not depend on a failing piece is measured all the same; the rest is None."""
    verdict = judged(doubling, right | pieces)
    assert verdict.figures == figures
    assert verdict.expected == {"numbers": 3, "doubles": [2, 4, 8], "sum": 14}


def test_a_check_of_figures_says_how_the_piece_failed(
    doubling: Lesson, right: Pieces, judged: Judged
) -> None:
    """A figure that could not be measured is reported as the failure of the piece that it needs."""
    check = judged(doubling, right | {"total": fail}).checks[2]
    assert check.status == "broken"
    assert check.message == "called    total((1, 2, 4))\nbut it raised ValueError: the piece's own"


def test_a_check_of_figures_is_not_about_the_last_call(
    doubling: Lesson, right: Pieces, judged: Judged
) -> None:
    """A figure that is wrong is compared as such, without the calls that happened to be made for it."""
    assert judged(doubling, right | {"total": len}).checks[2].message == "expected  sum 14; it is 3"


def test_a_check_that_calls_nothing_is_not_about_the_check_before_it(
    doubling: Lesson, right: Pieces, judged: Judged, edit: Edit
) -> None:
    """What an earlier check called is not said of a later one."""
    edit(doubling.checks, "got = lab.double(0)", "got = 1")
    assert judged(doubling, right).checks[1].message == "expected  0; it is 1"


def test_figures_are_measured_once(doubling: Lesson, right: Pieces, judged: Judged, edit: Edit) -> None:
    """However many checks ask for the figures, a piece is called for them once."""
    edit(doubling.checks, "def test_zero(lab):", "def test_zero(lab, figures):")
    calls: list[tuple[int, ...]] = []

    def noting(numbers: tuple[int, ...]) -> int:
        calls.append(numbers)
        return 2 * sum(numbers)

    assert judged(doubling, right | {"total": noting}).score == 100
    assert calls.count((1, 2, 4)) == 1


def test_a_limit_met_while_measuring_is_said_once_by_its_own_piece(
    doubling: Lesson, right: Pieces, judged: Judged, short_limit: None, edit: Edit
) -> None:
    """If a check of the first piece has the second measured, and that loops, the second's check says so."""
    edit(doubling.checks, "def test_zero(lab):", "def test_zero(lab, figures):")
    checks = judged(doubling, right | {"total": loop}).checks
    assert [check.status for check in checks] == ["passed", "passed", "over limit", "not run"]
    assert checks[2].message == "called    total((1, 2, 4))\nbut it did not return within 2 s"
    assert checks[3].message == "a call of total did not return within 2 s, and that ends the run"
