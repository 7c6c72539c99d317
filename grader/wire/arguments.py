"""Arguments on their way to a call: what cannot be changed is encoded once and decoded once.

A lesson's checks hand one and the same store to call after call, and to encode, decode and compare it took
longer than the calls. What a call could change is made anew for each, as ever.
"""

import types
from dataclasses import is_dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from grader.wire import wire

# Below so many bytes it costs less to do it again than to look whether it was done.
LARGE = 1000
# As many as a check has at hand.
KEPT = 8
UNCHANGING = (str, int, float, bool, type(None), datetime, date)


class Encoder:
    """Encodes the arguments of calls."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[Any, bytes]] = {}

    def encode(self, function: wire.Function, arguments: tuple[Any, ...]) -> bytes:
        """Encode a call's arguments, in order, as one JSON array."""
        fixed = fixed_parameters(function)
        return b"[" + b",".join(map(self._encoded, arguments, fixed)) + b"]"

    def _encoded(self, value: Any, fixed: bool) -> bytes:
        known = self._kept.get(id(value))
        if known is not None:
            return known[1]
        data = msgspec.json.encode(value)
        if fixed and type(value) is tuple and len(data) >= LARGE:
            _keep(self._kept, id(value), (value, data))  # with the value, lest another gets its id
        return data


class Decoder:
    """Decodes the arguments of calls."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, bytes], Any] = {}

    def decode(self, function: wire.Function, data: bytes) -> tuple[Any, ...]:
        """Decode the arguments of a call of `function`."""
        parts = map(bytes, _PARTS.decode(data))
        return tuple(map(self._decoded, wire.argument_decoders(function), parts, fixed_parameters(function)))

    def _decoded(self, decoder: msgspec.json.Decoder[Any], data: bytes, fixed: bool) -> Any:
        if not fixed or len(data) < LARGE:
            return decoder.decode(data)
        key = (id(decoder), data)
        if key not in self._kept:
            _keep(self._kept, key, decoder.decode(data))
        return self._kept[key]


_PARTS = msgspec.json.Decoder(list[msgspec.Raw])


def _keep(kept: dict[Any, Any], key: Any, value: Any) -> None:
    if len(kept) == KEPT:
        del kept[next(iter(kept))]
    kept[key] = value


@lru_cache(maxsize=256)
def fixed_parameters(function: wire.Function) -> tuple[bool, ...]:
    """For each parameter whether what it is handed cannot be changed."""
    return tuple(_is_fixed(hint) for hint in wire.parameters(function).values())


def _is_fixed(hint: Any, around: frozenset[Any] = frozenset()) -> bool:
    """Whether nobody can change a value of that type, unless by force, which harms nobody else.

    around: the records in which it is looked at, which may hold others of their kind.
    """
    origin = get_origin(hint)
    if origin is Literal or hint in UNCHANGING or hint in around:
        return True
    if origin in (tuple, Union, types.UnionType):
        return all(_is_fixed(part, around) for part in get_args(hint) if part is not ...)
    if is_dataclass(hint):
        frozen = hint.__dataclass_params__.frozen  # type: ignore[union-attr]
        return frozen and all(_is_fixed(part, around | {hint}) for part in get_type_hints(hint).values())
    return False
