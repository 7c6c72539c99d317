"""Values as JSON that says of what type each is: for what is kept where nobody knows its type.

Numbers, text, booleans, None and lists are as in JSON; a tuple, a dictionary, a time, a date, a member of an
enum and a record are objects with one key that names their kind. Nothing is ever executed to read one.
"""

import importlib
import math
from collections.abc import Callable
from dataclasses import Field, fields, is_dataclass
from datetime import date, datetime
from enum import Enum
from functools import lru_cache
from typing import Any


class TypedError(ValueError):
    """A value that cannot be kept; the sentence says what it is, and where in the whole."""


def typed(value: Any, where: str = "") -> Any:
    """The value as what JSON can hold.

    Raises TypedError for anything else than is named above: a set, which has no order, a time without an
    offset, a number that is none, or a record of a class that cannot be imported by its name.

    >>> typed((1, date(2026, 5, 1)))
    {'tuple': [1, {'date': '2026-05-01'}]}
    """
    kind = type(value)
    if value is None or kind in (bool, int, str):
        return value
    if kind is float and math.isfinite(value):
        return value
    if kind in (list, tuple):
        items = [typed(item, f"{where}[{place}]") for place, item in enumerate(value)]
        return items if kind is list else {"tuple": items}
    if kind is dict:
        pairs = [
            [typed(key, f"{where}.keys()"), typed(one, f"{where}[{key!r}]")] for key, one in value.items()
        ]
        return {"dict": pairs}
    if kind is datetime and value.utcoffset() is not None:
        return {"time": value.isoformat()}
    if kind is date:
        return {"date": value.isoformat()}
    if isinstance(value, Enum) and _is_found(kind):
        return {"enum": [_name(kind), value.name]}
    if is_dataclass(value) and _is_found(kind) and all(field.init for field in fields(value)):
        parts = [(field.name, getattr(value, field.name)) for field in fields(value) if _tells(value, field)]
        return {"record": [_name(kind), {name: typed(part, f"{where}.{name}") for name, part in parts}]}
    raise TypedError(
        f"{f'at {where} ' if where else ''}there is {value!r:.60} of the type {kind.__qualname__}"
    )


def untyped(data: Any) -> Any:
    """The value that `typed` gave this for.

    >>> untyped({"tuple": [1, {"date": "2026-05-01"}]})
    (1, datetime.date(2026, 5, 1))
    """
    if type(data) is list:
        return list(map(untyped, data))
    if type(data) is not dict:
        return data
    ((kind, held),) = data.items()
    return _READERS[kind](held)


@lru_cache(maxsize=256)
def _found(name: str) -> Any:
    """The class of that name, and nothing but a class of records or an enum."""
    module, _, own = name.partition(":")
    found = getattr(importlib.import_module(module), own)
    if not (isinstance(found, type) and (is_dataclass(found) or issubclass(found, Enum))):
        raise AttributeError(f"{name} is no class of records")
    return found


def _record(held: list[Any]) -> Any:
    name, parts = held
    return _found(name)(**{field: untyped(part) for field, part in parts.items()})


_READERS: dict[str, Callable[[Any], Any]] = {
    "tuple": lambda held: tuple(map(untyped, held)),
    "dict": lambda held: {untyped(key): untyped(value) for key, value in held},
    "time": datetime.fromisoformat,
    "date": date.fromisoformat,
    "enum": lambda held: _found(held[0])[held[1]],
    "record": _record,
}


def _tells(value: Any, field: Field[Any]) -> bool:
    """Whether a field of a record is another than it would be if it were left out."""
    part = getattr(value, field.name)
    return type(part) is not type(field.default) or part != field.default


def _name(kind: type) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


def _is_found(kind: type) -> bool:
    try:
        return _found(_name(kind)) is kind
    except (ImportError, AttributeError):
        return False
