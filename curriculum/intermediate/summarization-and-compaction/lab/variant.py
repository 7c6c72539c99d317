"""Stores that no learner has seen: fresh names, dates and sizes from a seed. Trusted side only."""

import random
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import Any

from memlab.evolve.summarize import summarise_all
from memlab.record import Memory, MemoryType, Provenance, Role, Scope, make_memory, session_of

SYLLABLES = ("ka", "lo", "mi", "ren", "sa", "tu", "vel", "wo", "yan", "zi")
KINDS: tuple[tuple[MemoryType, str], ...] = (
    ("semantic", "{name} keeps the {thing} in the {place}"),
    ("semantic", "{name} would rather walk; the {thing} stays at home"),
    ("semantic", "Never lend the {thing} to {name}"),
    ("procedural", "When {name} calls, check the {thing} first"),
    ("episodic", "{name} lost the {thing} near the {place} last week"),
    ("episodic", "We met {name} at the {place}"),
)
SPEAKERS: tuple[tuple[Role, float], ...] = (("user", 1.0), ("agent", 0.4), ("tool", 0.6))


def make(seed: int) -> dict[str, Any]:
    """Return `memories` of two scopes in no order, their `sources`, the `scope` to summarise, and `store`:
    what is left of them and their summaries after some were deleted and some superseded."""
    draw = random.Random(seed)
    while True:
        memories, scope = _memories(draw)
        summaries = [summary.memory for summary in summarise_all(memories, scope)]
        quoted = {id for summary in summaries for id in summary.derived_from}
        # Enough that one summary can miss two memories while others keep all of theirs.
        if len(summaries) >= 3 and len(quoted) >= 8:
            break
    return {
        "memories": (*memories, *summaries),
        "sources": tuple(dict.fromkeys(session_of(memory) for memory in memories)),
        "scope": scope,
        "store": _after_deletions(draw, memories, summaries),
    }


def _memories(draw: random.Random) -> tuple[list[Memory], Scope]:
    scope = Scope(_word(draw))
    others = (Scope(scope.user, agent=_word(draw)), Scope(_word(draw)))
    sources = [f"s{number}" for number in draw.sample(range(1, 30), draw.randint(5, 8))] + [_word(draw)]
    memories = [
        _memory(draw, source, turn, draw.choice((scope, scope, scope, *others)))
        for source in sources
        for turn in range(1, draw.randint(2, 9))
    ]
    draw.shuffle(memories)
    # A record made from others may stand under the name of a session, and is no claim of it all the same.
    memories[1] = replace(memories[1], derived_from=(memories[0].id,))
    return memories, scope


def _after_deletions(
    draw: random.Random, memories: list[Memory], summaries: list[Memory]
) -> tuple[Memory, ...]:
    deleted = {*draw.choice(summaries).derived_from[:2], draw.choice(memories).id}
    quoted = {id for summary in summaries for id in summary.derived_from}
    retired = set(draw.sample(sorted(quoted - deleted), 2))
    left = [
        replace(memory, status="superseded") if memory.id in retired or draw.random() < 0.1 else memory
        for memory in (*memories, *summaries)
        if memory.id not in deleted
    ]
    draw.shuffle(left)
    return tuple(left)


def _memory(draw: random.Random, source: str, turn: int, scope: Scope) -> Memory:
    type, pattern = draw.choice(KINDS)
    content = pattern.format(name=_word(draw).title(), thing=_word(draw), place=_word(draw))
    speaker, authority = draw.choice(SPEAKERS)
    # Few days for many memories, so that some are of the same moment and only the id orders them.
    happened = datetime(
        2031, 1, draw.randint(1, 4), tzinfo=timezone(timedelta(hours=draw.choice((-5, 0, 2))))
    )
    # Some are recorded long after, so that the last to happen is not the last to be recorded.
    recorded = happened + timedelta(days=draw.choice((0, 0, 3, 9)), minutes=draw.randint(0, 3))
    memory = make_memory(
        content, type, scope, Provenance(f"{source}/{turn}", speaker, authority),
        happened, recorded, confidence=draw.choice((0.5, 0.7, 0.9, 1.0)),
    )  # fmt: skip
    return replace(memory, status=draw.choice(("active",) * 6 + ("archived", "superseded")))


def _word(draw: random.Random) -> str:
    return "".join(draw.choices(SYLLABLES, k=draw.randint(2, 3)))
