"""One file that was handed in, and the text of it that is judged: encodings, line ends, code of notebooks."""

import codecs
import io
import json
import re
import tokenize
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Literal

import msgspec

SOURCE_BYTES = 1_000_000
# Plots lie in a notebook, and are left there.
NOTEBOOK_BYTES = 20_000_000
MOST_CELLS = 10_000
# Besides UTF-8. Python knows many more, some of which take for ever, or are no writing of texts.
ENCODINGS = ("iso8859-1", "iso8859-2", "iso8859-15", "cp1250", "cp1251", "cp1252", "koi8-r", "gb18030")
# Of two files of one student that are equally new, the first of these counts.
SUFFIXES = (".py", ".ipynb")
# Cells that begin with one of these hold Python all the same.
PYTHON_MAGICS = ("%%time", "%%timeit", "%%capture", "%%prun", "%%python", "%%python3")


class UnreadableError(Exception):
    """Something handed in that cannot be read; the sentence is for the student."""


@dataclass(frozen=True, slots=True)
class File:
    """A file that was handed in, on disk or in an archive; what is in it is read when it is asked for.

    place: where it lies in the class, with "/".  path: the same as its student sees it, without the folder
    that has the student's name.  nameless: the first part of `path` is the student's name, and says nothing
    else.  handed_in: when the outermost file that holds it was changed, in seconds since the epoch.
    changed: when it was itself.  plain: no link, pipe or device.  cloned: it lies in a repository, where
    times are those of the clone.  read: its bytes; raises UnreadableError.
    """

    place: str
    path: str
    size: int
    handed_in: float
    changed: float
    read: Callable[[], bytes]
    nameless: bool = False
    plain: bool = True
    cloned: bool = False

    @property
    def name(self) -> str:
        return PurePosixPath(self.path).name

    @property
    def suffix(self) -> str:
        return PurePosixPath(self.path).suffix

    @property
    def says(self) -> tuple[str, ...]:
        """The parts of its path that say what it is."""
        return PurePosixPath(self.path).parts[self.nameless :]


def bytes_of(file: File) -> bytes:
    """The bytes of a lab, of which there may be no more than are read."""
    most = NOTEBOOK_BYTES if file.suffix == ".ipynb" else SOURCE_BYTES
    if file.size > most:
        raise UnreadableError(f"{file.name} has {file.size:,} bytes; {most:,} at most are read")
    return file.read()


def source_of(name: str, data: bytes) -> str:
    """The text that is judged, with plain line ends and no byte order mark.

    It is UTF-8, or what a .py file says of itself in its first lines, as Python takes it (PEP 263).
    """
    is_notebook = name.endswith(".ipynb")
    data = data.removeprefix(codecs.BOM_UTF8).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    try:
        text = data.decode("utf-8" if is_notebook else _encoding_of(data))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UnreadableError(f"{name}:{line}: this line is not UTF-8; save the file as UTF-8") from error
    if not is_notebook and text.lstrip().startswith("{") and '"nbformat"' in text:
        raise UnreadableError(f"{name} holds a notebook; call it lab.ipynb")
    source = "\n\n".join(_cells(name, text)) if is_notebook else text
    if odd := re.search("[\0\ud800-\udfff]", source):
        line = source.count("\n", 0, odd.start()) + 1
        what = "a NUL" if odd[0] == "\0" else "half a character"
        raise UnreadableError(f"{name}:{line}: there is {what} in this line, so this is no text")
    if not source.strip():
        raise UnreadableError(f"{name} holds no code; hand in the file that you have written in")
    return source


def _encoding_of(data: bytes) -> str:
    with suppress(SyntaxError):  # for what cannot be told so it is no UTF-8 either, and that is then said
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        if codecs.lookup(encoding).name in ENCODINGS:
            return encoding
    return "utf-8"


class _Cell(msgspec.Struct):
    """A cell; its text is called `source` in format 4, and `input` before."""

    cell_type: str
    source: str | list[str] | msgspec.UnsetType = msgspec.UNSET
    input: str | list[str] | msgspec.UnsetType = msgspec.UNSET

    def text(self) -> str:
        text = self.input if self.source is msgspec.UNSET else self.source
        if text is msgspec.UNSET:
            raise ValueError("a cell without a text")
        return "".join(text)


class _Sheet(msgspec.Struct):
    cells: list[_Cell]


class _Notebook(msgspec.Struct):
    """What is asked of a notebook; before format 4 its cells lay in sheets."""

    nbformat: Literal[2, 3, 4]
    cells: list[_Cell] = []
    worksheets: list[_Sheet] = []


def _cells(name: str, text: str) -> list[str]:
    """The code cells of a notebook, whatever is noted on them, with what only a notebook knows commented out.

    Nothing else is looked at: nbformat checks all of it, and says for minutes why some outputs are none.
    """
    try:
        notebook = _notebook(text)
        cells = [*notebook.cells, *(cell for sheet in notebook.worksheets for cell in sheet.cells)]
        texts = [cell.text() for cell in cells if cell.cell_type == "code"]
        if (size := sum(map(len, texts))) <= SOURCE_BYTES and len(texts) <= MOST_CELLS:
            return [_plain(text) for text in texts]
    except Exception as error:  # nothing that one student hands in may end the grading of all
        raise UnreadableError(f"{name} is no notebook that can be read; save it anew from Jupyter") from error
    said = f"{size:,} characters of code in {len(texts):,} cells"
    raise UnreadableError(f"{name} holds {said}; {SOURCE_BYTES:,} in {MOST_CELLS:,} at most are read")


def _notebook(text: str) -> _Notebook:
    try:
        return msgspec.json.decode(text, type=_Notebook)
    except msgspec.DecodeError:
        # Python writes NaN and half characters, which are no JSON; Jupyter does not, when it saves anew.
        if len(text) > SOURCE_BYTES:
            raise
        return msgspec.convert(json.loads(text), _Notebook)


def _plain(source: str) -> str:
    from jupytext.magics import comment_magic  # slow to import, and not every class hands in notebooks

    lines = source.splitlines()
    first = source.split(maxsplit=1)[:1]
    if first and first[0].startswith("%%") and first[0] not in PYTHON_MAGICS:
        return "\n".join(f"# {line}" for line in lines)  # a cell in another language
    return "\n".join(comment_magic(lines))
