"""Values that are kept as JSON and come back as they were, type for type."""

import json
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone
from enum import Enum

import pytest
from toybox.labels import Label

from grader.wire.typed import TypedError, typed, untyped


class Colour(Enum):
    RED = "red"


@dataclass(frozen=True)
class Pot:
    """A record with a default that equals values of another type."""

    size: float
    lids: float = 1.0


AT = datetime(2031, 1, 2, 3, 4, 5, 6, tzinfo=timezone(timedelta(hours=5, minutes=45)))


@pytest.mark.parametrize(
    "value",
    [
        None, True, 0, 10**30, -0.5, "", "ü\n\u2028", [], (), {}, [1, (2, [3])], {"a": (1,), 2: None}, AT,
        AT.astimezone(UTC), date(2026, 5, 1), Colour.RED, (Label("a", 2, AT), None), Pot(2), Pot(2.0, 1),
        {"tuple": [1]}, [{"record": "x"}],
    ],
    ids=repr,
)  # fmt: skip
def test_a_value_comes_back_as_it_was(value: object) -> None:
    """Through JSON and back it is equal, of the same type at every depth, and times keep their offset."""
    back = untyped(json.loads(json.dumps(typed(value))))
    assert back == value
    assert repr(back) == repr(value)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({1, 2}, "there is {1, 2} of the type set"),
        (({"a": [float("nan")]},), "at [0]['a'][0] there is nan of the type float"),
        (Label("a", 1, datetime(2026, 1, 1)), "at .seen_at there is datetime.datetime(2026, 1, 1"),  # noqa: DTZ001
        (print, "there is <built-in function print> of the type builtin_function_or_method"),
    ],
)
def test_what_cannot_be_kept_is_named(value: object, said: str) -> None:
    """A set has no order, and no number, no offset and no function can be written down."""
    with pytest.raises(TypedError) as refused:
        typed(value)
    assert str(refused.value).startswith(said)


def test_a_record_of_no_importable_class_is_refused() -> None:
    """A class within a function could not be found again."""

    @dataclass(frozen=True)
    class Hidden:
        size: int

    with pytest.raises(TypedError, match="Hidden"):
        typed((Hidden(1),))


def test_nothing_but_records_and_enums_is_made() -> None:
    """A file that names a function of another module calls nothing."""
    with pytest.raises(AttributeError, match="no class of records"):
        untyped({"record": ["os:system", {"command": "true"}]})
