"""Values in a few words, for the sentence that says what was passed in and what came back."""

import re
import reprlib
import unicodedata
from collections.abc import Sequence
from dataclasses import MISSING, fields, is_dataclass
from datetime import date
from typing import Any

MOST_NAMES = 16
PLAIN = (str, int, float, type(None))

_LONG_ID = re.compile("[0-9a-f]{32,}")

_short = reprlib.Repr()
_short.maxstring = 70
_short.maxother = 60


def call(name: str, arguments: Sequence[Any]) -> str:
    """Write a call as it could stand in code, long arguments by their kind and number.

    >>> call("pack", ((1, 2, 3), "s5")), call("pack", (tuple(range(99)), "s5"))
    ("pack((1, 2, 3), 's5')", "pack(99 ints, 's5')")
    """
    return f"{name}({', '.join(describe(argument) for argument in arguments)})"


def describe(value: Any) -> str:
    """Name a value: records and long sequences by kind and number, the rest as Python writes it, shortened.

    >>> describe(()), describe(("a",)), describe({"a": 1, "b": 2})
    ('()', "('a',)", "{'a': 1, 'b': 2}")
    """
    if isinstance(value, tuple) and all(isinstance(item, PLAIN) for item in value):
        written = repr(value)
        if len(written) <= _short.maxother:
            return written
    if isinstance(value, tuple) and (len(value) > 1 or (value and is_dataclass(value[0]))):
        kinds = {"value" if item is None else type(item).__name__.lower() for item in value}
        return f"{len(value)} {_plural(kinds.pop(), len(value)) if len(kinds) == 1 else 'values'}"
    if is_dataclass(value) and not isinstance(value, type):
        shown = [f"{name}={_field(part)}" for name, part in _telling(value)]
        return f"{type(value).__name__}({', '.join(shown)})"
    if isinstance(value, dict) and all(isinstance(item, PLAIN) for item in value.values()):
        pairs = [f"{describe(name)}: {describe(item)}" for name, item in value.items()]
        return f"{{{', '.join(pairs[:MOST_NAMES])}{', ...' if len(pairs) > MOST_NAMES else ''}}}"
    if isinstance(value, str) and not unicodedata.is_normalized("NFC", value):
        # Two spellings that look alike are told apart by their code points.
        return _short.repr(value) if len(value) > _short.maxstring else ascii(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, str) and _LONG_ID.fullmatch(value):
        return f"'{value[:8]}...'"
    return _short.repr(value)


def _telling(value: Any) -> list[tuple[str, Any]]:
    """The fields of a record that differ from their defaults."""
    named = [(field, getattr(value, field.name)) for field in fields(value)]
    return [(field.name, part) for field, part in named if field.default is MISSING or part != field.default]


def _field(value: Any) -> str:
    """A record within a record: its first fields will do."""
    if is_dataclass(value) and len(_telling(value)) > 2:
        shown = ", ".join(f"{name}={describe(part)}" for name, part in _telling(value)[:2])
        return f"{type(value).__name__}({shown}, ...)"
    return describe(value)


def _plural(noun: str, count: int) -> str:
    if count == 1:
        return noun
    return f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else f"{noun}s"
