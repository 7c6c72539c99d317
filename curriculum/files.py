"""Reading the files of a course strictly, and writing them whole.

What is wrong with a file is said with file and line, in one sentence. A write is all or nothing.
"""

import codecs
import os
import re
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import yaml

T = TypeVar("T")


class CourseError(Exception):
    """A course, a lesson or a file of one is missing or malformed; the sentence says where and what to do."""


def read_text(path: Path) -> str:
    """Read a UTF-8 text file, a byte order mark dropped."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CourseError(f"{path}: {(error.strerror or 'cannot be read').lower()}") from error
    return decoded(data, path)


def decoded(data: bytes, path: Path) -> str:
    """The text of a UTF-8 file of these bytes, without a byte order mark and with line feeds alone."""
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise CourseError(f"{path}:{line}: this line is not UTF-8; save the file as UTF-8") from error


def write_text(path: Path, text: str) -> None:
    """Write a UTF-8 text file so that at every moment the old or the new one stands there, whole."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file so that at every moment the old or the new one stands there, whole."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def read_yaml(path: Path, type: type[T]) -> T:
    """Read a YAML file into the given type."""
    return parse_yaml(read_text(path), type, path, first_line=1)


def parse_yaml(text: str, type: type[T], path: Path, first_line: int) -> T:
    """Decode YAML that stands in `path` from `first_line` on; raises CourseError with file and line."""
    try:
        return msgspec.convert(yaml.safe_load(text), type)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line if error.problem_mark else 0
        raise CourseError(f"{path}:{first_line + line}: not valid YAML: {error.problem}") from error
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at `")
        line = first_line + _line_of(text, where.rstrip("`"))
        raise CourseError(f"{path}:{line}: {message}{f' (at {where[:-1]})' if where else ''}") from error
    except (yaml.YAMLError, ValueError) as error:
        said = " ".join(str(error).split())
        raise CourseError(f"{path}:{first_line}: not valid YAML: {said}") from error


def _line_of(text: str, where: str) -> int:
    """Find the line, from 0, of a place that msgspec names, such as `$.lessons[2].code`."""
    node: Any = yaml.compose(text, Loader=yaml.SafeLoader)
    line = node.start_mark.line if node else 0
    for key, index in re.findall(r"\.([\w-]+)|\[(\d+)\]", where):
        if isinstance(node, yaml.MappingNode):
            node = next((value for name, value in node.value if name.value == key), None)
        elif isinstance(node, yaml.SequenceNode) and index:
            node = node.value[int(index)]
        if node is None:
            break
        line = node.start_mark.line
    return int(line)
