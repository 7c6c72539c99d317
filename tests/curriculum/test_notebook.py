"""The notebook of a lab: byte-stable, valid, and a lab that judges itself in a kernel."""

import json

import nbformat
import pytest

from curriculum.course import load_course
from curriculum.files import CourseError
from curriculum.notebook import cells_of_notebook, cells_of_script, notebook_of, script_of
from workshop.labs import solved

SOURCE = """\
# %% [markdown]
# # Words

# %%
words = "tea"

# %%
words = "tea"

# %%
print(words)
"""


def cells(source: str) -> list[tuple[str, str]]:
    """The ids and texts of the notebook's cells."""
    return [(cell["id"], "".join(cell["source"])) for cell in json.loads(notebook_of(source))["cells"]]


def test_the_same_lab_gives_the_same_bytes():
    """A notebook made twice is the same, and ends in one newline."""
    text = notebook_of(SOURCE)
    assert notebook_of(SOURCE) == text
    assert text.endswith("}\n")


def test_a_notebook_has_the_labs_cells():
    """Prose becomes markdown, the rest code, in order."""
    notebook = json.loads(notebook_of(SOURCE))
    assert [cell["cell_type"] for cell in notebook["cells"]] == ["markdown", "code", "code", "code"]
    assert [text for _, text in cells(SOURCE)] == [
        "# Words",
        'words = "tea"',
        'words = "tea"',
        "print(words)",
    ]


def test_an_id_comes_from_text_and_position():
    """A changed cell changes its own id alone, a moved one changes its id, and twins differ."""
    ids = [id for id, _ in cells(SOURCE)]
    assert len(set(ids)) == 4
    changed = [id for id, _ in cells(SOURCE.replace("# # Words", "# # Letters"))]
    assert changed[0] != ids[0]
    assert changed[1:] == ids[1:]
    _, *moved = (id for id, _ in cells("# %%\npass\n\n" + SOURCE))
    assert [new == old for new, old in zip(moved, ids, strict=True)] == [False] * 4


@pytest.mark.parametrize("which", ["toy", "real"])
def test_a_notebook_is_valid_and_carries_nothing_of_the_machine(which, request):
    """It has the format's form, python3 as its kernel, and no outputs, counts or versions of tools."""
    for lesson in load_course(request.getfixturevalue(which)).lessons:
        notebook = nbformat.reads(notebook_of(solved(lesson)), as_version=4)
        nbformat.validate(notebook)
        assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)
        assert notebook.metadata == {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        }
        assert [cell.metadata for cell in notebook.cells if cell.metadata] == []
        code = [cell for cell in notebook.cells if cell.cell_type == "code"]
        assert [(cell.outputs, cell.execution_count) for cell in code] == [([], None)] * len(code)


def test_a_script_comes_back_from_its_notebook():
    """What is the same cells is the same text, if the script is there to be like."""
    assert script_of(notebook_of(SOURCE), like=SOURCE) == SOURCE
    assert cells_of_script(SOURCE) == cells_of_notebook(notebook_of(SOURCE))


def test_a_changed_cell_changes_its_own_lines_alone():
    """The blank lines around a cell are those of the script, also where its text is another."""
    changed = SOURCE.replace("# # Words", "# # Letters")
    assert script_of(notebook_of(changed), like=SOURCE) == changed


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"cells": 1}'])
def test_a_text_that_is_no_notebook_is_refused(text):
    """The sentence is for a person."""
    with pytest.raises(CourseError, match="this is no notebook that can be read"):
        cells_of_notebook(text)
