"""Memories and records that no learner has seen, with fresh words from a seed. Trusted side only."""

import random
import unicodedata
from itertools import combinations
from typing import Any

from memlab.record import CHOICES, FIELDS, MemoryType, Scope

Identity = tuple[str, MemoryType, Scope, str]

SYLLABLES = ("ka", "lo", "mi", "ren", "sa", "tu", "vel", "wo", "yan", "zi")
# Letters that have two spellings: composed, and a plain letter with what stands on it.
ACCENTED = "àéîõüçñřšźấậ"
SCRIPTS = (
    "αβγδεζηθικ",
    "абвгдежзик",
    "กขคงจชซดตถ",
    "אבגדהוזחטי",
    "ひらがなかきくけこ",
    "金木水火土日月山川田",
)
DELIMITERS = (
    *("", " ", "|", "/", ":", ";", ",", "-", "_", "\n", "\t", "\0", "\x1f", "::", "||", "; ", '","', "', '"),
    *("\\", "\\|", "%7C", "%2F", '"', "'"),
)
TYPES: tuple[MemoryType, ...] = ("semantic", "episodic", "procedural")
Fields = dict[str, str | int | float | bool | None]


def make(seed: int) -> dict[str, Any]:
    """Return `groups`, each the rule it is about and memories to be told apart or known again, and `records`
    to be judged.

    Every rule of the page has its cases for every seed, so that the seed does not decide who passes.
    """
    draw = random.Random(seed)
    return {"groups": tuple(_groups(draw)), "records": tuple(_records(draw))}


# Memories, some of which are the same


def _groups(draw: random.Random) -> list[tuple[str, tuple[Identity, ...]]]:
    return [
        ("What makes it that memory", tuple(_neighbours(draw))),
        ("One field never runs into the next", tuple(_moved(draw))),
        ("Two spellings of one text", tuple(_spelled(draw))),
        ("Nothing else is looked through", tuple(_changed(draw))),
    ]


def _neighbours(draw: random.Random) -> list[Identity]:
    """One memory, those that differ from it in one field, and all of them once more in another order."""
    content, user, agent, session = (_word(draw) for _ in range(4))
    source, other = f"{_word(draw)}/{draw.randint(1, 9)}", _word(draw)
    scope = Scope(user, agent, session)
    first, second, third = draw.sample(TYPES, 3)
    found: list[Identity] = [
        (content, first, scope, source),
        (content, second, scope, source),
        (content, third, scope, source),
        (other, first, scope, source),
        (content, first, Scope(other, agent, session), source),
        (content, first, Scope(user, other, session), source),
        (content, first, Scope(user, agent, other), source),
        (content, first, Scope(user), source),
        (content, first, Scope(user.title(), agent, session), source),
        (content, first, Scope(user, f" {agent}", session), source),
        (content, first, scope, source.upper()),
        (content, first, scope, f"{source}0"),
        (content, first, scope, source.partition("/")[0]),
    ]
    return found + draw.sample(found, len(found))


def _moved(draw: random.Random) -> list[Identity]:
    """For each delimiter, five texts of which one after the other holds it."""
    found: list[Identity] = []
    word, type = _word(draw), draw.choice(TYPES)
    for delimiter in DELIMITERS:
        for place in range(5):
            user, agent, session, source, content = (
                word + delimiter + word if place == at else word for at in range(5)
            )
            found.append((content, type, Scope(user, agent, session), source))
    return found


def _spelled(draw: random.Random) -> list[Identity]:
    """Each text composed and decomposed; then keys in both spellings, which are two keys."""
    found: list[Identity] = []
    for letter in draw.sample(ACCENTED, 4):
        text = f"{_word(draw)}{letter}{_word(draw)} {letter.upper()}{_word(draw)}"
        user, source = _word(draw), f"{_word(draw)}/1"
        for form in ("NFC", "NFD"):
            found.append((unicodedata.normalize(form, text), "semantic", Scope(user), source))
            name = unicodedata.normalize(form, f"{user}{letter}")
            found += [
                (text, "semantic", Scope(name), source),
                (text, "semantic", Scope(user, name), source),
                (text, "semantic", Scope(user, user, name), source),
                (text, "semantic", Scope(user), f"{name}/1"),
            ]
    return found


def _changed(draw: random.Random) -> list[Identity]:
    """One text in all the ways in which it is not the same any more, and short texts of several scripts."""
    word, other = _word(draw), _word(draw)
    long = f"{word} " * 400
    texts = [
        f"{word} {other}",
        *(f"{word} {other.upper()}", f"{word.title()} {other}", f"{word} {other}."),
        *(f" {word} {other}", f"{word} {other} ", f"{word} {other}\n", f"{word}  {other}", f"{word}{other}"),
        *(
            f"{word} {other}; {word}",
            f"{word} {other}\n---\n{word}",
            f"{word} {other}\n{word}",
            f"{word}-{other}",
        ),
        *(
            f"{word} ﬁ",
            f"{word} fi",
            f"{word} ²",
            f"{word} 2",
            f"{word} ß",
            f"{word} ss",
            f"{word}!",
            f"{word}?",
        ),
        *(long, f"{long}{other}", f"{long}{word}"),
        *("".join(draw.sample(letters, 5)) for letters in SCRIPTS for _ in range(2)),
        *(f"{word} 😀", f"{word} 😁"),
    ]
    user, source = _word(draw), f"{_word(draw)}/2"
    return [(text, "semantic", Scope(user), source) for text in texts]


# Records, of which some are right


def _records(draw: random.Random) -> list[Fields]:
    """Right ones, some with one wrong field, every value of every field once; then some with several."""
    values = _values(draw)
    right, wrong = values["right"], values["wrong"]
    records = [
        _right(draw, right) | {field: value} for field in FIELDS for value in (*right[field], *wrong[field])
    ]
    for field in FIELDS:
        records.append({name: value for name, value in _right(draw, right).items() if name != field})
    for pair in draw.sample([*combinations(FIELDS, 3)], 12):
        records.append(_right(draw, right) | {field: draw.choice(wrong[field]) for field in pair})
    for record in draw.sample(records, 8):
        strange = sorted({_word(draw) for _ in range(3)}, reverse=True)
        names = draw.sample([*record], len(record))
        records.append(
            dict.fromkeys(strange[:2], "x") | {name: record[name] for name in names} | {"ID": None}
        )
    draw.shuffle(records)
    return records


def _right(draw: random.Random, right: dict[str, tuple[Any, ...]]) -> Fields:
    return {field: draw.choice(right[field]) for field in FIELDS}


def _values(draw: random.Random) -> dict[str, dict[str, tuple[Any, ...]]]:
    """For each field what it may hold, and what it may not."""
    word = _word(draw)
    day = f"203{draw.randint(0, 9)}-0{draw.randint(1, 9)}-1{draw.randint(0, 9)}"
    hour, zone = (
        f"0{draw.randint(1, 9)}:{draw.randint(10, 59)}:{draw.randint(10, 59)}",
        f"0{draw.randint(1, 9)}:00",
    )
    blank = draw.choice((" ", "\t", "\n ", "\u3000"))
    inside, outside = draw.randint(1, 99) / 100, draw.randint(101, 999) / 100
    share = {
        "right": (0, 1, 0.0, 1.0, inside),
        "wrong": (outside, -inside, 2, -1, str(inside), "1", "", True, False, None),
    }
    time = {
        "right": (f"{day}T{hour}Z", f"{day}T{hour}+{zone}", f"{day}T{hour}-{zone}", f"{day} {hour}+00:00"),
        "wrong": (
            *(f"{day}T{hour}", f"{day} {hour}", day, hour, f"{hour}Z", word, "", 1900000000, True, None),
            *(f" {day}T{hour}Z", f"{day}T{hour}Z ", f"{day[:-2]}32T{hour}Z"),
        ),
    }
    text = {
        "right": (word, f" {word} ", f"{word}; {word}\n---\n{word}", f"/{word}", "0", draw.choice(SCRIPTS)),
        "wrong": ("", blank, draw.randint(1, 99), inside, 0, True, False, None),
    }
    source = {
        "right": (word, f"{word}/3", f"{word}/a/b", f"{word}/", f"summary:{word}", f" {word}/1"),
        "wrong": (*text["wrong"], "/", f"/{word}", f"/{word}/1", f"{blank}/{word}", f"//{word}"),
    }
    kinds = {
        "content": text,
        "user": text,
        "source_id": source,
        "authority": share,
        "confidence": share,
        "happened_at": time,
        "recorded_at": time,
    }
    for field, other in (("type", "speaker"), ("speaker", "type")):
        known = CHOICES[field]
        near = (known[0].title(), known[0].upper(), f" {known[0]}", known[0][:-1], f"{known[0]}s")
        kinds[field] = {"right": known, "wrong": (*near, CHOICES[other][0], word, "", 1, True, None)}
    return {which: {field: kind[which] for field, kind in kinds.items()} for which in ("right", "wrong")}


def _word(draw: random.Random) -> str:
    return "".join(draw.choices(SYLLABLES, k=draw.randint(2, 4)))
