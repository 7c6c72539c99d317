"""The text of a file that is judged, and what is said of a file that cannot be read."""

import json
import time
from pathlib import Path

import pytest

from grader.arriving.sources import NOTEBOOK_BYTES, SOURCE_BYTES
from tests.grader.arriving.handed import CODE, HandIn, cell, notebook, only, problem_of
from tests.grader.arriving.handed import folder as folder
from tests.grader.arriving.handed import hand_in as hand_in

NO_CODE = "holds no code; hand in the file that you have written in"
OLD_FORMAT = {
    "nbformat": 3,
    "nbformat_minor": 0,
    "metadata": {"name": ""},
    "worksheets": [
        {
            "metadata": {},
            "cells": [
                {"cell_type": "code", "input": ["x = 1"], "language": "python", "outputs": [], "metadata": {}}
            ],
        }
    ],
}


@pytest.mark.parametrize(
    "data",
    [
        b"x = 1\ny = 2\n",
        b"\xef\xbb\xbfx = 1\ny = 2\n",
        b"x = 1\r\ny = 2\r\n",
        b"x = 1\ry = 2\r",
        b"\xef\xbb\xbfx = 1\r\ny = 2\n",
    ],
    ids=["plain", "byte order mark", "CRLF", "lone CR", "mixed"],
)
def test_line_ends_and_a_byte_order_mark_make_no_difference(
    folder: Path, hand_in: HandIn, data: bytes
) -> None:
    """Whatever editor saved the file, the same text is judged."""
    hand_in("ana.py", data)
    assert only(folder).source == "x = 1\ny = 2\n"


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "iso-8859-15", "gb18030", "koi8-r", "utf-8"])
def test_a_file_may_say_how_it_is_written(folder: Path, hand_in: HandIn, encoding: str) -> None:
    """What Python reads at home, by what stands in the first lines, is read here."""
    text = f"# -*- coding: {encoding} -*-\nx = '{'числа' if encoding in ('koi8-r', 'gb18030') else 'café'}'\n"
    hand_in("ana.py", text.encode(encoding))
    assert only(folder).source == text


@pytest.mark.parametrize("encoding", ["rot13", "punycode", "zlib", "unicode_escape", "nothing", "utf-7"])
def test_what_is_no_usual_encoding_is_not_tried(folder: Path, hand_in: HandIn, encoding: str) -> None:
    """A file that names something odd is taken for UTF-8, and Python says the rest when it is loaded."""
    text = f"# coding: {encoding}\nx = 1\n"
    hand_in("ana.py", text)
    assert only(folder).source == text


def test_other_letters_are_kept(folder: Path, hand_in: HandIn) -> None:
    """Whatever is UTF-8 is judged as it was written."""
    text = "# žluťoučký ✓ 😀 \u2028 \x0c\nx = 1\n"
    hand_in("ana.py", text)
    assert only(folder).source == text


@pytest.mark.parametrize(
    ("source", "judged"),
    [
        ("%matplotlib inline\nx = 1", ["x = 1"]),
        ("    %timeit double(4)\nx = 1", ["x = 1"]),
        ("!pip install toybox\nx = 1", ["x = 1"]),
        ("!ls \\\n  -l\nx = 1", ["x = 1"]),
        ("files = !ls\nx = 1", ["x = 1"]),
        ("here = %pwd\nx = 1", ["x = 1"]),
        ("?double\ndouble?\nx = 1", ["x = 1"]),
        ("%%time\nx = 1", ["x = 1"]),
        ("%%capture said\nx = 1", ["x = 1"]),
        ("%%bash\nfor f in *; do\n  cat $f\ndone", []),
        ("%%sh\nx=$(ls)", []),
        ("\n%%html\n<b>bold</b>", []),
        ("%%javascript\nlet x = 1;", []),
        ("x = 7 % 4\ny = 'a %s'\nz = 1 != 2", ["x = 7 % 4", "y = 'a %s'", "z = 1 != 2"]),
        ("'''\n%time\n!ls\n'''", ["'''", "%time", "!ls", "'''"]),
        ("ls = [1]\ncat = ls", ["ls = [1]", "cat = ls"]),
    ],
)
def test_what_only_a_notebook_knows_becomes_a_comment(
    folder: Path, hand_in: HandIn, source: str, judged: list[str]
) -> None:
    """Magics, shell lines and cells of other languages are left out, and all Python is kept."""
    hand_in("ana.ipynb", notebook(source, "last = 1"))
    lines = [line for line in only(folder).source.splitlines() if line.strip() and line.strip()[0] != "#"]
    assert lines == [*judged, "last = 1"]


@pytest.mark.parametrize(
    ("data", "judged"),
    [
        (notebook("x = 1", cell("# no code", "markdown"), cell("raw", "raw"), "y = 2"), "x = 1\n\ny = 2"),
        (notebook(cell("x = 1", tags=["active-md"], active="md")), "x = 1"),
        (notebook(cell("x = 1", tags=["skip"], editable=False)), "x = 1"),
        (notebook(cell(["x = 1\n", "y = 2"])), "x = 1\ny = 2"),
        (notebook("x = 1\r\ny = 2"), "x = 1\ny = 2"),
        (notebook(cell("x = 1") | {"outputs": [{"output_type": "nonsense"}]}), "x = 1"),
        (b"\xef\xbb\xbf" + notebook("x = 1"), "x = 1"),
        (json.dumps(OLD_FORMAT).encode(), "x = 1"),
    ],
    ids=[
        "markdown and raw cells",
        "a cell for Markdown only",
        "a cell with tags",
        "lines",
        "CRLF",
        "outputs",
        "BOM",
        "format 3",
    ],
)
def test_the_code_cells_of_a_notebook_are_judged_in_order(
    folder: Path, hand_in: HandIn, data: bytes, judged: str
) -> None:
    """All code cells and nothing else are judged, whatever is noted on them."""
    hand_in("ana.ipynb", data)
    submission = only(folder)
    assert (submission.source, submission.problem) == (judged, "")


@pytest.mark.parametrize("minor", [4, 5])
@pytest.mark.parametrize("ids", [(None, None), ("a", "a"), ("a", "b")], ids=["none", "one", "two"])
def test_cell_ids_are_not_looked_at(
    folder: Path, hand_in: HandIn, capfd: pytest.CaptureFixture[str], minor: int, ids: tuple[str, str]
) -> None:
    """A notebook whose cells lack ids, or share one, is read without a word to anybody."""
    cells = [cell("x = 1") | ({"id": name} if name else {}) for name in ids]
    made = {"nbformat": 4, "nbformat_minor": minor, "metadata": {}, "cells": cells}
    hand_in("ana.ipynb", json.dumps(made))
    submission = only(folder)
    assert (submission.source, submission.problem) == ("x = 1\n\nx = 1", "")
    assert capfd.readouterr() == ("", "")


UNREADABLE = {
    "latin-1": ("ana.py", b"x = 1\n# caf\xe9\n", "ana.py:2: this line is not UTF-8; save the file as UTF-8"),
    "latin-1 with CRLF": (
        "ana.py",
        b"x = 1\r\n\r\n# caf\xe9\r\n",
        "ana.py:3: this line is not UTF-8; save the file as UTF-8",
    ),
    "latin-1 with lone CR": (
        "ana.py",
        b"x = 1\r# caf\xe9\r",
        "ana.py:2: this line is not UTF-8; save the file as UTF-8",
    ),
    "UTF-16": (
        "ana.py",
        CODE.encode("utf-16"),
        "ana.py:1: this line is not UTF-8; save the file as UTF-8",
    ),
    "a NUL": ("ana.py", b"x = 1\n\nx\0\n", "ana.py:3: there is a NUL in this line, so this is no text"),
    "a NUL after lone CR": (
        "ana/lab.py",
        b"x = 1\rx\0\r",
        "lab.py:2: there is a NUL in this line, so this is no text",
    ),
    "empty": ("ana.py", b"", f"ana.py {NO_CODE}"),
    "blanks": (
        "ana.py",
        b" \n\t\r\n\x0c\n",
        f"ana.py {NO_CODE}",
    ),
    "nothing but a BOM": (
        "ana.py",
        b"\xef\xbb\xbf",
        f"ana.py {NO_CODE}",
    ),
    "another suffix": ("ana.txt", b"x = 1", "ana.txt is no lab; hand in lab.py or lab.ipynb"),
    "no suffix": ("ana", b"x = 1", "ana is no lab; hand in lab.py or lab.ipynb"),
    "too large": (
        "ana.py",
        b"#" * (SOURCE_BYTES + 1),
        "ana.py has 1,000,001 bytes; 1,000,000 at most are read",
    ),
    "a folder without a lab": (
        "ana/notes.txt",
        b"x = 1",
        "ana: there is no lab.py or lab.ipynb in this folder",
    ),
    "latin-1 in a notebook": (
        "ana.ipynb",
        notebook("x = 1").replace(b"x = 1", b"# caf\xe9"),
        "ana.ipynb:1: this line is not UTF-8; save the file as UTF-8",
    ),
    "no code cells": (
        "ana.ipynb",
        notebook(cell("text", "markdown")),
        f"ana.ipynb {NO_CODE}",
    ),
    "no cells": (
        "ana.ipynb",
        notebook(),
        f"ana.ipynb {NO_CODE}",
    ),
    "empty cells": (
        "ana.ipynb",
        notebook("", " \n"),
        f"ana.ipynb {NO_CODE}",
    ),
    "a notebook": ("ana.py", notebook("x = 1"), "ana.py holds a notebook; call it lab.ipynb"),
    "an empty notebook": ("ana.ipynb", b"", "ana.ipynb is no notebook that can be read"),
}


# Of a notebook that is none, one sentence is said whatever is wrong with it.
NO_NOTEBOOK = {
    "half a file": notebook("x = 1")[:40],
    "Python": CODE.encode(),
    "a list": b"[]",
    "a number": b"5",
    "no format": b"{}",
    "cells that are no list": b'{"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": 5}',
    "a cell that is a text": b'{"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": ["x = 1"]}',
    "a cell without a source": notebook({"cell_type": "code", "metadata": {}, "outputs": []}),
    "a source that is a number": notebook(cell(5)),
    "a source that is nothing": notebook(cell(None)),
    "a source that is a record": notebook(cell({"x": 1})),
    "lines that are numbers": notebook(cell([1, 2])),
    "half a character": notebook("x = 1").replace(b"x = 1", b"# \\ud800"),
    "a NUL": notebook("x = 1\0"),
    "too deep": b"[" * 200_000,
    "a later format": b'{"nbformat": 9, "nbformat_minor": 0, "metadata": {}, "cells": []}',
}


@pytest.mark.parametrize(("name", "data", "says"), UNREADABLE.values(), ids=UNREADABLE)
def test_what_cannot_be_read_is_said_with_its_file(
    folder: Path, hand_in: HandIn, name: str, data: bytes, says: str
) -> None:
    """Of a file that cannot be read, the student learns which, where, and what to do."""
    hand_in(name, data)
    said = problem_of(folder)
    assert said.partition("; save it anew")[0] == says


def test_only_code_is_read_of_a_notebook(folder: Path, hand_in: HandIn) -> None:
    """Outputs by the ten thousand that are none keep nobody waiting."""
    outputs = [{"output_type": "none"}] * 30_000
    hand_in("ana.ipynb", notebook({**cell("x = 1"), "outputs": outputs}))
    begun = time.monotonic()
    assert only(folder).source == "x = 1"
    assert time.monotonic() - begun < 5  # to check them all takes half a minute


@pytest.mark.parametrize("data", NO_NOTEBOOK.values(), ids=NO_NOTEBOOK)
def test_a_notebook_that_is_none_is_named(folder: Path, hand_in: HandIn, data: bytes) -> None:
    """A notebook that nobody can open gets a sentence, and stands in no other student's way."""
    hand_in("ana.ipynb", data)
    said = problem_of(folder)
    assert said.startswith("ana.ipynb")
    assert "\n" not in said


def test_the_largest_file_is_read(folder: Path, hand_in: HandIn) -> None:
    """A file of just as many bytes as are allowed is judged."""
    hand_in("ana.py", b"#" * SOURCE_BYTES)
    assert only(folder).problem == ""


def test_a_notebook_may_hold_plots(folder: Path, hand_in: HandIn) -> None:
    """Twenty megabytes of plots are passed over in a moment, and the code is judged."""
    plot = {"output_type": "display_data", "data": {"image/png": "A" * 4_000_000}, "metadata": {}}
    data = notebook({**cell("x = 1"), "outputs": [plot] * 4})
    hand_in("ana.ipynb", data)
    begun = time.monotonic()
    assert only(folder).source == "x = 1"
    assert time.monotonic() - begun < 2  # it takes a tenth of a second
    hand_in("ana.ipynb", data + b" " * (NOTEBOOK_BYTES + 1 - len(data)))
    assert problem_of(folder) == "ana.ipynb has 20,000,001 bytes; 20,000,000 at most are read"


def test_the_code_of_a_notebook_is_no_longer_than_a_lab(folder: Path, hand_in: HandIn) -> None:
    """What may be long in a notebook is what it has drawn, and not what was written."""
    most = "1,000,000 in 10,000 at most are read"
    hand_in("ana.ipynb", notebook("#" * SOURCE_BYTES, "x"))
    assert problem_of(folder) == f"ana.ipynb holds 1,000,001 characters of code in 2 cells; {most}"
    hand_in("ana.ipynb", notebook(*["x"] * 10_001))
    assert problem_of(folder) == f"ana.ipynb holds 10,001 characters of code in 10,001 cells; {most}"


@pytest.mark.parametrize("value", ["NaN", "-Infinity", "9" * 5000])
def test_what_python_writes_into_a_notebook_is_read(folder: Path, hand_in: HandIn, value: str) -> None:
    """Numbers that are no JSON, or larger than any, are what a notebook has drawn, and matter to nobody."""
    hand_in("ana.ipynb", notebook("x = 1").replace(b'"metadata": {}', f'"n": {value}'.encode(), 1))
    assert only(folder).source == "x = 1"


def test_what_is_no_json_is_not_searched_for_among_plots(folder: Path, hand_in: HandIn) -> None:
    """A large notebook with such a number is not taken apart with care, and Jupyter saves it without."""
    data = notebook({**cell("x = 1"), "outputs": ["A" * SOURCE_BYTES]})
    hand_in("ana.ipynb", data.replace(b'"metadata": {}', b'"n": NaN', 1))
    assert problem_of(folder) == "ana.ipynb is no notebook that can be read; save it anew from Jupyter"
