"""Records that nobody has seen, in several scripts, and budgets that they just fit or miss; from a seed."""

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from memlab.budget import estimate_tokens
from memlab.record import Memory, Provenance, Role, Scope, make_memory
from memlab.render import render

SYLLABLES = ("ka", "lo", "mi", "ren", "sa", "tu", "vel", "wo", "yan", "zi", "né", "rû", "茶", "海", "🎻")
AUTHORITY: dict[Role, float] = {"user": 1.0, "tool": 0.6, "agent": 0.4, "assistant": 0.2}
START = datetime(2031, 1, 2, 9, 30, tzinfo=UTC)

Case = tuple[str, tuple[Memory, ...], int]


def make(seed: int) -> dict[str, Any]:
    """Return `cases`: the rule that each tries, records and a budget; and `too_much`: pinned that do not fit.

    Whatever the seed, every rule is tried.
    """
    draw = random.Random(seed)
    cases = [*_counted(draw), *_short(draw), *_skipped(draw), *_pinned(draw), *_odd(draw)]
    draw.shuffle(cases)
    return {"cases": tuple(cases), "too_much": tuple(_too_much(draw))}


def _counted(draw: random.Random) -> list[Case]:
    """Beliefs, hearsay and both, which fit to the token, or miss by one."""
    cases = []
    for speakers in (("user",), ("agent",), ("user", "tool", "user"), ("user", "agent"), ("agent", "user")):
        records = tuple(_record(draw, draw.randint(3, 9), speaker) for speaker in speakers)
        rule = "A heading costs too" if "agent" in speakers else "What is counted"
        size = _size(records)
        cases += [(rule, records, size), (rule, records, size - 1)]
    return cases


def _short(draw: random.Random) -> list[Case]:
    """Many short ones, of which each alone is rounded up."""
    records = tuple(_record(draw, 1) for _ in range(30))
    return [("Rounded up, once", records, _size(records))]


def _skipped(draw: random.Random) -> list[Case]:
    """Long ones at the front, in the middle and at the end, among short ones that fit without them."""
    long = [_record(draw, 60) for _ in range(3)]
    short = [_record(draw, draw.randint(2, 5), draw.choice(("user", "tool"))) for _ in range(4)]
    mixed = (long[0], short[0], short[1], long[1], short[2], short[3], long[2])
    middle = _record(draw, 20)
    return [
        ("A shorter one may still fit", mixed, _size(short)),
        ("A shorter one may still fit", mixed, _size(short) - 1),
        ("The most wanted first", (middle, *short), _size([middle])),
        ("No room", mixed, 0),
        ("No room", mixed, -draw.randint(1, 99)),
        ("No room", (), draw.randint(-9, 9)),
    ]


def _pinned(draw: random.Random) -> list[Case]:
    """Pinned ones at the end, which fit and push out others."""
    others = tuple(_record(draw, draw.randint(3, 6)) for _ in range(4))
    pins = tuple(_pin(_record(draw, draw.randint(3, 6), speaker)) for speaker in ("user", "agent"))
    records = (others[0], pins[0], *others[1:], pins[1])
    return [
        ("Pinned first", records, _size(pins)),
        ("Pinned first", records, _size([*pins, others[0], others[1]])),
        ("In the order given", records, _size(records)),
    ]


def _odd(draw: random.Random) -> list[Case]:
    """The same record twice, contents of several lines, and a long list."""
    once, lines = _record(draw, 4), _record(draw, 6, between="\n- ")
    many = tuple(_record(draw, draw.randint(1, 12), draw.choice(tuple(AUTHORITY))) for _ in range(60))
    return [
        ("The same record twice", (once, once), _size([once])),
        ("The same record twice", (once, lines, once), _size([once, lines, once])),
        ("Never split", (lines, once), _size([lines]) - 1),
        ("Never split", (lines, once), _size([lines])),
        ("What is left out is said", many, 300),
    ]


def _too_much(draw: random.Random) -> list[tuple[tuple[Memory, ...], int]]:
    """Pinned ones of which the last does not fit, alone or beside the others."""
    pins = [_pin(_record(draw, draw.randint(3, 6), speaker)) for speaker in ("user", "agent", "user")]
    other = _record(draw, 2)
    return [((other, *pins[:many]), _size(pins[:many]) - 1) for many in (1, 2, 3)]


def _size(records: Sequence[Memory]) -> int:
    return estimate_tokens(render(records))


def _pin(record: Memory) -> Memory:
    return replace(record, pinned=True)


def _record(draw: random.Random, words: int, speaker: Role = "user", between: str = " ") -> Memory:
    """A record of so many words; one alone is a letter, so that its line ends in a part of a token."""
    said = [draw.choice("KLMNR") if words == 1 else _word(draw) for _ in range(words)]
    at = START + timedelta(days=draw.randint(0, 900))
    source = Provenance(f"s{draw.randint(1, 9)}/{draw.randint(1, 9)}", speaker, AUTHORITY[speaker])
    return make_memory(between.join(said), "semantic", Scope("ada"), source, at, at)


def _word(draw: random.Random) -> str:
    return "".join(draw.choices(SYLLABLES, k=draw.randint(2, 4)))
