"""The emptiest value of each type, for functions that return one whatever they are asked."""

import types
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from datetime import UTC, date, datetime
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints


def blank(function: Callable[..., Any]) -> Iterator[Any]:
    """Yield a blank value for each type that the function is annotated to return.

    >>> def pair() -> tuple[int, str] | None: ...
    >>> list(blank(pair))
    [(0, ''), None]
    """
    hint = get_type_hints(function)["return"]
    choices = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    yield from (_blank(choice) for choice in choices)


def _blank(hint: Any) -> Any:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType) or origin is Literal:
        return (
            None if type(None) in arguments else arguments[0] if origin is Literal else _blank(arguments[0])
        )
    if origin is tuple:
        return () if arguments[-1] is ... else tuple(_blank(argument) for argument in arguments)
    if hint is type(None):
        return None
    if hint is datetime:
        return datetime(2000, 1, 1, tzinfo=UTC)
    if hint is date:
        return date(2000, 1, 1)
    if isinstance(hint, type) and is_dataclass(hint):
        hints = get_type_hints(hint)
        return hint(**{field.name: _blank(hints[field.name]) for field in fields(hint)})
    return (origin or hint)()
