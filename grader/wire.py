"""How values cross between the judge and the learner's code: as JSON, typed by the reference's annotations.

Both sides read a function's parameters and result from the type hints of memlab's own function, so nothing
that arrives decides what it is. What crosses: text, numbers, booleans, None, zone-aware times, dates, tuples,
dictionaries with text keys, and frozen dataclasses of these. A `Sequence` parameter arrives as a tuple.

An answer is looked through on the learner's side first (`mismatch`), because the sentence that helps ("a
list; a tuple was expected") can only be made where the value still is what the learner returned.
"""

import collections.abc
import inspect
import math
import reprlib
import types
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

Function = Callable[..., Any]


class WireError(ValueError):
    """A value that cannot cross; the sentence says what it is and what was expected."""


@lru_cache(maxsize=256)
def parameters(function: Function) -> dict[str, Any]:
    """The parameters of a function, in order, with the types in which they cross."""
    hints = hints_of(function)
    return {name: _crossing(hints[name]) for name in inspect.signature(function).parameters}


@lru_cache(maxsize=256)
def hints_of(annotated: Callable[..., Any]) -> dict[str, Any]:
    """The resolved annotations of a function or a dataclass."""
    return get_type_hints(annotated)


def _crossing(hint: Any) -> Any:
    """Replace Sequence by tuple, at every depth: JSON arrays arrive as tuples."""
    arguments = tuple(_crossing(argument) for argument in get_args(hint))
    origin = get_origin(hint)
    if origin is collections.abc.Sequence:
        return tuple[arguments[0], ...]  # type: ignore[valid-type]
    if origin in (Union, types.UnionType):
        return Union[arguments]  # noqa: UP007
    if origin in (tuple, dict):
        return origin[arguments]
    return hint


def bind(function: Function, arguments: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, ...]:
    """Lay out a call's arguments in the order of the parameters, defaults filled in."""
    bound = inspect.signature(function).bind(*arguments, **named)
    bound.apply_defaults()
    return tuple(bound.arguments.values())


def encode_arguments(arguments: tuple[Any, ...]) -> bytes:
    """Encode a call's arguments, in order, as one JSON array."""
    return msgspec.json.encode(arguments)


def decode_arguments(function: Function, data: bytes) -> tuple[Any, ...]:
    """Decode the arguments of a call of `function`."""
    arguments: tuple[Any, ...] = _argument_decoder(function).decode(data)
    return arguments


@lru_cache(maxsize=256)
def _argument_decoder(function: Function) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(tuple[tuple(parameters(function).values())])  # type: ignore[misc]


def encode_answer(function: Function, value: Any, most_bytes: int) -> bytes:
    """Encode what `function` returned, or raise WireError with what is wrong with it."""
    _refuse_mismatch(function, value)
    try:
        data = msgspec.json.encode(value)
    except (ValueError, OverflowError) as error:  # half a character, a number of thousands of digits
        raise WireError(f"returned a value that cannot be written as JSON: {error}") from error
    if len(data) > most_bytes:
        raise WireError(f"returned {len(data):,} bytes; {most_bytes:,} at most can cross")
    return data


def _refuse_mismatch(function: Function, value: Any) -> None:
    try:
        wrong = mismatch(value, hints_of(function)["return"])
    except RecursionError as error:
        raise WireError("returned a value that is nested too deeply to cross") from error
    if wrong:
        raise WireError(f"returned {wrong}")


def decode_answer(function: Function, data: bytes) -> Any:
    """Decode what came back of a call of `function`, by the type it is annotated with, and nothing else."""
    try:
        value = _answer_decoder(function).decode(data)
    except msgspec.ValidationError as error:
        raise WireError(f"returned something else than its annotation says: {error}") from error
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise WireError("returned something that is not JSON") from error
    _refuse_mismatch(function, value)
    return value


@lru_cache(maxsize=256)
def _answer_decoder(function: Function) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(hints_of(function)["return"])


def mismatch(value: Any, hint: Any, where: str = "") -> str:
    """Say how a value differs from a type, at the first place where it does; "" if it does not.

    >>> mismatch([1, 2], tuple[int, ...])
    'a list; a tuple was expected'
    >>> mismatch((1, "two"), tuple[int, ...])
    'a str at [1]; an int was expected'
    >>> mismatch(None, int | None)
    ''
    """
    origin, arguments = _shape(hint)
    if origin in (Union, types.UnionType):
        tried = [mismatch(value, choice, where) for choice in arguments]
        return "" if "" in tried else _expected(value, " or ".join(map(_name, arguments)), where, tried)
    if origin is Literal:
        known = type(value) is str and value in arguments
        shown = reprlib.repr(value) if type(value) is str else _name_of(value)
        return "" if known else f"{shown}{_at(where)}; one of {', '.join(map(str, arguments))} was expected"
    if hint is float and type(value) is int:
        return ""
    if type(value) is not (origin or hint):
        return f"{_name_of(value)}{_at(where)}; {_name(hint)} was expected"
    if hint is float and not math.isfinite(value):
        return f"{value}{_at(where)}; a finite number was expected"
    if hint is datetime and value.utcoffset() is None:
        return f"a time without an offset{_at(where)}; a zone-aware time was expected"
    if type(value) in _PLAIN:
        return ""
    return next(filter(None, _mismatches_inside(value, arguments, where)), "")


_PLAIN = frozenset((str, int, float, bool, type(None), datetime, date))


@lru_cache(maxsize=1024)
def _shape(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """Origin and arguments of a type; looked up for every value of an answer, so it is remembered."""
    return get_origin(hint), get_args(hint)


def _mismatches_inside(value: Any, arguments: tuple[Any, ...], where: str) -> collections.abc.Iterator[str]:
    if type(value) is tuple and arguments[-1:] == (...,):
        yield from (mismatch(item, arguments[0], f"{where}[{n}]") for n, item in enumerate(value))
    elif type(value) is tuple:
        if len(value) != len(arguments):
            yield f"{len(value)} values{_at(where)}; {len(arguments)} were expected"
        yield from (
            mismatch(item, argument, f"{where}[{n}]")
            for n, (item, argument) in enumerate(zip(value, arguments, strict=False))
        )
    elif type(value) is dict:
        yield from (mismatch(key, arguments[0], f"{where}.keys()") for key in value)
        yield from (
            mismatch(item, arguments[1], f"{where}[{reprlib.repr(key)}]") for key, item in value.items()
        )
    elif is_dataclass(value):
        kind: Any = type(value)
        for name, hint in _fields(kind):
            yield mismatch(getattr(value, name), hint, f"{where}.{name}")


@lru_cache(maxsize=256)
def _fields(kind: type) -> tuple[tuple[str, Any], ...]:
    """The fields of a dataclass, each with its type."""
    hints = hints_of(kind)
    return tuple((field.name, hints[field.name]) for field in fields(kind))


def _expected(value: Any, names: str, where: str, tried: list[str]) -> str:
    """Of a failed union: the deeper complaint if the value was of one of the kinds, else all the kinds."""
    deeper = [complaint for complaint in tried if not complaint.startswith(f"{_name_of(value)}{_at(where)};")]
    return deeper[0] if deeper else f"{_name_of(value)}{_at(where)}; {names} was expected"


def _at(where: str) -> str:
    return f" at {where}" if where else ""


def _name_of(value: Any) -> str:
    return "None" if value is None else _with_article(type(value).__name__)


def _name(hint: Any) -> str:
    if hint is type(None):
        return "None"
    readable: dict[Any, str] = {datetime: "time", date: "date"}
    return _with_article(readable.get(hint) or str(getattr(get_origin(hint) or hint, "__name__", hint)))


def _with_article(name: str) -> str:
    return f"{'an' if name[:1].lower() in 'aeio' else 'a'} {name}"
