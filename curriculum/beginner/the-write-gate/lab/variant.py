"""Sentences that nobody has seen, said by everybody, beside texts that hold them or nearly; from a seed."""

import random
import unicodedata
from datetime import UTC, datetime
from typing import Any

from memlab.courtesies import COURTESIES
from memlab.record import Provenance, Role
from memlab.write import AUTHORITY, Candidate

SYLLABLES = ("ka", "lo", "mi", "ren", "sa", "tu", "vel", "wo", "yan", "zi", "né", "rû")
OTHERS: tuple[Role, ...] = ("agent", "tool")
ROLES: tuple[Role, ...] = ("user", *OTHERS, "assistant")
AT = datetime(2031, 1, 2, 9, 30, tzinfo=UTC)

Case = tuple[str, Candidate, Provenance, tuple[str, ...]]


def make(seed: int) -> dict[str, Any]:
    """Return `cases` of the gate, each with the rule that it tries, and pairs of `written` and `gold`.

    Whatever the seed, every rule is tried in every way that the page names.
    """
    draw = random.Random(seed)
    cases = [*_plain(draw), *_courteous(draw), *_held(draw), *_nearly_held(draw)]
    draw.shuffle(cases)
    return {"cases": tuple(cases), "pairs": tuple(_pairs(draw))}


def _case(rule: str, content: str, role: Role, *recalled: str) -> Case:
    candidate = Candidate(content, "semantic", 4, role, AT)
    return rule, candidate, Provenance("s1/4", role, AUTHORITY[role]), recalled


def _plain(draw: random.Random) -> list[Case]:
    cases = [_case("What passes", _sentence(draw), role) for role in ("user", *OTHERS)]
    cases += [_case("What passes", _sentence(draw), role, _sentence(draw)) for role in ("user", *OTHERS)]
    return [*cases, _case("Echo", _sentence(draw), "assistant")]


def _courteous(draw: random.Random) -> list[Case]:
    """Courtesies of everybody, recalled and not, and courtesies with a sentence beside them."""
    cases = []
    for role in ROLES:
        polite = draw.choice([phrase for phrase in COURTESIES if not {"*", "^"}.intersection(phrase)])
        rule = "Which rule comes first"
        cases.append(_case("Echo" if role == "assistant" else "Greeting", f"{polite.capitalize()}!", role))
        cases.append(_case(rule, polite, role, f"{polite}, {_sentence(draw)}"))
        if role != "assistant":
            cases.append(_case("Greeting", f"{polite.capitalize()}, {_sentence(draw)}", role))
    return cases


def _held(draw: random.Random) -> list[Case]:
    """Sentences that stand in what was recalled, as they are, in other spellings, and among other words."""
    cases = []
    for role in OTHERS:
        said, other, another = (_sentence(draw) for _ in range(3))
        for text in (said, f"{other} and {said}", f"{said}, {other}", f"{other}: {said}; {another}"):
            cases.append(_case("Recalled", said, role, text))
            cases.append(_case("Recalled", said, role, other, text))
            cases.append(_case("Recalled", said, role, text, other))
        cases.append(_case("Recalled", said.split()[-1], role, said))
        for text in (said.upper(), _decomposed(said), said.replace("'", "’"), f"“{said}”!"):
            cases.append(_case("Compared by words", said, role, text))
            cases.append(_case("Compared by words", text, role, said))
        cases.append(_case("The user's own words", said, "user", said))
        cases.append(_case("Which rule comes first", said, "assistant", said))
    return cases


def _nearly_held(draw: random.Random) -> list[Case]:
    """Sentences of which all words stand in what was recalled, and yet not they themselves."""
    cases = []
    for role in OTHERS:
        said, other = _sentence(draw), _sentence(draw)
        words = said.split()
        half = len(words) // 2
        first, second = " ".join(words[:half]), " ".join(words[half:])
        rule = "Whole and unbroken"
        cases += [
            _case(rule, said, role, f"{first} not {second}"),
            _case(rule, said, role, f"{second} {first}"),
            _case(rule, said, role, first, second),
            _case(rule, said, role, f"{other} {first}"),
            _case(rule, said, role, " ".join(reversed(words))),
            _case(rule, f"{said} {_word(draw)}", role, said),
            _case(rule, f"{_word(draw)} {said}", role, said),
            _case("Compared by words", said, role, f"mc{said}ish"),
        ]
    return cases


def _pairs(draw: random.Random) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """What was written and what was worth it: disjoint, equal, in part, one empty, and with repetitions."""
    contents = [_sentence(draw) for _ in range(9)]
    some, others, both = contents[:3], contents[3:5], contents[5:]
    pairs = [
        ([], []), (some, []), ([], some), (some, others), (both, both[::-1]), (some + both, both + others),
        (both + both, both), (both, both + both), (both + both + some, both + both[:2] + others),
        ([content.upper() for content in both], both),
    ]  # fmt: skip
    return [(_shuffled(draw, written), _shuffled(draw, gold)) for written, gold in pairs]


def _shuffled(draw: random.Random, contents: list[str]) -> tuple[str, ...]:
    return tuple(draw.sample(contents, len(contents)))


def _sentence(draw: random.Random) -> str:
    """Seven words, none of them twice, one with an apostrophe, one with an accent."""
    name, thing, place, other = (_word(draw) for _ in range(4))
    return f"{name.title()}'s {thing}é hates {place} and {other}x {draw.randint(2, 99)}"


def _word(draw: random.Random) -> str:
    return "".join(draw.choices(SYLLABLES, k=draw.randint(3, 4)))


def _decomposed(text: str) -> str:
    return unicodedata.normalize("NFD", text)
