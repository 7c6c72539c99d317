"""Figures quoted in a text, where `{summaries.ratio}` stands for the figure of that name."""

import re
from typing import Any

_QUOTED = re.compile(r"\{([\w.]+)\}")


def filled(text: str, figures: Any) -> str:
    """Put the figures in; raises LookupError for a name that they do not have.

    >>> filled("From {store.characters} to {rows.s6.kept}.", {"store": {"characters": 1432}, "rows": [
    ...     {"source": "s6", "kept": 3}]})
    'From 1432 to 3.'
    """
    return _QUOTED.sub(lambda match: written(figure(figures, match[1])), text)


def figure(figures: Any, path: str) -> Any:
    """Find a figure by its path; a row of a list is named by any of its values."""
    for key in path.split("."):
        if isinstance(figures, list):
            figures = next((row for row in figures if key in map(str, row.values())), None)
        else:
            figures = figures.get(key)
        if figures is None:
            raise LookupError(f"the lesson's figures have no {path}")
    return figures


def written(value: Any) -> str:
    """A figure as it stands in prose: two decimals, a comma in what has five digits, and commas in a list.

    >>> written([0.5, 1432, 30_000, "s1"])
    '0.50, 1432, 30,000, s1'
    """
    match value:
        case list():
            return ", ".join(map(written, value))
        case bool() | str():
            return str(value)
        case float():
            return f"{value:,.2f}" if value >= 10_000 else f"{value:.2f}"
        case int():
            return f"{value:,}" if value >= 10_000 else str(value)
    return str(value)
