"""Verdicts, attempts and standings on the toy lesson, made by hand for tests of what is written of them."""

from typing import Any

import msgspec

from grader.gradebook.gradebook import Attempt, ManualMark
from grader.gradebook.late import Late
from grader.gradebook.standing import IN_TIME, Standing
from grader.report.report import detail_of
from grader.verdict import Check, State, Verdict


def check(**changes: Any) -> Check:
    """A check of the toy lesson that passed, with changes."""
    fields = {
        "id": "test_four",
        "task": "B1.1",
        "title": "Four is doubled",
        "points": 30,
        "earned": 30,
        "status": "passed",
        "message": "",
    }
    return Check(**{**fields, **changes})


def failed(message: str, **changes: Any) -> Check:
    """A check that was failed."""
    return check(**{"status": "wrong", "earned": 0, "message": message, **changes})


def verdict(*checks: Check, state: State = "wrong", **changes: Any) -> Verdict:
    """A verdict on the toy lab with these checks."""
    score = sum(one.earned for one in checks)
    fields = {"figures": {}, "expected": {}, "unwritten": (), "problem": ""}
    return Verdict("doubling", state, score, checks=checks, **{**fields, **changes})


def attempt(judged: Verdict | None = None, **changes: Any) -> Attempt:
    """An attempt that came to this, or to nothing."""
    scored = judged is not None and not judged.ours
    fields = {
        "student": "ana",
        "lesson": "doubling",
        "place": "ana.py",
        "digest": "d",
        "course": "c",
        "grader": "g",
        "seed": 4711,
        "judged_at": "2026-05-01T09:30:00+00:00",
        "score": judged.score if judged and scored else None,
        "max_score": 100,
        "state": judged.state if judged and scored else "",
        "status": judged.status if judged else "ungraded",
        "detail": detail_of(judged) if judged else "the process that judged it ended",
        "verdict": msgspec.json.encode(judged).decode() if judged else "",
    }
    return Attempt(**{**fields, **changes})


def standing(
    judged: Verdict | None = None,
    *,
    late: Late = IN_TIME,
    manual: ManualMark | None = None,
    **changes: Any,
) -> Standing:
    """Where a student stands whose attempt came to this."""
    return Standing(attempt(judged, **changes), late, manual)
