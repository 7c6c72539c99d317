"""A lab as a script in percent format and as a notebook: the same cells, turned from one form into the other.

A notebook is the same bytes wherever it is made: no outputs, no tool's version, ids from text and position.
Two are compared by their cells alone, never by times or by what a run left in them.
"""

import hashlib
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Any

from curriculum.files import CourseError

Cell = tuple[str, str]
PERCENT = {"extension": ".py", "format_name": "percent"}
# Neither form gets what only a tool is interested in.
NOTHING_MORE = {"jupytext": {"notebook_metadata_filter": "-all", "cell_metadata_filter": "-all"}}


def notebook_of(source: str, like: str = "") -> str:
    """Turn a percent-format lab into the text of its notebook.

    like: a notebook whose cells, where they are the same, keep their ids, outputs and all else they have.
    A new cell's id comes from its position and its text.
    """
    import nbformat  # slow to import, like jupytext

    notebook = _of_script(source)
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for position, cell in enumerate(notebook.cells):
        cell.id = hashlib.sha256(f"{position}\n{cell.source}".encode()).hexdigest()[:12]
        cell.metadata = {}
    if like:
        old = _of_notebook(like)
        notebook.metadata = old.metadata
        for position, twin in _twins(notebook.cells, old.cells):
            notebook.cells[position] = twin
    text: str = nbformat.writes(notebook, version=nbformat.NO_CONVERT)
    return text.rstrip("\n") + "\n"


def script_of(notebook: str, like: str = "") -> str:
    """Turn the text of a notebook into a percent-format script; outputs are left out.

    like: a script whose blank lines between cells are kept where the cells are the same.
    Raises CourseError where the text is no notebook.
    """
    import jupytext

    made = _of_notebook(notebook)
    made.metadata = NOTHING_MORE
    for cell in made.cells:
        cell.metadata = {}
    for position, twin in _twins(made.cells, _of_script(like).cells, changed=True) if like else ():
        made.cells[position].metadata = twin.metadata  # among it how many blank lines follow
    text: str = jupytext.writes(made, fmt=PERCENT)
    return text


def cells_of_script(source: str) -> list[Cell]:
    """Kind and text of each cell of a percent-format script."""
    return [_key(cell) for cell in _of_script(source).cells]


def cells_of_notebook(notebook: str) -> list[Cell]:
    """Kind and text of each cell of a notebook; raises CourseError where the text is none."""
    return [_key(cell) for cell in _of_notebook(notebook).cells]


def _of_script(source: str) -> Any:
    import jupytext

    return jupytext.reads(source, fmt=PERCENT)


def _of_notebook(text: str) -> Any:
    import nbformat

    try:
        return nbformat.reads(text, as_version=4)
    except Exception as error:  # nbformat has many, for text that is no JSON, or none of a notebook
        said = " ".join(str(error).split())[:100]
        raise CourseError(f"this is no notebook that can be read ({said})") from error


def _key(cell: Any) -> Cell:
    return cell.cell_type, cell.source.strip("\n")


def _twins(cells: list[Any], others: list[Any], *, changed: bool = False) -> Iterator[tuple[int, Any]]:
    """For each cell that is among the others too, in the same order, its position and that other.

    changed: also for cells that stand in the place of as many others.
    """
    matched = SequenceMatcher(None, list(map(_key, cells)), list(map(_key, others)), autojunk=False)
    for tag, start, end, first, last in matched.get_opcodes():
        if tag == "equal" or (changed and tag == "replace" and end - start == last - first):
            yield from zip(range(start, end), others[first:last], strict=True)
