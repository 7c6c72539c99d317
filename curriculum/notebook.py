"""The notebook of a lab, made from lab.py: the same cells, and the same bytes wherever it is made."""

import hashlib


def notebook_of(source: str) -> str:
    """Turn a percent-format lab into the text of its notebook: no outputs, no tool's version.

    A cell's id comes from its position and its text, so that an unchanged cell keeps it.
    """
    import jupytext  # slow to import, and only authors need it
    import nbformat

    notebook = jupytext.reads(source, fmt="py:percent")
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for position, cell in enumerate(notebook.cells):
        cell.id = hashlib.sha256(f"{position}\n{cell.source}".encode()).hexdigest()[:12]
        cell.metadata = {}
    text: str = nbformat.writes(notebook, version=nbformat.NO_CONVERT)
    return text.rstrip("\n") + "\n"
