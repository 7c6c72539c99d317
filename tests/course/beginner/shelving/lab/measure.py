"""The figures of the toy lesson."""

from rich.text import Text


def figures(lab):
    try:
        return {"new": [lab.store("figures.db", ("cup", "jug")), lab.store("figures.db", ("jug", "pot"))]}
    except NotImplementedError:
        return {"new": None}


def draw(figures, expected):
    return Text(f"new {figures['new']}")
