"""Stores that no learner has seen: fresh names, dates and sizes from a seed. Trusted side only."""

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from memlab.evolve.summarize import summarise_all
from memlab.record import Memory, MemoryType, Provenance, Role, Scope, make_memory, session_of

SYLLABLES = ("ka", "lo", "mi", "ren", "sa", "tu", "vel", "wo", "yan", "zi")
CLAIMS: tuple[tuple[MemoryType, str], ...] = (
    ("semantic", "{name} keeps the {thing} in the {place}"),
    ("semantic", "{name} would rather walk; the {thing} stays at home"),
    ("semantic", "Never lend the {thing} to {name}"),
    ("procedural", "When {name} calls, check the {thing} first"),
)
EPISODES: tuple[tuple[MemoryType, str], ...] = (
    ("episodic", "{name} lost the {thing} near the {place} last week"),
    ("episodic", "We met {name} at the {place}"),
)
KINDS = (*CLAIMS, *EPISODES)
SPEAKERS: tuple[tuple[Role, float], ...] = (("user", 1.0), ("agent", 0.4), ("tool", 0.6))
FEWEST_SUMMARIES = 6


def make(seed: int) -> dict[str, Any]:
    """Return `memories` of several scopes in no order, their `sources`, the `scope` to summarise, and
    `store`: what is left of them and their summaries after some were deleted and some superseded.

    A store is so large, and holds every case of the page so often, that the seed does not decide who passes.
    """
    draw = random.Random(seed)
    scope = Scope(_word(draw))
    memories: list[Memory] = []
    summaries: list[Memory] = []
    while len(summaries) < FEWEST_SUMMARIES:
        memories = _memories(draw, scope)
        summaries = [summary.memory for summary in summarise_all(memories, scope)]
    return {
        "memories": (*memories, *summaries),
        "sources": tuple(dict.fromkeys(session_of(memory) for memory in memories)),
        "scope": scope,
        "store": _after_deletions(draw, memories, summaries),
    }


def _memories(draw: random.Random, scope: Scope) -> list[Memory]:
    others = (Scope(scope.user, agent=_word(draw)), Scope(_word(draw)))
    # The name of one source begins like that of another.
    first = draw.choice((1, 2))
    numbers = (first, 10 * first + draw.randint(0, 9), *draw.sample(range(3, 10), 4))
    memories = [
        _memory(draw, source, turn, draw.choice((scope, scope, scope, *others)))
        for source in (*(f"s{number}" for number in numbers), _word(draw))
        for turn in range(1, draw.randint(14, 20))
    ]
    # A record made from others may stand under the name of a session, and is no claim of it all the same.
    claims = [place for place, one in enumerate(memories) if one.scope == scope and one.type != "episodic"]
    for place in draw.sample(claims, 8):
        made_from = memories[place - 1].id
        memories[place] = replace(memories[place], status="active", derived_from=(made_from,))
    # A single claim makes no summary, whatever else its source holds.
    memories += [_memory(draw, "s30", 1, scope, CLAIMS, 4), _memory(draw, "s30", 2, scope, EPISODES, 5)]
    # An episode may come after all claims, and two claims of one moment not in the order of their ids.
    memories += [_memory(draw, "s31", 3, scope, CLAIMS, 5), _memory(draw, "s31", 4, scope, EPISODES, 6)]
    draw.shuffle(memories)
    tied = [_memory(draw, "s31", turn, scope, CLAIMS, 4) for turn in (1, 2)]
    return sorted(tied, key=lambda memory: memory.id, reverse=True) + memories


def _after_deletions(
    draw: random.Random, memories: list[Memory], summaries: list[Memory]
) -> tuple[Memory, ...]:
    """Two summaries keep all that they were made from, one keeps nothing, the others a part.

    Orphans are of every status and type. What was made from summaries that are there is none.
    """
    first, second, gone, *others = draw.sample(summaries, len(summaries))
    retired = {first.derived_from[0], second.derived_from[-1]}
    deleted = {*gone.derived_from, *(draw.choice(one.derived_from) for one in others)}
    kinds: list[dict[str, Any]] = [{"status": "archived"}, {"type": "episodic"}, {"status": "superseded"}]
    orphans = [replace(one, **kind) for one, kind in zip(others[:3], kinds, strict=True)]
    of_summaries = _memory(draw, "summary:summaries", 1, first.scope, CLAIMS, 9)
    left = [
        replace(memory, status=draw.choice(("archived", "superseded"))) if memory.id in retired else memory
        for memory in (*memories, first, second, gone, *orphans, *others[3:])
        if memory.id not in deleted
    ]
    left.append(replace(of_summaries, derived_from=tuple(sorted((first.id, second.id)))))
    draw.shuffle(left)
    # In the order of their ids, up or down, they never stand.
    middle = sorted((gone, *orphans), key=lambda orphan: orphan.id)[1]
    return (middle, *(memory for memory in left if memory is not middle))


def _memory(
    draw: random.Random,
    source: str,
    turn: int,
    scope: Scope,
    kinds: tuple[tuple[MemoryType, str], ...] = (),
    day: int = 0,
) -> Memory:
    """One memory; of these kinds it is active and of that day, of any kind it may be retired."""
    type, pattern = draw.choice(kinds or KINDS)
    content = pattern.format(name=_word(draw).title(), thing=_word(draw), place=_word(draw))
    speaker, authority = draw.choice(SPEAKERS)
    # Few moments for many memories, so that only the id orders some, and each as clocks elsewhere show it.
    zone = timezone(timedelta(hours=draw.choice((-5, 0, 2))))
    happened = datetime(2031, 1, day or draw.randint(1, 3), tzinfo=UTC).astimezone(zone)
    # Some are recorded long after, so that the last to happen is not the last to be recorded.
    recorded = happened + timedelta(days=draw.choice((0, 0, 3, 9)), minutes=draw.randint(0, 3))
    memory = make_memory(
        content, type, scope, Provenance(f"{source}/{turn}", speaker, authority),
        happened, recorded, confidence=draw.choice((0.5, 0.7, 0.9, 1.0)),
    )  # fmt: skip
    retired = draw.choice(("active",) * 6 + ("archived", "superseded"))
    return memory if kinds else replace(memory, status=retired)


def _word(draw: random.Random) -> str:
    return "".join(draw.choices(SYLLABLES, k=draw.randint(2, 3)))
