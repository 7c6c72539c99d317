"""Arguments on their way: what arrives is what was handed over, and what could be changed is made anew."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Literal

import pytest

from grader.wire import arguments
from grader.wire.arguments import KEPT, LARGE, Decoder, Encoder, fixed_parameters
from memlab.record import Memory, Provenance, Scope, make_memory

AT = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
TEA = make_memory("Likes tea", "semantic", Scope("ada"), Provenance("s1/1", "user", 1.0), AT, AT)
STORE = tuple(replace(TEA, content=f"Likes tea, cup {number}") for number in range(20))


def recall(records: Sequence[Memory], query: str, counts: dict[str, int]) -> tuple[Memory, ...]:
    """A function of what cannot be changed, and of what can."""
    return tuple(records)


@dataclass
class Open:
    """A record that can be changed."""

    name: str


@dataclass(frozen=True)
class Holding:
    """A record that cannot be changed, but what it holds can."""

    names: list[str]


@dataclass(frozen=True)
class Node:
    """A record that may hold others of its kind."""

    children: "tuple[Node, ...]" = ()


@pytest.mark.parametrize(
    ("hint", "fixed"),
    [
        (Sequence[Memory], True),
        (tuple[Memory, ...] | None, True),
        (Literal["a", "b"], True),
        (datetime, True),
        (Node, True),
        (dict[str, int], False),
        (tuple[dict[str, int], ...], False),
        (list[str], False),
        (Open, False),
        (tuple[Holding, ...], False),
        (Any, False),
    ],
)
def test_what_can_be_changed_is_told_by_its_type(hint: Any, fixed: bool) -> None:
    """Text, numbers, times, and tuples and frozen records of them stay as they are; all else may not."""

    def function(value: Any) -> None: ...

    function.__annotations__ = {"value": hint}
    assert fixed_parameters(function) == (fixed,)


def test_a_call_is_one_array() -> None:
    """However it is put together, what goes out is the JSON of all arguments in their order."""
    encoder = Encoder()
    for _ in range(2):
        assert (
            encoder.encode(recall, ((), 'a "quoted" ž', {"a": 1}))
            == b'[[],"a \\"quoted\\" \xc5\xbe",{"a":1}]'
        )
    assert len(json.loads(encoder.encode(recall, (STORE, "tea", {})))[0]) == 20


def test_what_arrives_is_what_was_handed_over() -> None:
    """Call after call, in any order, each gets its own arguments."""
    encoder, decoder = Encoder(), Decoder()
    stores = [tuple(replace(memory, id=f"{number:064}") for memory in STORE) for number in range(KEPT + 3)]
    for store in (*stores, *reversed(stores), stores[0]):
        data = encoder.encode(recall, (store, "tea", {"a": 1}))
        assert decoder.decode(recall, data) == (store, "tea", {"a": 1})


def test_a_store_is_encoded_and_decoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """One and the same store that goes into call after call arrives as one and the same."""
    encoder, decoder = Encoder(), Decoder()
    calls = [decoder.decode(recall, encoder.encode(recall, (STORE, query, {}))) for query in ("tea", "cat")]
    assert calls[0][0] is calls[1][0]
    assert [query for _, query, _ in calls] == ["tea", "cat"]
    monkeypatch.setattr(arguments.msgspec.json, "encode", lambda value: b"null")
    assert len(encoder.encode(recall, (STORE, "tea", {}))) > LARGE


def test_what_can_be_changed_is_made_anew() -> None:
    """A dictionary that one call changes is not the next one's."""
    decoder = Decoder()
    large = {f"key {number}": number for number in range(LARGE)}
    data = Encoder().encode(recall, ((), "tea", large))
    decoder.decode(recall, data)[2].clear()
    assert decoder.decode(recall, data)[2] == large


def test_another_value_with_the_same_id_is_another() -> None:
    """A store that is gone leaves nothing to one that Python puts in its place."""
    encoder, seen = Encoder(), set()
    for number in range(200):
        store = tuple(replace(memory, content=f"{number}") for memory in STORE)
        seen.add(encoder.encode(recall, (store, "tea", {})))
    assert len(seen) == 200


def test_no_more_is_kept_than_a_check_needs() -> None:
    """However many stores there are, the memory that they take is bounded."""
    encoder, decoder = Encoder(), Decoder()
    for number in range(5 * KEPT):
        store = tuple(replace(memory, content=f"{number}") for memory in STORE)
        decoder.decode(recall, encoder.encode(recall, (store, "tea", {})))
    assert len(encoder._kept) == len(decoder._kept) == KEPT
