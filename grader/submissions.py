"""Submissions as they lie in a folder: one entry a student, `ana.py`, `ana.ipynb` or `ana/lab.py`.

Every entry that is not hidden is a student's, also one that cannot be read: it then carries the sentence that
says why, and gets its row like any other.
"""

import codecs
import hashlib
import io
import json
import re
import tokenize
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec

from grader.caller import NOTEBOOK

SOURCE_BYTES = 1_000_000
# Besides UTF-8. Python knows many more, some of which take for ever, or are no writing of texts.
ENCODINGS = ("iso8859-1", "iso8859-2", "iso8859-15", "cp1250", "cp1251", "cp1252", "koi8-r", "gb18030")
# Of two files of one student that are equally new, the first of these counts.
SUFFIXES = (".py", ".ipynb")
HIDDEN = (".", "__")


# Cells that begin with one of these hold Python all the same.
PYTHON_MAGICS = ("%%time", "%%timeit", "%%capture", "%%prun", "%%python", "%%python3")


class SubmissionsError(Exception):
    """The place is none where submissions lie; the sentence says what is wrong with it."""


class UnreadableError(Exception):
    """A submission that cannot be read; the sentence is for the student."""


@dataclass(frozen=True, slots=True)
class Submission:
    """One student's entry: the text that is judged, or the problem why there is none.

    place: the file that was taken, relative to the folder.  file: how messages name it.
    """

    student: str
    place: str
    file: str
    digest: str
    source: str
    problem: str = ""
    chosen: str = ""
    handed_in: float | None = None
    marked_late: bool = False


def find(place: Path) -> dict[str, Path]:
    """The students and their entries, by name; of two entries of one student the newest counts.

    place: a folder of entries, a single file, or the folder of a single student, which holds a lab itself.
    Raises SubmissionsError if it is none of these.
    """
    if place.is_file():
        return {_name(place.stem): place}
    if not place.is_dir():
        raise SubmissionsError(f"{place}: no such file or folder")
    if any((place / f"lab{suffix}").is_file() for suffix in SUFFIXES):
        return {_name(place.resolve().name): place}
    found: dict[str, list[Path]] = {}
    for entry in sorted(place.iterdir(), key=lambda path: _name(path.name)):
        if not entry.name.startswith(HIDDEN):
            found.setdefault(_name(entry.name if entry.is_dir() else entry.stem), []).append(entry)
    if not found:
        raise SubmissionsError(
            f"{place}: there are no submissions in it; a submission is ana.py, ana.ipynb or ana/lab.py"
        )
    return {student: newest(entries) for student, entries in sorted(found.items())}


def newest(paths: list[Path]) -> Path:
    """The one changed last; of equally new ones a .py file before a notebook before anything else.

    A folder is as new as the lab in it, and what is no lab counts only where there is no other.
    """

    def rank(path: Path) -> tuple[bool, float, int, str]:
        kind = SUFFIXES.index(path.suffix) if path.suffix in SUFFIXES else len(SUFFIXES)
        try:
            changed = _file_of(path).lstat().st_mtime
        except UnreadableError:
            changed = path.lstat().st_mtime
        is_other = kind == len(SUFFIXES) and not path.is_dir()  # a note beside the lab is no lab
        return is_other, -changed, kind, path.name

    return min(paths, key=rank)


def read(student: str, entry: Path) -> Submission:
    """Read a student's entry; what cannot be read is said in `problem`."""
    path, data = entry, b""
    try:
        path = _file_of(entry)
        data = _bytes_of(path)
        source, problem = _source_of(path, data), ""
    except UnreadableError as error:
        source, problem = "", str(error)
    place = _name(path.relative_to(entry.parent).as_posix())
    digest = hashlib.sha256(place.encode() + b"\n" + data).hexdigest()
    return Submission(
        student, place, NOTEBOOK if path.suffix == ".ipynb" else "lab.py", digest, source, problem
    )


def _file_of(entry: Path) -> Path:
    if not entry.is_dir() or entry.is_symlink():
        return entry
    labs = [entry / f"lab{suffix}" for suffix in SUFFIXES if (entry / f"lab{suffix}").exists()]
    others = sorted(
        path for path in entry.iterdir() if path.suffix in SUFFIXES and not path.name.startswith(HIDDEN)
    )
    if labs or len(others) == 1:
        return newest(labs or others)
    name, several = _name(entry.name), ", ".join(sorted(_name(path.name) for path in others[:2]))
    if several:
        raise UnreadableError(f"{name}: which file of this folder is the lab ({several})? call it lab.py")
    raise UnreadableError(f"{name}: there is no lab.py or lab.ipynb in this folder")


def _bytes_of(path: Path) -> bytes:
    name = _name(path.name)
    if path.is_symlink() or not path.is_file():
        raise UnreadableError(f"{name} is no plain file; hand in lab.py or lab.ipynb itself")
    if path.suffix not in SUFFIXES:
        raise UnreadableError(f"{name} is no lab; hand in lab.py or lab.ipynb")
    try:
        size = path.stat().st_size
        if size > SOURCE_BYTES:
            raise UnreadableError(f"{name} has {size:,} bytes; {SOURCE_BYTES:,} at most are read")
        return path.read_bytes()
    except OSError as error:
        raise UnreadableError(f"{name}: {(error.strerror or 'cannot be read').lower()}") from error


def _source_of(path: Path, data: bytes) -> str:
    """The text that is judged, with plain line ends and no byte order mark.

    It is UTF-8, or what a .py file says of itself in its first lines, as Python takes it (PEP 263).
    """
    name = _name(path.name)
    data = data.removeprefix(codecs.BOM_UTF8).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    try:
        text = data.decode(_encoding_of(data) if path.suffix == ".py" else "utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UnreadableError(f"{name}:{line}: this line is not UTF-8; save the file as UTF-8") from error
    if path.suffix != ".ipynb" and text.lstrip().startswith("{") and '"nbformat"' in text:
        raise UnreadableError(f"{name} holds a notebook; call it lab.ipynb")
    source = "\n\n".join(_cells(name, text)) if path.suffix == ".ipynb" else text
    if odd := re.search("[\0\ud800-\udfff]", source):
        line = source.count("\n", 0, odd.start()) + 1
        what = "a NUL" if odd[0] == "\0" else "half a character"
        raise UnreadableError(f"{name}:{line}: there is {what} in this line, so this is no text")
    if not source.strip():
        raise UnreadableError(f"{name} holds no code")
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
    """The code cells of a notebook, with what only a notebook knows turned into comments.

    Nothing else is looked at: nbformat checks all of it, and says for minutes why some outputs are none.
    """
    try:
        notebook = msgspec.convert(json.loads(text), _Notebook)
        cells = [*notebook.cells, *(cell for sheet in notebook.worksheets for cell in sheet.cells)]
        return [_plain(cell.text()) for cell in cells if cell.cell_type == "code"]
    except Exception as error:  # nothing that one student hands in may end the grading of all
        raise UnreadableError(f"{name} is no notebook that can be read; save it anew from Jupyter") from error


def _plain(source: str) -> str:
    from jupytext.magics import comment_magic  # slow to import, and not every class hands in notebooks

    lines = source.splitlines()
    first = source.split(maxsplit=1)[:1]
    if first and first[0].startswith("%%") and first[0] not in PYTHON_MAGICS:
        return "\n".join(f"# {line}" for line in lines)  # a cell in another language
    return "\n".join(comment_magic(lines))


def _name(name: str) -> str:
    """A file name as text, also where it is not UTF-8."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
