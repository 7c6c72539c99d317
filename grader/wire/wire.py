"""How values cross between the judge and the learner's code: as JSON, typed by the reference's annotations.

Both sides read a function's parameters and result from the type hints of memlab's own function, so nothing
that arrives decides what it is. What crosses: text, numbers, booleans, None, zone-aware times, dates, tuples,
dictionaries with text keys, and frozen dataclasses of these. A `Sequence` parameter arrives as a tuple.

An answer is looked through on the learner's side first (`grader.wire.exact`), because the sentence that helps
("a list; a tuple was expected") can only be made where the value still is what the learner returned.
"""

import collections.abc
import inspect
import types
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from grader.wire.exact import look

Function = Callable[..., Any]


class WireError(ValueError):
    """A value that cannot cross; the sentence says what it is and what was expected."""


def prepare(function: Function) -> None:
    """Work out now what the first call of the function would."""
    argument_decoders(function)
    _answer_decoder(function)


@lru_cache(maxsize=256)
def parameters(function: Function) -> dict[str, Any]:
    """The parameters of a function, in order, with the types in which they cross."""
    hints = _hints(function)
    return {name: _crossing(hints[name]) for name in _signature(function).parameters}


@lru_cache(maxsize=256)
def _hints(function: Function) -> dict[str, Any]:
    return get_type_hints(function)


@lru_cache(maxsize=256)
def _signature(function: Function) -> inspect.Signature:
    return inspect.signature(function)


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
    bound = _signature(function).bind(*arguments, **named)
    bound.apply_defaults()
    return tuple(bound.arguments.values())


def encode_arguments(arguments: tuple[Any, ...]) -> bytes:
    """Encode a call's arguments, in order, as one JSON array."""
    return msgspec.json.encode(arguments)


@lru_cache(maxsize=256)
def argument_decoders(function: Function) -> tuple[msgspec.json.Decoder[Any], ...]:
    """For each parameter what decodes its argument."""
    return tuple(msgspec.json.Decoder(hint) for hint in parameters(function).values())


def encode_answer(function: Function, value: Any, most_bytes: int) -> bytes:
    """Encode what `function` returned, or raise WireError with what is wrong with it."""
    _refuse_mismatch(function, value)
    try:
        data = msgspec.json.encode(value)
    except (ValueError, OverflowError) as error:
        raise WireError(f"returned a value that cannot be written as JSON: {_unwritable(error)}") from error
    if len(data) > most_bytes:
        raise WireError(f"returned {len(data):,} bytes; {most_bytes:,} at most can cross")
    return data


def _unwritable(error: Exception) -> str:
    """What cannot be written, for Python's words about it advise to change the interpreter."""
    if isinstance(error, UnicodeEncodeError):
        return f"there is half a character in it, {error.object[error.start]!r}"
    return "there is a number of thousands of digits in it" if "digits" in str(error) else str(error)


def _refuse_mismatch(function: Function, value: Any) -> None:
    try:
        wrong = look(_hints(function)["return"])(value)
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
    hint = _hints(function)["return"]
    look(hint)
    return msgspec.json.Decoder(hint)
