"""How files are read strictly, with file and line for what is wrong, and written whole or not at all."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from curriculum.files import CourseError, parse_yaml, read_text, read_yaml, write_text


class Tea(msgspec.Struct, forbid_unknown_fields=True):
    """A small type to be read."""

    name: str
    minutes: int = 3


class Shelf(msgspec.Struct, forbid_unknown_fields=True):
    """A type with others inside."""

    teas: tuple[Tea, ...]


# Reading.


@pytest.mark.parametrize("written", ["Größe: 茶\n", "\ufeffGröße: 茶\n", "Größe: 茶\r\n"])
def test_text_is_read_as_utf_8(tmp_path: Path, written: str) -> None:
    """Text is UTF-8 whatever the machine prefers; a byte order mark and the kind of line end are dropped."""
    (tmp_path / "tea.yaml").write_bytes(written.encode())
    assert read_text(tmp_path / "tea.yaml") == "Größe: 茶\n"


def test_another_encoding_is_said_with_its_line(tmp_path: Path) -> None:
    """A file saved as Latin-1 is refused with the first line that shows it."""
    path = tmp_path / "tea.yaml"
    path.write_bytes("name: tea\n# weiß\nminutes: drei\n# grün\n".encode("latin-1"))
    with pytest.raises(CourseError) as refused:
        read_text(path)
    assert str(refused.value) == f"{path}:2: this line is not UTF-8; save the file as UTF-8"


def test_a_file_that_is_not_there_is_said_in_one_sentence(tmp_path: Path) -> None:
    """A missing file, and a folder where a file was expected, are named."""
    with pytest.raises(CourseError) as missing:
        read_text(tmp_path / "tea.yaml")
    assert str(missing.value) == f"{tmp_path / 'tea.yaml'}: no such file or directory"
    with pytest.raises(CourseError) as folder:
        read_text(tmp_path)
    assert str(folder.value) == f"{tmp_path}: is a directory"


def test_yaml_is_read_into_its_type(tmp_path: Path) -> None:
    """A sound file gives the value, defaults filled in."""
    (tmp_path / "shelf.yaml").write_text("teas:\n- name: oolong\n", encoding="utf-8")
    assert read_yaml(tmp_path / "shelf.yaml", Shelf) == Shelf((Tea("oolong", 3),))


WRONG: dict[str, tuple[Any, str, int, str]] = {
    "not closed": (Shelf, "teas: [\n", 2, "not valid YAML: "),
    "a tab": (Tea, "name: oolong\n\tminutes: 3\n", 2, "not valid YAML: "),
    "two documents": (Tea, "name: oolong\n---\nname: assam\n", 2, "not valid YAML: "),
    "an object of Python's": (Tea, "name: !!python/object:os.system {}\n", 1, "not valid YAML: "),
    "nothing": (Tea, "", 1, "Expected `object`, got `null`"),
    "a list for a record": (Tea, "# teas\n- oolong\n", 2, "Expected `object`, got `array`"),
    "a missing field": (Tea, "# tea\n\nminutes: 3\n", 3, "Object missing required field `name`"),
    "an unknown field": (Tea, "name: oolong\nminuets: 3\n", 1, "Object contains unknown field `minuets`"),
    "a wrong type": (Tea, "name: oolong\nminutes: three\n", 2, "Expected `int`, got `str` (at $.minutes)"),
    "a truth for a text": (Tea, "name: yes\n", 1, "Expected `str`, got `bool` (at $.name)"),
    "deep inside": (
        Shelf,
        "teas:\n- {name: oolong}\n\n- name: assam\n  minutes: [3]\n",
        5,
        "Expected `int`, got `array` (at $.teas[1].minutes)",
    ),
    "an unknown field inside": (
        Shelf,
        "teas:\n- {name: oolong}\n- {name: assam, colour: red}\n",
        3,
        "Object contains unknown field `colour` (at $.teas[1])",
    ),
}


@pytest.mark.parametrize(("kind", "text", "line", "sentence"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_said_with_file_and_line(kind: Any, text: str, line: int, sentence: str) -> None:
    """Bad YAML and values of another type are refused in one line that leads to the place."""
    with pytest.raises(CourseError) as refused:
        parse_yaml(text, kind, Path("shelf.yaml"), first_line=1)
    assert str(refused.value).startswith(f"shelf.yaml:{line}: {sentence}")
    assert "\n" not in str(refused.value)


def test_lines_count_from_where_the_yaml_begins() -> None:
    """YAML that begins further down in a file is reported with the file's own lines."""
    with pytest.raises(CourseError, match=r"^lesson.md:12: Expected `int`"):
        parse_yaml("name: oolong\n\nminutes: three\n", Tea, Path("lesson.md"), first_line=10)


# Writing.


def test_text_is_written_as_utf_8_with_plain_line_ends(tmp_path: Path) -> None:
    """What is written is UTF-8 with `\\n` on every system, and nothing else lies beside it."""
    path = tmp_path / "tea.md"
    path.write_text("a much longer text that stood here before\n" * 9, encoding="utf-8")
    write_text(path, "Größe: 茶\n")
    assert path.read_bytes() == "Größe: 茶\n".encode()
    assert list(tmp_path.iterdir()) == [path]


def break_off(self: Path, data: bytes) -> None:
    with self.open("wb") as file:
        file.write(data[: len(data) // 2])
    raise OSError("no space left on device")


def refuse(self: Path, target: Path) -> None:
    raise PermissionError("in use by another program")


@pytest.mark.parametrize(("step", "failing"), [("write_bytes", break_off), ("replace", refuse)])
@pytest.mark.parametrize("old", [None, "old\n"])
def test_a_failing_write_leaves_the_old_file_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, failing: Any, old: str | None
) -> None:
    """When the disk is full or the file in use, what stood there is still there, and nothing beside it."""
    path = tmp_path / "tea.md"
    if old is not None:
        path.write_text(old, encoding="utf-8")
    with monkeypatch.context() as broken:
        broken.setattr(Path, step, failing)
        with pytest.raises(OSError):
            write_text(path, "new\n")
    assert {file.name: file.read_text(encoding="utf-8") for file in tmp_path.iterdir()} == (
        {} if old is None else {"tea.md": old}
    )


def test_a_text_that_cannot_be_written_leaves_the_old_file_whole(tmp_path: Path) -> None:
    """Half a character, which no UTF-8 can hold, is refused before anything is lost."""
    path = tmp_path / "tea.md"
    path.write_text("old\n", encoding="utf-8")
    with pytest.raises(UnicodeEncodeError):
        write_text(path, "new \ud800\n")
    assert [file.read_text(encoding="utf-8") for file in tmp_path.iterdir()] == ["old\n"]


def test_a_write_into_no_folder_fails_as_such(tmp_path: Path) -> None:
    """A folder that does not exist is not made in passing."""
    with pytest.raises(FileNotFoundError):
        write_text(tmp_path / "none" / "tea.md", "new\n")
    assert list(tmp_path.iterdir()) == []
