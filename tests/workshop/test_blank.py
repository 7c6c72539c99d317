"""Blank values: one for each type that a function may return."""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, Literal

import pytest

from workshop.blank import blank


@dataclass(frozen=True)
class Point:
    x: int
    y: float
    label: str | None = "a"


@dataclass(frozen=True)
class Line:
    ends: tuple[Point, Point]
    kind: Literal["thick", "thin"] = "thin"


ORIGIN = Point(0, 0.0, None)


@pytest.mark.parametrize(
    ("returned", "blanks"),
    [
        (int, [0]),
        (float, [0.0]),
        (bool, [False]),
        (str, [""]),
        (None, [None]),
        (list[int], [[]]),
        (dict[str, int], [{}]),
        (tuple[int, ...], [()]),
        (tuple[int, str], [(0, "")]),
        (tuple[int | None, Point], [(None, ORIGIN)]),
        (Literal["a", "b"], ["a"]),
        (date, [date(2000, 1, 1)]),
        (datetime, [datetime(2000, 1, 1, tzinfo=UTC)]),
        (Point, [ORIGIN]),
        (Line, [Line((ORIGIN, ORIGIN), "thick")]),
        (Point | None, [ORIGIN, None]),
        (None | str, [None, ""]),
        (int | str, [0, ""]),
    ],
)
def test_each_type_has_a_blank(returned, blanks):
    """A union gives a blank for each of its types, everything else exactly one."""

    def function() -> Any: ...

    function.__annotations__["return"] = returned
    assert list(blank(function)) == blanks


def test_a_blank_time_has_a_zone():
    """A blank datetime can be compared with the zone-aware times of the course."""

    def now() -> datetime: ...

    (value,) = blank(now)
    assert value.utcoffset() is not None
