"""Names, texts and stores that nobody has seen, with every case of the page among them; from a seed."""

import random
import unicodedata
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from memlab.record import Memory, Provenance, Scope, make_memory

SYLLABLES = ("ka", "lo", "mi", "ren", "sa", "tu", "vel", "wo", "yan", "zi")
AT = datetime(2031, 1, 2, 9, 30, tzinfo=UTC)
STATUSES = ("archived", "superseded")

ScopeCase = tuple[str, tuple[Memory, ...], Scope]
TextCase = tuple[str, str, tuple[str, ...], float, float]
StoreCase = tuple[str, str, tuple[Memory, ...], Scope, int]


def make(seed: int) -> dict[str, Any]:
    """Return `scopes`, `texts` and `stores`: cases of the three pieces, each with the rule that it tries."""
    draw = random.Random(seed)
    return {
        "scopes": tuple(_scopes(draw)),
        "texts": tuple(_texts(draw)),
        "stores": tuple(_stores(draw)),
    }


def _scopes(draw: random.Random) -> list[ScopeCase]:
    """Scopes that differ in one part, in a capital, in where a name ends, and in nothing."""
    user, other, agent, session = (_word(draw) for _ in range(4))
    scopes = [
        Scope(user), Scope(other), Scope(user, agent), Scope(user, agent, session), Scope(user, "", session),
        Scope(other, agent), Scope(f"{user}/{agent}"), Scope(f"{user}/{agent}", session), Scope(user.title()),
        Scope(f"{user}x"), Scope(user[:-1]), Scope(f"{user} "),
    ]  # fmt: skip
    records = [_memory(draw, _sentence(draw), scope) for scope in scopes for _ in range(2)]
    draw.shuffle(records)
    rules = ["Scope first"] * 2 + ["All three parts"] * 6 + ["Letter by letter"] * 4
    cases = [(rule, tuple(records), scope) for rule, scope in zip(rules, scopes, strict=True)]
    mixed = [replace(record, scope=scopes[0], status=draw.choice(STATUSES)) for record in records[:6]]
    cases.append(("Nothing else is looked at", (*mixed, *records[6:9], *mixed[:2]), scopes[0]))
    return [*cases, ("Scope first", (), scopes[0])]


def _texts(draw: random.Random) -> list[TextCase]:
    """Texts of several lengths, with words that are rare, common and repeated, spelt in several ways."""
    rare, common, other, *rest = (_word(draw) for _ in range(9))
    plain = (f"{common} {rare}", f"{common} {rest[0]}", f"{rest[1]} {rest[2]}", f"{common} {rest[3]}")
    long = tuple(
        f"{common} {' '.join(rest[: draw.randint(1, 5)])} {rare * (place > 1)}" for place in range(4)
    )
    repeated = (*long, f"{rare} {rare} {common}", f"{rare} {rest[0]} {rest[0]} {rest[0]}", " ".join(rest))
    asked = f"{rare} {common} {other}"
    spelt = (f"{rare.upper()}, {common}’s caf\u00e9!", f"{rare}ish x{common}", *plain)
    decomposed = unicodedata.normalize("NFD", f"{common}'s caf\u00e9 {rare}?")
    k1, b = round(draw.uniform(0.3, 3), 2), round(draw.uniform(0.1, 0.9), 2)
    return [
        ("Rare words weigh more", rare, plain, 1.2, 0.75),
        ("Rare words weigh more", common, plain, 1.2, 0.75),
        ("Rare words weigh more", common, plain[:2], 1.2, 0.75),
        ("Rare words weigh more", rare, plain[:1], 1.2, 0.75),
        ("The score", asked, (*plain, *repeated), 1.2, 0.75),
        ("The score", asked, (*repeated, *plain), k1, b),
        ("How often it stands there", asked, repeated, 0.0, 0.75),
        ("How often it stands there", asked, repeated, k1, 0.0),
        ("How long the text is", asked, repeated, 1.2, 0.0),
        ("How long the text is", asked, repeated, 1.2, 1.0),
        ("How long the text is", asked, long, k1, b),
        ("Compared by words", decomposed, spelt, 1.2, 0.75),
        ("Compared by words", f"Which {rare}?", plain, 1.2, 0.75),
        ("The words of the question", f"{rare} {common} {rare}", plain, 1.2, 0.75),
        ("The words of the question", f"{rare} {other}", plain, 1.2, 0.75),
        ("Nothing to find", other, plain, 1.2, 0.75),
        ("Nothing to find", rare, (), 1.2, 0.75),
        ("Nothing to find", "?", plain, 1.2, 0.75),
        ("Nothing to find", rare, ("", "..."), 1.2, 0.75),
        ("Nothing to find", rare, ("", *plain, "!"), 1.2, 0.75),
    ]


def _stores(draw: random.Random) -> list[StoreCase]:
    """Stores of several people, with retired records, ties, and questions about some of it or nothing."""
    user, other = Scope(_word(draw)), Scope(_word(draw).title())
    rare, common, unknown, *rest = (_word(draw) for _ in range(7))
    asked = f"{common.title()} {rare} {rest[0]}?"
    own = [
        _memory(draw, f"{common} {' '.join(rest[: place % 4])} {rare * (place % 3 == 0)}", user)
        for place in range(12)
    ]
    others = [_memory(draw, f"{rare} {rest[0]} {common}", other) for _ in range(9)]
    retired = [replace(_memory(draw, f"{rare} {rest[0]}", user), status=status) for status in STATUSES * 3]
    alone = [_memory(draw, f"{unknown} {rest[1]} {rest[2]}", user)]
    everything = draw.sample([*own, *others, *retired, *alone], len(own) + len(others) + len(retired) + 1)
    tied = [_memory(draw, f"{rare} {common}", user) for _ in range(12)]
    tied += [replace(record, happened_at=AT) for record in tied]
    # One hour apart, in this order; as text the second would come first.
    zones = [(timezone(timedelta(hours=9)), 1), (timezone(timedelta(hours=-5)), 2)]
    moments = [AT.replace(hour=hour).astimezone(zone) for zone, hour in zones]
    tied += [replace(record, happened_at=at) for record, at in zip(tied, moments, strict=False)]
    tied = [replace(record, id=f"{draw.getrandbits(256):064x}") for record in tied]
    cases = [
        ("Best first", asked, own, user, 99),
        ("Best first", asked, everything, user, 8),
        ("Others do not count", asked, [*others, *own], user, 99),
        ("Others do not count", asked, [*others, *own], user, 3),
        ("Others do not count", asked, [*own, *others], other, 3),
        ("Only active records", asked, [*retired, *own], user, 99),
        ("Only active records", asked, [*retired, *own], user, 2),
        ("No word in common, no hit", unknown, everything, user, 99),
        ("No word in common, no hit", "?", everything, user, 99),
        ("At most the limit", asked, everything, user, 0),
        ("At most the limit", asked, everything[::-1], user, 1),
        ("At most the limit", asked, own, user, 5),
        ("Ties", asked, tied, user, 99),
        ("Ties", asked, tied[::-1], user, 5),
    ]
    return [(name, query, tuple(records), scope, limit) for name, query, records, scope, limit in cases]


def _memory(draw: random.Random, content: str, scope: Scope) -> Memory:
    at = AT + timedelta(minutes=draw.randrange(100_000))
    zone = timezone(timedelta(hours=draw.randint(-9, 9)))
    source = Provenance(f"{_word(draw)}/{draw.randint(1, 99)}", "user", 1.0)
    return make_memory(content.strip(), "semantic", scope, source, at.astimezone(zone), AT)


def _sentence(draw: random.Random) -> str:
    return " ".join(_word(draw) for _ in range(draw.randint(3, 6)))


def _word(draw: random.Random) -> str:
    return "".join(draw.choices(SYLLABLES, k=draw.randint(3, 4)))
