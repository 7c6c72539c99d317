"""A language from a seed: tables of cues in it, sentences, and turns. For any seed they hold every case."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from itertools import permutations
from typing import Any

from memlab.cues import Cues
from memlab.record import Turn

SYLLABLES = ("ka", "lo", "mi", "ru", "se", "ta", "vo", "ni", "po", "du", "fe", "ha")
KINDS = ("semantic", "episodic", "procedural")


def make(seed: int) -> dict[str, Any]:
    """Return `cues`, `sentences` to be typed, and `turns` to be taken apart."""
    draw = random.Random(seed)
    words = _words(draw)
    tables = {kind: [f"{next(words)} {next(words)}" for _ in range(3)] for kind in KINDS}
    said = [f"{next(words)} {table[0]} {next(words)}." for table in tables.values()]
    said += [f"{next(words)} {next(words)}.", f"{tables['semantic'][0]} {next(words)}?"]
    for one, other in permutations(KINDS, 2):
        # The longer of two cues decides, wherever it stands; of two that are as long the order of types does.
        short, long = next(words)[:4], next(words) + next(words)
        equal, twin = next(words)[:5] + "x", next(words)[:5] + "y"
        tables[one] += [short, equal, f"{next(words)[:4]} * * * * * *"]
        tables[other] += [long, twin]
        said += [
            f"{short} {long} {next(words)}.",
            f"{long}, {short}!",
            f"{equal} {twin}.",
            f"{twin} {equal}.",
        ]
        # Marks are no characters: a cue of many stars asks for little, though it is written long.
        starred = tables[one][-1].split()[0]
        said.append(f"{starred} {long} {' '.join(next(words) for _ in range(5))}.")
    cues = Cues(*(tuple(draw.sample(tables[kind], len(tables[kind]))) for kind in KINDS))
    draw.shuffle(said)
    turns = [Turn("s1", 1, "user", "", _time(draw))]
    for number in range(2, 7):
        texts = [_as_typed(draw, text) for text in draw.sample(said, draw.randint(2, 5))]
        # The same sentence twice, ends of every kind, and an accent in two code points.
        again = f"{tables['procedural'][0]} {next(words)}."
        texts += [again, again]
        texts += [f"{tables['semantic'][0]} cafe\u0301...", f"{again[:-1]}!", f"{tables['episodic'][0]}。"]
        role = draw.choice(("user", "agent"))
        turns.append(Turn(f"s{draw.randint(1, 9)}", number, role, " ".join(texts), _time(draw)))
    return {"cues": cues, "sentences": tuple(said), "turns": tuple(turns)}


def _words(draw: random.Random) -> Iterator[str]:
    """Words that never come twice and are no part of each other: each has six letters or more."""
    seen: set[str] = set()
    while True:
        word = "".join(draw.choices(SYLLABLES, k=3))
        if word not in seen and not any(word[:4] == other[:4] for other in seen):
            seen.add(word)
            yield word


def _as_typed(draw: random.Random, text: str) -> str:
    """As somebody might type it: with a capital at the beginning, or none."""
    return draw.choice((text, text.capitalize()))


def _time(draw: random.Random) -> datetime:
    zone = timezone(timedelta(hours=draw.choice((-5, 0, 2))))
    return datetime(2031, 1, draw.randint(1, 28), draw.randint(0, 23), tzinfo=UTC).astimezone(zone)
