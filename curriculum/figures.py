"""What every `measure.py` needs: figures of stubs, and figures beside those that were expected."""

from collections.abc import Callable, Mapping, Sequence
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


def remark(figures: Mapping[str, Any], expected: Mapping[str, Any]) -> list[str]:
    """The line that explains the brackets, where there are any."""
    differ = any(figures[name] not in (None, expected[name]) for name in expected)
    return ["In brackets: the figure that was expected."] if differ else []
