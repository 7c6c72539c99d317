"""What a verdict says to a shell and to a program."""

import json

import pytest

from grader.verdict import Check, Verdict


def verdict(state: str, *statuses: str) -> Verdict:
    """A verdict with one check a status."""
    checks = tuple(
        Check(f"test_{n}", "B1.1", "A title", 50, 50 if status == "passed" else 0, status, "")
        for n, status in enumerate(statuses)
    )
    score = sum(check.earned for check in checks)
    return Verdict("doubling", state, score, {"sum": None}, {"sum": 14}, checks, ())


@pytest.mark.parametrize(
    ("state", "statuses", "code"),
    [
        ("done", ["passed", "passed"], 0),
        ("wrong", ["passed", "wrong"], 1),
        ("wrong", ["over limit", "not run"], 1),
        ("broken", [], 1),
        ("not started", ["not run", "not run"], 1),
        ("in progress", ["passed", "not run"], 1),
        ("wrong", ["ungraded", "wrong"], 2),
        ("done", ["passed", "ungraded"], 2),
    ],
)
def test_the_exit_code_tells_whose_turn_it_is(state: str, statuses: list[str], code: int) -> None:
    """0 means done, 1 that the learner has something to do, 2 that we have, whatever else is true."""
    assert verdict(state, *statuses).exit_code == code


@pytest.mark.parametrize(
    ("state", "statuses", "status"),
    [
        ("done", ["passed", "passed"], "graded"),
        ("wrong", ["passed", "wrong"], "graded"),
        ("wrong", ["broken", "broken"], "graded"),
        ("not started", ["not run", "not run"], "graded"),
        ("in progress", ["passed", "not run"], "graded"),
        ("broken", ["broken", "broken"], "broken"),
        ("wrong", ["passed", "over limit", "not run"], "over limit"),
        ("broken", ["over limit", "over limit"], "over limit"),
        ("done", ["passed", "ungraded"], "ungraded"),
        ("broken", ["ungraded", "ungraded"], "ungraded"),
        ("wrong", ["over limit", "ungraded"], "ungraded"),
    ],
)
def test_the_status_tells_what_stood_in_the_way(state: str, statuses: list[str], status: str) -> None:
    """A row is graded, however low, unless the file was broken, a limit was hit, or the fault is ours."""
    assert verdict(state, *statuses).status == status


def test_json_says_points_state_figures_and_every_check() -> None:
    """The object of `--json` holds the score and its maximum, the figures, and a row a check."""
    told = json.loads(json.dumps(verdict("wrong", "passed", "wrong").as_json()))
    row = {"id": "test_0", "task": "B1.1", "points": 50, "earned": 50, "status": "passed"}
    row |= {"message": "", "rule": ""}
    assert told == {
        "lesson": "doubling",
        "state": "wrong",
        "score": 50,
        "max_score": 100,
        "figures": {"sum": None},
        "expected": {"sum": 14},
        "checks": [row, row | {"id": "test_1", "earned": 0, "status": "wrong"}],
    }
