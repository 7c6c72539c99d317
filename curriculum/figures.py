"""What every `measure.py` needs: figures of stubs, and figures beside those that were expected."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from rich.table import Table

from curriculum.quoting import written

MOST = 1_000_000.0

T = TypeVar("T")


def if_written(measure: Callable[[], T]) -> T | None:
    """What a measurement gives; None where a piece that it calls is still a stub.

    >>> if_written(lambda: 4)
    4
    """
    try:
        return measure()
    except NotImplementedError:
        return None


def read_rows(path: Path) -> tuple[dict[str, Any], ...]:
    """Read a file of JSON Lines that a lesson brings along; a line ends at a line feed and nowhere else."""
    return tuple(json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line)


def share(part: float, whole: float) -> float:
    """The part over the whole, to two decimals; of nothing 0.0.

    What a wrong piece returns may be of any size, so that the share is a million at most.

    >>> share(1175, 1432), share(3, 0), share(10**400, 3)
    (0.82, 0.0, 1000000.0)
    """
    if not whole:
        return 0.0
    return MOST if part > MOST * whole else round(part / whole, 2)


def cell(mine: Any, right: Any) -> str:
    """A figure as it stands in a table; the expected one follows in brackets where it is another.

    >>> cell(0.5, 0.5), cell(2, 3), cell(None, 12_000)
    ('0.50', '2 (3)', '- (12,000)')
    """
    return _written(mine) if mine == right else f"{_written(mine)} ({_written(right)})"


def _written(value: Any) -> str:
    return "-" if value is None else written(value)


def cells(mine: Mapping[str, Any], right: Mapping[str, Any]) -> dict[str, str]:
    """A `cell` for each of some figures, by its name."""
    return {name: cell(value, right[name]) for name, value in mine.items()}


def table(
    mine: Sequence[Mapping[str, Any]], right: Sequence[Mapping[str, Any]], columns: Mapping[str, str]
) -> Table:
    """Draw rows of figures, each beside the expected row that has the same first column.

    columns: the heading of each figure, by its name. The first one names the row; the others stand to the
    right. A row that is on one side alone is drawn too.
    """
    drawn = Table(box=None, pad_edge=False)
    first, *others = columns
    drawn.add_column(columns[first])
    for name in others:
        drawn.add_column(columns[name], justify="right")
    ours = {row[first]: row for row in mine}
    wanted = {row[first]: row for row in right}
    for key in dict.fromkeys((*wanted, *ours)):
        row, goal = ours.get(key, {}), wanted.get(key, {})
        drawn.add_row(written(key), *(cell(row.get(name), goal.get(name)) for name in others))
    return drawn


def joined(lists: Iterable[Sequence[Mapping[str, Any]]], name: str) -> list[dict[str, Any]]:
    """Put rows of several lists side by side that have the same figure of that name.

    >>> joined([[{"turn": 1, "tokens": 600}], [{"turn": 1, "dollars": 0.5}]], "turn")
    [{'turn': 1, 'tokens': 600, 'dollars': 0.5}]
    """
    found: dict[Any, dict[str, Any]] = {}
    for row in chain.from_iterable(lists):
        found.setdefault(row[name], {}).update(row)
    return list(found.values())


def remark(figures: Mapping[str, Any], expected: Mapping[str, Any]) -> list[str]:
    """The line that explains the brackets, where there are any."""
    differ = any(figures[name] not in (None, expected[name]) for name in expected)
    return ["In brackets: the figure that was expected."] if differ else []
