"""The notebook of a lab: byte-stable, valid, and a lab that judges itself in a kernel."""

import json
import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from curriculum import editions
from curriculum.course import load_course
from curriculum.notebook import notebook_of
from workshop.labs import solved, stubs_of

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


@pytest.mark.parametrize(
    ("written", "verdict"), [(False, "not started: 0 of 100 points"), (True, "done: 100 of 100 points")]
)
@pytest.mark.filterwarnings("ignore:::(ipykernel|jupyter_client|jupyter_core|nbclient|tornado|zmq)")
def test_the_real_notebook_ends_with_the_verdict(real: Path, written, verdict):
    """Untouched and solved, the notebook runs through in a kernel, and its last cell shows the verdict."""
    lesson = load_course(real).lesson("summarization-and-compaction")
    text = solved(lesson) if written else editions.paste(solved(lesson), stubs_of(lesson))
    notebook = nbformat.reads(notebook_of(text), as_version=4)
    where = {"metadata": {"path": str(lesson.lab.parent)}}
    NotebookClient(notebook, timeout=60, kernel_name="python3", resources=where).execute()
    *others, last = (cell for cell in notebook.cells if cell.cell_type == "code")
    assert [cell.outputs for cell in others if cell.outputs] == []
    shown = "".join(output["data"]["text/plain"] for output in last.outputs)
    lines = re.sub(r"\x1b\[[\d;]*m", "", shown).splitlines()
    assert lines[0] == "Summarization and compaction (I2)"
    assert lines[-1] == verdict
