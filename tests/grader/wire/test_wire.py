"""What crosses between the judge and the learner's code, and what is refused with which sentence."""

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta, timezone
from enum import IntEnum, StrEnum
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toybox.numbers import totals

from grader.wire import wire
from grader.wire.arguments import Decoder, Encoder
from grader.wire.exact import mismatch
from memlab.evolve.summarize import Summary
from memlab.record import Memory, Problem, Provenance, Scope, make_memory

LIMIT = 1_000_000
AT = datetime(2026, 3, 14, 9, 30, tzinfo=timezone(timedelta(hours=1)))
TEA = make_memory("Likes tea", "semantic", Scope("ada"), Provenance("s1/1", "user", 1.0), AT, AT)


def returning(hint: Any) -> Callable[..., Any]:
    """A function that is annotated to return `hint`."""

    def function() -> None: ...

    function.__annotations__ = {"return": hint}
    return function


def there_and_back(hint: Any, value: Any) -> Any:
    """Send an answer across."""
    return wire.decode_answer(returning(hint), wire.encode_answer(returning(hint), value, LIMIT))


def recall(
    query: str,
    records: Sequence[Memory],
    fields: dict[str, str | float | None],
    rows: Sequence[Sequence[int]] = (),
    now: datetime | None = None,
) -> tuple[Memory, ...]:
    """A function whose parameters are of every kind that lessons use."""
    return tuple(records)


# What crosses.

offsets = st.integers(-1439, 1439).map(lambda minutes: timezone(timedelta(minutes=minutes)))
times = st.builds(datetime.replace, st.datetimes(), tzinfo=offsets, fold=st.just(0))
shares = st.floats(0, 1)
numbers = st.floats(allow_nan=False, allow_infinity=False)
memories = st.builds(
    Memory,
    provenance=st.builds(Provenance, authority=shares),
    happened_at=times,
    recorded_at=times,
    confidence=shares,
    valid_from=st.none() | times,
    invalid_at=st.none() | times,
    importance=shares,
    last_accessed_at=st.none() | times,
)
several = st.lists(memories, max_size=3).map(tuple)
summaries = st.none() | st.builds(Summary, memory=memories)
days = st.dictionaries(st.text(), st.tuples(st.dates(), numbers))
ANSWERS = {
    tuple[Memory, ...]: several,
    Summary | None: summaries,
    tuple[Problem, ...]: st.lists(st.builds(Problem)).map(tuple),
    dict[str, tuple[date, float]]: days,
    tuple[int, ...]: st.lists(st.integers()).map(tuple),
}


@settings(deadline=None)
@given(st.text(), several, st.dictionaries(st.text(), st.none() | st.text() | numbers), st.none() | times)
def test_arguments_arrive_as_they_were(query: str, records: Any, fields: Any, now: Any) -> None:
    """Every record, text, number and time of a call arrives equal, and every time with its own offset."""
    sent = (query, records, fields, ((1, 2), ()), now)
    # repr, because two times of one instant are equal whatever their offsets are.
    assert repr(Decoder().decode(recall, Encoder().encode(recall, sent))) == repr(sent)


@settings(deadline=None)
@given(st.sampled_from(list(ANSWERS)).flatmap(lambda hint: st.tuples(st.just(hint), ANSWERS[hint])))
def test_an_answer_comes_back_as_it_was(sent: tuple[Any, Any]) -> None:
    """Every answer of an annotated type comes back equal, and every time in it with its own offset."""
    hint, value = sent
    assert repr(there_and_back(hint, value)) == repr(value)


def test_a_sequence_arrives_as_a_tuple() -> None:
    """What is handed over as a list arrives as a tuple, at every depth, so that nobody can change it."""
    assert Decoder().decode(totals, wire.encode_arguments(([[1, 2], []],))) == (((1, 2), ()),)
    [query, records, *_] = Decoder().decode(recall, wire.encode_arguments(("tea", [TEA], {}, [], None)))
    assert (query, records) == ("tea", (TEA,))


@pytest.mark.parametrize("hours", [-9.5, 0, 5.75, 14])
def test_a_time_keeps_its_offset(hours: float) -> None:
    """Nine o'clock in one zone does not become the same instant in another."""
    came = there_and_back(datetime, AT.replace(tzinfo=timezone(timedelta(hours=hours))))
    assert came.utcoffset() == timedelta(hours=hours)
    assert came.hour == AT.hour


def test_a_whole_number_crosses_for_a_float_and_is_one() -> None:
    """Where a float is expected an int will do, and arrives as a float, whatever its size."""
    assert repr(there_and_back(tuple[float, ...], (2, 2**70))) == repr((2.0, float(2**70)))


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 2**64, 10**300])
def test_an_int_beyond_64_bits_crosses_unharmed(number: int) -> None:
    """Python's ints have no bound, and the wire sets none."""
    assert there_and_back(int, number) == number


def test_a_call_is_laid_out_in_the_order_of_the_parameters() -> None:
    """Named arguments take their places, and what is left out has its default."""
    assert wire.bind(recall, ("tea",), {"fields": {}, "records": (TEA,)}) == ("tea", (TEA,), {}, (), None)


# What is refused, and what is said.


class Text(str):
    __slots__ = ()


class Number(int):
    __slots__ = ()


class Colour(StrEnum):
    RED = "red"


class Level(IntEnum):
    LOW = 1


class EqualToAll:
    """Claims to be whatever it is compared with."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return True

    def __repr__(self) -> str:
        return "'a'"


class OwnScope(Scope):
    """A subclass of a record."""


@dataclass(frozen=True, slots=True)
class Node:
    """A record that may hold itself."""

    children: "tuple[Node, ...]" = ()


def namesake(name: str) -> Any:
    """An object of a class that is called like another."""
    return type(name, (), {})()


def generated() -> Any:
    yield 1


REFUSED = {
    "a list for a tuple": (tuple[int, ...], [1, 2], "a list; a tuple was expected"),
    "a set": (tuple[int, ...], {1, 2}, "a set; a tuple was expected"),
    "a generator": (tuple[int, ...], generated(), "a generator; a tuple was expected"),
    "a function": (int, len, "a builtin_function_or_method; an int was expected"),
    "None for a record": (Memory, None, "None; a Memory was expected"),
    "None for a number": (float, None, "None; a float was expected"),
    "a record for None": (type(None), TEA, "a Memory; None was expected"),
    "another record": (Memory | None, TEA.scope, "a Scope; a Memory or None was expected"),
    "a subclass of a record": (Scope, OwnScope("ada"), "an OwnScope; a Scope was expected"),
    "a namesake of a record": (
        Scope | None,
        namesake("Scope"),
        "a Scope of another class of that name; a Scope was expected",
    ),
    "a namesake of an int": (
        int,
        namesake("int"),
        "an int of another class of that name; an int was expected",
    ),
    "fields for a record": (Scope, {"user": "ada"}, "a dict; a Scope was expected"),
    "a subclass of str": (str, Text("tea"), "a Text; a str was expected"),
    "a subclass of int": (int, Number(3), "a Number; an int was expected"),
    "an enum for a str": (str, Colour.RED, "a Colour; a str was expected"),
    "an enum for an int": (int, Level.LOW, "a Level; an int was expected"),
    "True for 1": (int, True, "a bool; an int was expected"),
    "True for 1.0": (float, True, "a bool; a float was expected"),
    "1 for True": (bool, 1, "an int; a bool was expected"),
    "1.0 for 1": (int, 1.0, "a float; an int was expected"),
    "bytes for a text": (str, b"tea", "a bytes; a str was expected"),
    "NaN": (float, math.nan, "nan; a finite number was expected"),
    "infinity": (float, math.inf, "inf; a finite number was expected"),
    "minus infinity": (str | float | None, -math.inf, "-inf; a finite number was expected"),
    "a naive time": (
        datetime,
        datetime(2026, 3, 14, 9, 30),  # noqa: DTZ001
        "a time without an offset; a zone-aware time was expected",
    ),
    "a day for a time": (datetime, AT.date(), "a date; a time was expected"),
    "a time for a day": (date, AT, "a datetime; a date was expected"),
    "a word not on the list": (Literal["a", "b"], "c", "'c'; one of a, b was expected"),
    "equal to every word": (Literal["a", "b"], EqualToAll(), "an EqualToAll; one of a, b was expected"),
    "equal to every number": (int, EqualToAll(), "an EqualToAll; an int was expected"),
    "equal to None": (int | None, EqualToAll(), "an EqualToAll; an int or None was expected"),
    "a pair too short": (tuple[int, str], (1,), "1 values; 2 were expected"),
    "a pair too long": (tuple[int, str], (1, "a", 2), "3 values; 2 were expected"),
}

INSIDE = {
    "an item": (tuple[int, ...], (1, "2"), "a str at [1]; an int was expected"),
    "an item of an item": (tuple[tuple[int, ...], ...], ((), (1, 2, None)), "None at [1][2]; an int was "),
    "half of a pair": (tuple[int, str], (1, 2), "an int at [1]; a str was expected"),
    "a field": (Memory, replace(TEA, content=3), "an int at .content; a str was expected"),
    "a field of a field": (
        tuple[Memory, ...] | None,
        (TEA, replace(TEA, scope=Scope(None))),
        "None at [1].scope.user; a str was expected",
    ),
    "a list in a field": (Memory, replace(TEA, derived_from=["a"]), "a list at .derived_from; a tuple was "),
    "a naive time in a field": (
        Memory,
        replace(TEA, recorded_at=AT.replace(tzinfo=None)),
        "a time without an offset at .recorded_at; a zone-aware time was expected",
    ),
    "NaN in a field": (Memory, replace(TEA, confidence=math.nan), "nan at .confidence; a finite number was "),
    "a value": (dict[str, tuple[int, ...]], {"a": (1, 2.5)}, "a float at ['a'][1]; an int was expected"),
    "a key": (dict[str, dict[str, int]], {"a": {1: 2}}, "an int at ['a'].keys(); a str was expected"),
    "a key that is a tuple": (tuple[dict[str, int], ...], ({(): 1},), "a tuple at [0].keys(); a str was "),
}


@pytest.mark.parametrize(("hint", "value", "sentence"), REFUSED.values(), ids=REFUSED)
def test_what_is_not_of_the_type_is_refused_by_name(hint: Any, value: Any, sentence: str) -> None:
    """The sentence says what came and what was expected instead."""
    with pytest.raises(wire.WireError) as refused:
        wire.encode_answer(returning(hint), value, LIMIT)
    assert str(refused.value) == f"returned {sentence}"


@pytest.mark.parametrize(("hint", "value", "sentence"), INSIDE.values(), ids=INSIDE)
def test_what_is_wrong_inside_is_found_by_its_place(hint: Any, value: Any, sentence: str) -> None:
    """The sentence leads to the first item, field, key or value that is wrong, however deep it lies."""
    with pytest.raises(wire.WireError) as refused:
        wire.encode_answer(returning(hint), value, LIMIT)
    assert str(refused.value).startswith(f"returned {sentence}")


@pytest.mark.parametrize(
    ("hint", "value"), [(str, "tea \ud800"), (dict[str, int], {"\udfff": 1}), (Scope, Scope("\ud800"))]
)
def test_half_a_character_is_refused(hint: Any, value: Any) -> None:
    """A lone surrogate is no text, and the sentence names it."""
    with pytest.raises(wire.WireError, match=r"cannot be written as JSON.*half a character.*\\ud"):
        wire.encode_answer(returning(hint), value, LIMIT)


def test_a_number_without_end_is_refused() -> None:
    """The sentence says what is wrong with the answer, and not what to change in Python."""
    with pytest.raises(wire.WireError, match=r"as JSON: there is a number of thousands of digits in it$"):
        wire.encode_answer(returning(int), 10**5000, LIMIT)


def test_an_answer_may_be_as_large_as_the_limit_and_no_larger() -> None:
    """The limit counts bytes of JSON, and the sentence says how many there were."""
    assert wire.encode_answer(returning(str), "é" * 1_000, 2_002) == f'"{"é" * 1_000}"'.encode()
    with pytest.raises(wire.WireError, match="returned 2,002 bytes; 2,001 at most can cross"):
        wire.encode_answer(returning(str), "é" * 1_000, 2_001)


def test_what_is_nested_too_deeply_is_refused() -> None:
    """A record within a record, five thousand times, is refused and overflows nothing."""
    nested = Node()
    for _ in range(5_000):
        nested = Node((nested,))
    with pytest.raises(wire.WireError, match="nested too deeply"):
        wire.encode_answer(returning(Node), nested, LIMIT)


# What may arrive from a box that lies.

HOSTILE = {
    "nothing": (int, b""),
    "no JSON": (int, b"\xff\x00"),
    "a pickle": (int, b"\x80\x04K\x08."),
    "half a list": (tuple[int, ...], b"[1, 2"),
    "two values": (int, b"1 2"),
    "a text for an int": (int, b'"8"'),
    "a fraction for an int": (int, b"8.5"),
    "true for an int": (int, b"true"),
    "null for a float": (float, b"null"),
    "null in a list of floats": (tuple[float, ...], b"[1.0, null]"),
    "null for a record": (Scope, b"null"),
    "NaN": (float, b"NaN"),
    "infinity": (float, b"-Infinity"),
    "a number too large for a float": (float, b"1e999"),
    "a record without a field": (Problem, b'{"field": "content"}'),
    "a field of another type": (Problem, b'{"field": "content", "message": 1}'),
    "a word not on the list": (Literal["a", "b"], b'"c"'),
    "a naive time": (datetime, b'"2026-03-14T09:30:00"'),
    "a thirteenth month": (datetime, b'"2026-13-14T09:30:00Z"'),
    "a number for a time": (datetime, b"1700000000"),
    "half a character": (str, b'"\\ud800"'),
    "half a character in bytes": (str, b'"\xed\xa0\x80"'),
    "a pair too short": (tuple[int, str], b"[1]"),
    "a deep list for a text": (str, b"[" * 100_000),
    "a deep record": (Node, b'{"children": [' * 100_000),
}


@pytest.mark.parametrize(("hint", "data"), HOSTILE.values(), ids=HOSTILE)
def test_bytes_that_are_no_answer_are_refused(hint: Any, data: bytes) -> None:
    """What a box sends is refused as the learner's wrong answer, and breaks nothing here."""
    with pytest.raises(wire.WireError, match=r"^returned "):
        wire.decode_answer(returning(hint), data)


@settings(deadline=None)
@given(st.binary(max_size=40) | st.text('[]{}",:0e-.truefalsn\\', max_size=40).map(str.encode))
def test_any_bytes_are_an_answer_or_refused(data: bytes) -> None:
    """Whatever bytes arrive, they decode to a value of the type or raise WireError and nothing else."""
    for hint in (int, float, str, tuple[float, ...], dict[str, tuple[int, ...]], Scope | None):
        with suppress(wire.WireError):
            assert mismatch(wire.decode_answer(returning(hint), data), hint) == ""


@settings(deadline=None)
@given(st.data())
def test_a_damaged_record_is_a_record_or_refused(data: st.DataObject) -> None:
    """A record with some bytes overwritten decodes to a sound record or raises WireError, nothing else."""
    sent = bytearray(
        wire.encode_answer(returning(Memory), replace(TEA, valid_from=AT.astimezone(UTC)), LIMIT)
    )
    for _ in range(data.draw(st.integers(1, 3))):
        sent[data.draw(st.integers(0, len(sent) - 1))] = data.draw(st.sampled_from(b'09":,-Z{}[]e\\\xff'))
    with suppress(wire.WireError):
        assert mismatch(wire.decode_answer(returning(Memory), bytes(sent)), Memory) == ""
