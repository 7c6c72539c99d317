"""How checks end and what they earn: from what ended one to its status, points and sentence."""

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

import pytest

from grader.calls.caller import NotHere
from grader.judge.bench import Bench, Failed, LearnersError, PastLimit, Unwritten
from grader.limits import EXPECTED_CHARACTERS
from grader.verdict import MAX_SCORE, Check, State, Status

# Where an object lies in memory is another place in every run, and tells nobody anything.
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


class JudgeError(Exception):
    """The checks of a lesson cannot be run, which is our fault."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What a check's `@pytest.mark.task(label, rule=..., points=...)` says, with its name and title.

    rule: the rule of the page that it stands for, by its name there. needs: the check that must pass too.
    private: whether it works on a variant, whose seed an instructor may keep.
    """

    name: str
    title: str
    task: str
    points: int
    rule: str = ""
    needs: str = ""
    private: bool = False


@dataclass(frozen=True, slots=True)
class Ended:
    """How one check ended, before points are given.

    rule: the rule that it was trying then, where it says so itself.
    printed: the beginning of what its calls printed.
    elsewhere: whether it can be judged, but not here.
    """

    status: Status
    message: str
    rule: str = ""
    printed: str = ""
    elsewhere: bool = False


def mark_of(item: pytest.Item) -> Mark:
    """Read a check's mark and docstring; raises JudgeError for a check without a mark."""
    mark = item.get_closest_marker("task")
    if mark is None or "points" not in mark.kwargs or not mark.args:
        raise JudgeError(
            f'{item.path}: {item.name} needs a mark such as @pytest.mark.task("I2.1", points=10)'
        )
    docstring = getattr(getattr(item, "obj", None), "__doc__", None) or item.name
    title = str(docstring).strip().splitlines()[0].rstrip(".")
    return Mark(
        item.name,
        title,
        mark.args[0],
        mark.kwargs["points"],
        rule=mark.kwargs.get("rule", ""),
        needs=mark.kwargs.get("needs", ""),
        private="variant" in getattr(item, "fixturenames", ()),
    )


def check_marks(marks: Mapping[str, Mark], tasks: Set[str], where: object) -> None:
    """Raise JudgeError unless the points sum to 100, and every task and every check that is needed exists."""
    points = sum(mark.points for mark in marks.values())
    if points != MAX_SCORE:
        raise JudgeError(f"{where}: the points of the checks sum to {points}, not {MAX_SCORE}")
    for mark in marks.values():
        if mark.task not in tasks:
            raise JudgeError(f"{where}: {mark.name} is of {mark.task}, which is no task of the lesson")
        if mark.needs and mark.needs not in marks:
            raise JudgeError(f"{where}: {mark.name} needs {mark.needs}, which is no check")


def ended(problem: BaseException | None, bench: Bench) -> Ended:
    """Tell from what ended a check how it ended, and whose fault that is."""
    match problem:
        case None:
            return Ended("passed", "")
        case Unwritten():
            return Ended("not run", str(problem))
        case NotHere():
            return Ended("not run", str(problem), elsewhere=True)
        case PastLimit(call=call):
            return Ended("over limit", _said(call, problem))
        case LearnersError(call=call):
            return Ended("broken", _said(call, problem))
        case Failed(call=call):
            return Ended("wrong", _said(call, problem))
        case AssertionError():
            called = [f"called    {bench.last_call}"] if bench.last_call else []
            returned = [f"returned  {bench.last_answer}"] if bench.last_answer else []
            return Ended("wrong", "\n".join([*called, *returned, f"expected  {_readable(str(problem))}"]))
    said = f"{type(problem).__name__}: {problem}"
    return Ended("ungraded", f"the check itself failed ({said}); this is our fault")


def _readable(said: str) -> str:
    """An assert's sentence, which holds an answer of any length; of a long one the middle is left out."""
    half = EXPECTED_CHARACTERS // 2
    return said if len(said) <= EXPECTED_CHARACTERS else f"{said[:half]} ... {said[-half:]}"


def _said(call: str, problem: Failed) -> str:
    return f"called    {call}\nbut it {problem}" if call else str(problem)


def checked(
    mark: Mark, results: Mapping[str, Ended], marks: Mapping[str, Mark], examples: Mapping[str, str]
) -> Check:
    """Give points: a check earns them if it passed, and the one it needs passed too.

    examples: for checks of a private case, how the same rule is broken on a case that may be shown.
    """
    own = results[mark.name]
    held_back = own.status == "passed" and mark.needs and results[mark.needs].status != "passed"
    needed = f'right so far; its points come with "{marks[mark.needs].title}"' if held_back else ""
    earned = mark.points if own.status == "passed" and not held_back else 0
    message = ADDRESS.sub("", needed or own.message)
    return Check(
        mark.name,
        mark.task,
        mark.title,
        mark.points,
        earned,
        own.status,
        message,
        mark.private,
        own.rule or mark.rule,
        ADDRESS.sub("", examples.get(mark.name, "")),
        own.printed,
        own.elsewhere,
    )


def state_of(bench: Bench, checks: Sequence[Check]) -> State:
    """Tell the state of a lab from what was called and what became of its checks.

    What is judged elsewhere alone does not stand in the way of being done, as long as something of the task
    was judged here.
    """
    if bench.unwritten:
        return "in progress" if bench.written else "not started"
    passed = [check for check in checks if check.status == "passed"]
    judged = {check.task for check in passed} == {check.task for check in checks}
    left = all(check.status == "passed" or check.elsewhere for check in checks)
    whole = sum(check.earned for check in checks) == MAX_SCORE
    return "done" if whole or (left and judged) else "wrong"
