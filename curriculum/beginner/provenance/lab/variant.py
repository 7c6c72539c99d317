"""Turns, sources and provenances from a seed: always all roles, and thresholds just met and just missed."""

import random
from datetime import UTC, datetime, timedelta
from typing import Any

from memlab.record import Provenance, Role, Turn
from memlab.write import Candidate

ROLES: tuple[Role, ...] = ("user", "tool", "agent", "assistant")
SESSIONS = ("s1", "s10", "mail-agent", "räknare", "summary of May")
CLAIMS = ("I like plums", "Ona keeps two goats", "The gate is shut on Sundays", "I never lend my car")
FRONTS = ("", "user: ", "assistant: ", "system: ", "[[EARLIER SUMMARY]] ", "As she told me: ")
START = datetime(2026, 5, 1, 9, 30, tzinfo=UTC)


def make(seed: int) -> dict[str, Any]:
    """Return sentences with their turns, sentences with turns of others, sources, and provenances."""
    draw = random.Random(seed)
    # There are more fronts than sessions, so that each role speaks in every session.
    said = tuple(
        _said(draw, role, front, SESSIONS[place % len(SESSIONS)])
        for role in ROLES
        for place, front in enumerate(draw.sample(FRONTS, len(FRONTS)))
    )
    strangers = []
    for candidate, turn in said:
        other = draw.choice([role for role in ROLES if role != candidate.role])
        # Another number, another speaker, or both.
        strangers.append((candidate, _turn(turn.turn + draw.choice((-1, 1, 10)), candidate.role, turn)))
        strangers.append((candidate, _turn(turn.turn, other, turn)))
        strangers.append((candidate, _turn(turn.turn + 1, other, turn)))
    return {
        "said": said,
        "strangers": tuple(strangers),
        "sources": (
            (),
            *((_source(draw, role),) for role in ROLES),
            *(tuple(_source(draw, draw.choice(ROLES)) for _ in range(size)) for size in (2, 3, 7, 40)),
        ),
        "asked": tuple(_asked(draw, role, threshold) for role in ROLES for threshold in _thresholds(draw)),
    }


def _said(draw: random.Random, role: Role, front: str, session: str) -> tuple[Candidate, Turn]:
    content = front + draw.choice(CLAIMS)
    number = draw.randint(2, 400)
    at = START + timedelta(minutes=number)
    turn = Turn(session, number, role, f"Well. {content}.", at)
    return Candidate(content, "semantic", number, role, at), turn


def _turn(number: int, role: Role, like: Turn) -> Turn:
    """A turn of the same session that says the same."""
    return Turn(like.session, number, role, like.text, like.time)


def _source(draw: random.Random, speaker: Role) -> Provenance:
    """Something said, or made from what was said: its authority is not that of its speaker."""
    return Provenance(f"{draw.choice(SESSIONS)}/{draw.randint(1, 99)}", speaker, draw.randint(1, 100) / 100)


def _thresholds(draw: random.Random) -> tuple[float, ...]:
    return (0.0, 0.5, 1.0, draw.randint(10, 40) / 100, draw.randint(60, 90) / 100)


def _asked(draw: random.Random, speaker: Role, threshold: float) -> tuple[tuple[Provenance, float], ...]:
    """A provenance just below a threshold, one that reaches it, and one just above."""
    around = (max(0.0, threshold - 0.01), threshold, min(1.0, threshold + 0.01))
    return tuple((Provenance(f"{draw.choice(SESSIONS)}/1", speaker, one), threshold) for one in around)
