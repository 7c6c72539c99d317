"""Output for screen readers and logs: a sentence a line, no tables, no colour, nothing cut or wrapped."""

import os
from collections.abc import Iterator

from rich.console import Console, Group, RenderableType
from rich.table import Table

VARIABLE = "LEARN_PLAIN"
ENDLESS = 100_000


def asked_for() -> bool:
    """Whether somebody has set the variable that makes every output plain."""
    return os.environ.get(VARIABLE, "") not in ("", "0")


def console(*, plain: bool) -> Console:
    """The console to print on; at a terminal that may be in colour, unless it is plain."""
    if plain:
        return Console(highlight=False, color_system=None, width=ENDLESS)
    return Console(highlight=False)


def linear(renderable: RenderableType) -> Iterator[str]:
    """The lines of a text, a group or a table; a row of a table is a line, its cells named by their heads."""
    for part in parts_of(renderable):
        if isinstance(part, Table):
            heads, rows = cells_of(part)
            for row in rows:
                first, *others = zip(heads, row, strict=True)
                named = [f"{head} {cell}" if head else cell for head, cell in others if cell]
                yield f"{first[1]}: {', '.join(named)}"
        else:
            yield from str(part).splitlines()


def parts_of(renderable: RenderableType) -> Iterator[RenderableType]:
    """What a group is made of, in its order; anything else alone."""
    if isinstance(renderable, Group):
        for part in renderable.renderables:
            yield from parts_of(part)
    else:
        yield renderable


def cells_of(table: Table) -> tuple[list[str], list[list[str]]]:
    """The heads of a table, and the texts of its rows."""
    rows = zip(*(column.cells for column in table.columns), strict=True)
    return [str(column.header) for column in table.columns], [list(map(str, row)) for row in rows]
