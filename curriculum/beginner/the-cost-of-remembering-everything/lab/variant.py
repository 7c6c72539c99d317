"""Texts, chats and prices from a seed; whatever the seed, with the first and last character of every kind."""

import random
from typing import Any

# The first and the last character of one, two, three and four bytes, but for those that no text may hold.
LIMITS = "\u0000\u007f\u0080\u07ff\u0800\uffee\U00010000\U000e01ef"
KINDS = (
    "abcdefghijklmnopqrstuvwxyz ,.0123456789",
    "éàüñçøßαβγδεжзийкл",
    "茶山川日本語かなカナ한국어ไทย",
    "🍵🦆🎻🧀🚿😀🙏🏽🇧🇪",
)
PRICES = (0.1, 0.25, 2.5, 3.0, 15.0, 75.0)


def make(seed: int) -> dict[str, Any]:
    """Return texts, chats of texts, and pairs of tokens and a price."""
    draw = random.Random(seed)
    texts = ["", *(limit * 8 for limit in LIMITS), *(_text(draw, kind) for kind in KINDS)]
    # Every remainder of a quarter, alone, and two that make one token together.
    texts += [draw.choice(kind) * times for kind in KINDS[:2] for times in (1, 2, 3, 4, 5)]
    texts.append(draw.choice(KINDS[0]) + draw.choice(KINDS[1]))
    texts += ["".join(_text(draw, kind) for kind in draw.sample(KINDS, 3)) for _ in range(6)]
    chats = [(), ("",), *(_chat(draw, turns) for turns in (1, 2, 5, 17))]
    prices = [(0, draw.choice(PRICES)), (draw.randint(1, 99), draw.choice(PRICES))]
    prices += [(draw.randint(1_000, 900_000), price) for price in PRICES]
    return {"texts": tuple(texts), "chats": tuple(chats), "prices": tuple(prices)}


def _chat(draw: random.Random, turns: int) -> tuple[str, ...]:
    """Turns that are no multiple of four letters: joined, they would be rounded otherwise."""
    said = [_text(draw, draw.choice(KINDS)) + "ok" for _ in range(turns)]
    return (*said[: turns // 2], "", *said[turns // 2 :])


def _text(draw: random.Random, characters: str) -> str:
    return "".join(draw.choices(characters, k=draw.randint(3, 40)))
