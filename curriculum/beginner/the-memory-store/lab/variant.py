"""Batches of records that nobody has seen, in scopes that differ in one part; from a seed."""

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from memlab.record import Memory, Provenance, Scope, make_memory

SYLLABLES = ("ka", "lo", "mi", "ren", "sa", "tu", "vel", "wo", "né", "ru\u0302", "茶", "☕", "'", '"', "%")
TYPES = ("semantic", "episodic", "procedural")
START = datetime(2030, 5, 1, tzinfo=UTC)


def make(seed: int) -> dict[str, Any]:
    """Return `batches` that overlap, the `scopes` in them, and two more batches.

    `strange` has one record whose id is not its own; of `failing` the check lets the last but one fail.
    Whatever the seed, a record stands twice in a batch, names hold quotes, and each scope has records of one
    moment.
    """
    draw = random.Random(seed)
    user, agent, session = (f"{_word(draw)}'{number}" for number in range(3))
    scopes = (Scope(user), Scope(user, agent), Scope(user, "", session), Scope(agent, user))
    records = [_record(draw, turn, draw.choice(scopes)) for turn in range(1, 15)]
    records += [_record(draw, 20 + turn, scope, at=START) for turn, scope in enumerate(scopes * 4)]
    draw.shuffle(records)
    first, second = records[:18], records[12:]
    batches = (tuple(first), (*second, second[0], second[-1]), (*records[:3], records[1]))
    strange = (*_few(draw, 40, scopes[0]), replace(records[0], id=records[1].id))
    return {
        "batches": batches,
        "scopes": scopes,
        "strange": strange,
        "failing": tuple(_few(draw, 60, Scope("ada"))),
    }


def _few(draw: random.Random, turn: int, scope: Scope) -> list[Memory]:
    """Some records whose contents may stand in a statement of SQL."""
    return [
        _record(draw, turn + number, scope, f"{draw.choice(SYLLABLES[:8])} number {turn + number}")
        for number in range(4)
    ]


def _record(
    draw: random.Random, turn: int, scope: Scope, content: str = "", at: datetime | None = None
) -> Memory:
    zone = timezone(timedelta(minutes=draw.choice((-570, -300, 0, 60, 345, 840))))
    at = (at or START + timedelta(hours=draw.randrange(12))).astimezone(zone)
    source = Provenance(f"s{draw.randrange(1, 4)}/{turn}", "user", 1.0)
    text = content or f"{_word(draw)} {_word(draw)} {_word(draw)}"
    memory = make_memory(text, draw.choice(TYPES), scope, source, at - timedelta(days=2), at)
    if draw.random() < 0.5:
        return memory
    return replace(
        memory,
        status=draw.choice(("active", "archived", "superseded")),
        corroborated_by=tuple(_word(draw) for _ in range(draw.randrange(3))),
        invalid_at=at + timedelta(days=1),
        pinned=draw.random() < 0.5,
        access_count=draw.randrange(9),
        keywords=(_word(draw),),
        title=_word(draw),
    )


def _word(draw: random.Random) -> str:
    return "".join(draw.choices(SYLLABLES, k=3))
