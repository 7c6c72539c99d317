"""Submissions as students hand them in: what is taken, what is judged of it, and what is said of the rest."""

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from curriculum.course import load_course
from grader.caller import NOTEBOOK
from grader.sources import SOURCE_BYTES
from grader.submissions import Submission, SubmissionsError, find, read
from tests.conftest import TOY

COURSE=load_course(TOY)

CODE = "def double(number):\n    return 2 * number\n"
HandIn = Callable[..., Path]


def cell(source: Any, kind: str = "code", **metadata: Any) -> dict[str, Any]:
    """A cell as Jupyter writes it."""
    outputs = {"outputs": [], "execution_count": None} if kind == "code" else {}
    return {"cell_type": kind, "metadata": metadata, "source": source, **outputs}


def notebook(*cells: Any) -> bytes:
    """A notebook as Jupyter writes it, of these cells or of code cells with these texts."""
    made = [one if isinstance(one, dict) else cell(one) for one in cells]
    return json.dumps({"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": made}).encode()


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


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a class."""
    place = tmp_path / "class"
    place.mkdir()
    return place


@pytest.fixture
def hand_in(folder: Path) -> HandIn:
    """Lay a file into the folder of the class, so many seconds ago."""

    def lay(name: str | bytes, data: str | bytes = CODE, ago: float = 0.0) -> Path:
        path = folder / os.fsdecode(name)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        for changed in (path, path.parent):
            os.utime(changed, (time.time() - ago,) * 2)
        return path

    return lay


def only(place: Path) -> Submission:
    """The one submission that lies there."""
    [(student, entry)] = find(place).items()
    return read(student, entry, COURSE.lesson("doubling"), COURSE.lessons[1:])


def problem_of(place: Path) -> str:
    """What is said of the one submission that lies there, of which nothing is judged."""
    submission = only(place)
    assert submission.source == ""
    return submission.problem


# What is taken


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("ana.py", "lab.py"),
        ("ana.ipynb", NOTEBOOK),
        ("ana/lab.py", "lab.py"),
        ("ana/lab.ipynb", NOTEBOOK),
        ("ana/my solution.py", "lab.py"),
        ("ana/my solution.ipynb", NOTEBOOK),
    ],
)
def test_each_way_of_handing_in_is_read(folder: Path, hand_in: HandIn, name: str, file: str) -> None:
    """A student hands in a file of their name, or a folder of their name with one lab in it."""
    hand_in(name, notebook(CODE) if name.endswith("ipynb") else CODE)
    submission = only(folder)
    assert (submission.student, submission.place, submission.file) == ("ana", name, file)
    assert (submission.source.strip(), submission.problem) == (CODE.strip(), "")


def test_a_single_file_is_a_class_of_one(hand_in: HandIn) -> None:
    """A path to a file is the submission of the student whose name it has."""
    hand_in("bob.py")
    submission = only(hand_in("ana.py"))
    assert (submission.student, submission.place) == ("ana", "ana.py")


def test_the_folder_of_one_student_is_a_class_of_one(folder: Path, hand_in: HandIn) -> None:
    """A path to a folder that holds a lab itself is the submission of the student whose name it has."""
    hand_in("ana/lab.py")
    hand_in("ana/notes.txt")
    submission = only(folder / "ana")
    assert (submission.student, submission.place) == ("ana", "ana/lab.py")


def test_each_entry_is_a_student_in_the_order_of_names(folder: Path, hand_in: HandIn) -> None:
    """Every entry has its student, whatever its kind, also one in which there is nothing to read."""
    for name in ("cy/lab.py", "ana.py", "dot.in.name.py", "bob.ipynb", "eve.txt"):
        hand_in(name)
    (folder / "fay").mkdir()
    assert list(find(folder)) == ["ana", "bob", "cy", "dot.in.name", "eve", "fay"]


def test_hidden_entries_are_no_students(folder: Path, hand_in: HandIn) -> None:
    """What systems and tools leave in a folder is no submission."""
    for name in (".DS_Store", ".ipynb_checkpoints/ana.ipynb", "__pycache__/ana.py", "__MACOSX/ana.py"):
        hand_in(name)
    hand_in("ana/.lab.py.swp")
    hand_in("ana/.hidden.py")
    hand_in("ana/handed_in.py")
    assert only(folder).place == "ana/handed_in.py"


@pytest.mark.parametrize("newer", ["ana.py", "ana.ipynb", "ana/lab.py", "ana/lab.ipynb"])
@pytest.mark.parametrize("older", ["ana.py", "ana.ipynb", "ana/lab.py", "ana/lab.ipynb"])
def test_the_newest_of_two_counts(folder: Path, hand_in: HandIn, newer: str, older: str) -> None:
    """Of two entries of one student, or two labs in their folder, the one changed last is judged."""
    if newer == older:
        return
    hand_in(older, notebook("old = 1") if older.endswith("ipynb") else "old = 1", ago=60)
    hand_in(newer, notebook("new = 1") if newer.endswith("ipynb") else "new = 1", ago=30)
    submission = only(folder)
    assert (submission.place, submission.source.strip()) == (newer, "new = 1")


def test_a_lab_that_is_rewritten_in_its_folder_is_the_newest(folder: Path, hand_in: HandIn) -> None:
    """A folder is as new as the lab in it, for rewriting a file leaves the time of its folder alone."""
    lab = hand_in("ana/lab.py", ago=90)
    hand_in("ana.py", ago=60)
    changed = lab.stat().st_mtime + 60
    os.utime(lab, (changed, changed))
    assert only(folder).place == "ana/lab.py"


def test_of_two_equally_new_the_file_of_python_counts(folder: Path, hand_in: HandIn) -> None:
    """Unpacked from one archive, all files may be equally new; what is judged is still the same each time."""
    for name, data in (("ana.ipynb", notebook("x = 1")), ("ana.py", CODE), ("ana.txt", "x")):
        os.utime(hand_in(name, data), (1e9, 1e9))
    assert only(folder).place == "ana.py"


def test_a_lab_called_lab_counts_before_other_files(folder: Path, hand_in: HandIn) -> None:
    """In a student's folder lab.py is the lab, however new the other files are."""
    hand_in("ana/lab.py", ago=60)
    hand_in("ana/scratch.py", ago=1)
    assert only(folder).place == "ana/lab.py"


@pytest.mark.parametrize("kind", ["missing", "empty", "hidden", "fifo"])
def test_what_is_no_folder_of_submissions_is_refused(tmp_path: Path, kind: str) -> None:
    """A place without submissions is refused in one sentence that begins with its path."""
    place = tmp_path / "class"
    if kind == "fifo":
        os.mkfifo(place)
    elif kind != "missing":
        place.mkdir()
    if kind == "hidden":
        (place / ".DS_Store").touch()
    with pytest.raises(SubmissionsError) as refused:
        find(place)
    assert str(refused.value).startswith(f"{place}: ")
    assert "\n" not in str(refused.value)


def test_names_that_are_not_utf8_are_written_with_escapes(folder: Path, hand_in: HandIn) -> None:
    """A file name in another encoding is a student like any other, under a name that can be printed."""
    hand_in(b"jos\xe9.py")
    hand_in("žofie.py")
    assert list(find(folder)) == ["jos\\xe9", "žofie"]
    submission = read("jos\\xe9", find(folder)["jos\\xe9"], COURSE.lessons[0], COURSE.lessons[1:])
    assert (submission.place, submission.problem) == ("jos\\xe9.py", "")
    submission.place.encode()


# What is judged of it


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


def test_the_digest_tells_what_was_handed_in(folder: Path, hand_in: HandIn) -> None:
    """Another text or another file name is another submission; another time is not."""
    first = only(hand_in("ana.py", ago=60).parent).digest
    hand_in("ana.py", ago=0)
    assert only(folder).digest == first
    hand_in("ana.py", CODE + "\n")
    assert only(folder).digest != first
    (folder / "ana.py").unlink()
    hand_in("ana/lab.py")
    assert only(folder).digest != first


# What is said of the rest

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
    "empty": ("ana.py", b"", "ana.py holds no code"),
    "blanks": ("ana.py", b" \n\t\r\n\x0c\n", "ana.py holds no code"),
    "nothing but a BOM": ("ana.py", b"\xef\xbb\xbf", "ana.py holds no code"),
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
    "no code cells": ("ana.ipynb", notebook(cell("text", "markdown")), "ana.ipynb holds no code"),
    "no cells": ("ana.ipynb", notebook(), "ana.ipynb holds no code"),
    "empty cells": ("ana.ipynb", notebook("", " \n"), "ana.ipynb holds no code"),
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


def test_a_folder_with_two_other_labs_is_not_guessed_at(folder: Path, hand_in: HandIn) -> None:
    """Of two labs of which none is called lab, nobody can say which is meant."""
    hand_in("ana/first.py")
    hand_in("ana/second.ipynb")
    said = "ana: which file of this folder is the lab (first.py, second.ipynb)? call it lab.py"
    assert problem_of(folder) == said


@pytest.mark.parametrize(
    "name", ["ana.py", "ana", "ana/lab.py", "bob.py", "eve", "dangling.py", "dangling/lab.py"]
)
def test_links_are_not_followed(tmp_path: Path, folder: Path, name: str) -> None:
    """A link may lead to another student's work or to a file of ours, so it is no submission."""
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "lab.py").write_text("secret = 1")
    link = folder / name
    link.parent.mkdir(exist_ok=True)
    target = secret / "lab.py" if link.suffix else secret
    link.symlink_to(tmp_path / "nowhere" if "dangling" in name else target)
    assert problem_of(folder)


def test_a_folder_called_lab_is_no_lab(folder: Path) -> None:
    """A folder with the name of a file is not read."""
    (folder / "ana" / "lab.py").mkdir(parents=True)
    assert problem_of(folder) == "lab.py is no plain file; hand in lab.py or lab.ipynb itself"


@pytest.mark.parametrize("name", ["ana.py", "ana/lab.py", "ana/other.py"])
def test_a_pipe_is_not_waited_for(folder: Path, name: str) -> None:
    """A pipe into which nobody writes holds nothing up."""
    pipe = folder / name
    pipe.parent.mkdir(exist_ok=True)
    os.mkfifo(pipe)
    assert problem_of(folder) == f"{pipe.name} is no plain file; hand in lab.py or lab.ipynb itself"


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to root")
@pytest.mark.parametrize("closed", ["ana.py", "ana", "ana/lab.py"])
def test_what_may_not_be_read_is_named(folder: Path, hand_in: HandIn, closed: str) -> None:
    """A file or a folder that is closed to us is that student's row, and nobody else's."""
    hand_in("ana.py" if closed == "ana.py" else "ana/lab.py")
    (folder / closed).chmod(0)
    try:
        assert problem_of(folder).endswith(": permission denied")
    finally:
        (folder / closed).chmod(0o700)
