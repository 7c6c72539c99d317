"""Whether a value is exactly of a type, and where it is not: no subclass, no look-alike, nothing lazy.

Every value of every answer is looked at, on both sides of the wire; so what there is to look at is worked out
once for a type, and a place is put into words only where something is wrong.
"""

import math
import reprlib
import types
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from functools import lru_cache, partial
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints


class Mismatch(NamedTuple):
    """What stands where something else was expected."""

    what: str
    expected: str
    where: str = ""

    def __str__(self) -> str:
        return f"{self.what}{f' at {self.where}' if self.where else ''}; {self.expected}"

    def inside(self, step: str) -> "Mismatch":
        """The same, as seen from the value around it."""
        return self._replace(where=step + self.where)


Look = Callable[[Any], Mismatch | None]


def mismatch(value: Any, hint: Any) -> str:
    """Say how a value differs from a type, at the first place where it does; "" if it does not.

    >>> mismatch([1, 2], tuple[int, ...])
    'a list; a tuple was expected'
    >>> mismatch((1, "two"), tuple[int, ...])
    'a str at [1]; an int was expected'
    >>> mismatch(None, int | None)
    ''
    """
    return str(look(hint)(value) or "")


@lru_cache(maxsize=1024)
def look(hint: Any) -> Look:
    """What looks at a value of that type, and finds the first mismatch or None."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _union(arguments)
    if origin is Literal:
        return _literal(arguments)
    if origin is tuple:
        return _items(look(arguments[0])) if arguments[-1:] == (...,) else _pair(arguments)
    if origin is dict:
        return _dictionary(*map(look, arguments))
    return {float: _float, datetime: _time}.get(hint) or (_record(hint) if is_dataclass(hint) else _is(hint))


def _is(kind: Any) -> Look:
    def looking(value: Any) -> Mismatch | None:
        return None if type(value) is kind else _other(value, kind)

    return looking


def _float(value: Any) -> Mismatch | None:
    """An int will do, and becomes one; there is no float for infinity or for no number."""
    if type(value) is int or (type(value) is float and math.isfinite(value)):
        return None
    return (
        Mismatch(str(value), "a finite number was expected") if type(value) is float else _other(value, float)
    )


def _time(value: Any) -> Mismatch | None:
    if type(value) is not datetime:
        return _other(value, datetime)
    if value.utcoffset() is None:
        return Mismatch("a time without an offset", "a zone-aware time was expected")
    return None


def _literal(words: tuple[Any, ...]) -> Look:
    def looking(value: Any) -> Mismatch | None:
        if type(value) is str and value in words:
            return None
        shown = reprlib.repr(value) if type(value) is str else _name_of(value)
        return Mismatch(shown, f"one of {', '.join(map(str, words))} was expected")

    return looking


def _union(kinds: tuple[Any, ...]) -> Look:
    looks = [look(kind) for kind in kinds]

    def looking(value: Any) -> Mismatch | None:
        found = []
        for one in looks:
            if (wrong := one(value)) is None:
                return None
            found.append(wrong)
        # A value of one of the kinds that is wrong inside says more than that it is none of them.
        deeper = [one for one in found if one.where or one.what != _name_of(value)]
        expected = f"{' or '.join(map(_name, kinds))} was expected"
        return deeper[0] if deeper else Mismatch(_name_of(value), expected)

    return looking


def _items(item: Look) -> Look:
    def looking(value: Any) -> Mismatch | None:
        if type(value) is not tuple:
            return _other(value, tuple)
        for number, one in enumerate(value):
            if found := item(one):
                return found.inside(f"[{number}]")
        return None

    return looking


def _pair(kinds: tuple[Any, ...]) -> Look:
    looks = [look(kind) for kind in kinds]

    def looking(value: Any) -> Mismatch | None:
        if type(value) is not tuple:
            return _other(value, tuple)
        if len(value) != len(looks):
            return Mismatch(f"{len(value)} values", f"{len(looks)} were expected")
        for number, one in enumerate(value):
            if found := looks[number](one):
                return found.inside(f"[{number}]")
        return None

    return looking


def _dictionary(key: Look, item: Look) -> Look:
    def looking(value: Any) -> Mismatch | None:
        if type(value) is not dict:
            return _other(value, dict)
        for name, one in value.items():
            if found := key(name):
                return found.inside(".keys()")
            if found := item(one):
                return found.inside(f"[{reprlib.repr(name)}]")
        return None

    return looking


def _record(kind: Any) -> Look:
    look_at_fields = partial(_looks_at_fields, kind)

    def looking(value: Any) -> Mismatch | None:
        if type(value) is not kind:
            return _other(value, kind)
        for name, one in look_at_fields():
            if found := one(getattr(value, name)):
                return found.inside(f".{name}")
        return None

    return looking


@lru_cache(maxsize=256)
def _looks_at_fields(kind: Any) -> tuple[tuple[str, Look], ...]:
    """Not before they are needed, because a record may hold others of its kind."""
    hints = get_type_hints(kind)
    return tuple((field.name, look(hints[field.name])) for field in fields(kind))


def _other(value: Any, kind: Any) -> Mismatch:
    namesake = " of another class of that name" if _name_of(value) == _name(kind) else ""
    return Mismatch(f"{_name_of(value)}{namesake}", f"{_name(kind)} was expected")


def _name_of(value: Any) -> str:
    return "None" if value is None else _with_article(type(value).__name__)


def _name(hint: Any) -> str:
    if hint is type(None):
        return "None"
    readable: dict[Any, str] = {datetime: "time", date: "date"}
    return _with_article(readable.get(hint) or str(getattr(get_origin(hint) or hint, "__name__", hint)))


def _with_article(name: str) -> str:
    return f"{'an' if name[:1].lower() in 'aeio' else 'a'} {name}"
