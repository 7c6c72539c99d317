"""The view of a class at a terminal of 80 columns, in colour or without."""

from collections.abc import Iterable

from rich.console import Console
from rich.table import Table
from rich.text import Text

from grader.inert import plain
from grader.report.class_view import StudentRow, View
from grader.report.terminal import COLUMNS

LONGEST_BAR = 40
MOST = 12


def show(view: View) -> None:
    """Print it; a table is left out where it would have no row."""
    screen = Console(highlight=False, width=COLUMNS)
    screen.print(Text(f"{view.title} ({view.code})", style="bold"))
    screen.print(_summary(view))
    screen.print(_marks(view))
    for name, table in (
        ("Which checks fail most", _checks(view)),
        ("Known mistakes", _mistakes(view)),
        ("Over a limit", _students(view.limits)),
        ("Without a lab that could be judged, or untouched", _students(view.attention)),
        ("The slowest", _students(view.slowest)),
    ):
        if table.row_count:
            screen.print(Text(f"\n{name}", style="bold"))
            screen.print(table)
    screen.print()


def _summary(view: View) -> Text:
    parts = [f"{view.students} {'student' if view.students == 1 else 'students'}"]
    parts += [f"mean {view.mean}, median {view.median:g}"] if view.median is not None else []
    parts += [f"{count} {name}" for name, count in view.statuses]
    parts += [f"{view.late} late, {view.deducted} points deducted"] if view.late else []
    return Text("; ".join(parts))


def _marks(view: View) -> Table:
    most = max(bin.students for bin in view.bins)
    table = _table(("marks", "right"), ("", "left"), ("students", "right"))
    for bin in view.bins:
        bar = "#" * -(-bin.students * LONGEST_BAR // most) if most else ""
        table.add_row(bin.name, bar, str(bin.students or ""))
    return table


def _checks(view: View) -> Table:
    table = _table(("task", "left"), ("check", "left"), ("failed", "right"), ("of", "right"))
    for row in [row for row in view.checks if row.failed][:MOST]:
        table.add_row(row.task, row.title, str(row.failed), str(row.tried))
    return table


def _mistakes(view: View) -> Table:
    table = _table(("task", "left"), ("mistake", "left"), ("students", "right"))
    for row in view.mistakes[:MOST]:
        table.add_row(row.task, row.says, str(len(row.students)))
    return table


def _students(rows: Iterable[StudentRow]) -> Table:
    table = _table(("student", "left"), ("mark", "right"), ("s", "right"), ("", "left"))
    for row in [*rows][:MOST]:
        mark = "-" if row.mark is None else str(row.mark)
        seconds = "-" if row.seconds is None else f"{row.seconds:.2f}"
        table.add_row(Text(plain(row.student)), mark, seconds, Text(plain(row.says)))
    return table


def _table(*columns: tuple[str, str]) -> Table:
    table = Table(box=None, pad_edge=False)
    for name, justify in columns:
        table.add_column(name, justify=justify, overflow="fold")  # type: ignore[arg-type]
    return table
