"""A lab with its pieces put in, as stubs or whole from memlab, and the running of it."""

import ast
import inspect
import symtable
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from curriculum import editions
from curriculum.course import Lesson, Piece
from curriculum.files import CourseError, read_text

NONE: Mapping[str, Any] = MappingProxyType({})


def stubs_of(lesson: Lesson) -> dict[str, str]:
    """The stub of each piece, cut from memlab: one signature, one docstring."""
    return {
        piece.name: editions.stub(inspect.getsource(piece.module), piece.name, piece.label)
        for piece in lesson.pieces
    }


def solutions_of(lesson: Lesson) -> dict[str, str]:
    """The whole of each piece, cut from memlab."""
    return {
        piece.name: editions.definition(inspect.getsource(piece.module), piece.name)
        for piece in lesson.pieces
    }


def solved(lesson: Lesson) -> str:
    """The text of a lab with every piece whole, as memlab has it.

    What a piece needs and the stub does not import is imported above the piece.
    Raises CourseError for a stub that does not parse or lacks a piece.
    """
    try:
        text = editions.paste(read_text(lesson.stub), solutions_of(lesson))
        for piece in lesson.pieces:
            text = _with_imports(text, piece)
    except editions.EditionError as error:
        raise CourseError(f"{lesson.stub}: {error}") from error
    return text


def executed(lesson: Lesson, source: str, pieces: Mapping[str, Any] = NONE) -> dict[str, Any]:
    """Run the text of a lab as a module; raises CourseError if that ends with an error or an exit.

    pieces: what is put in place of functions of the lab, and called by all others of it.
    """
    namespace: dict[str, Any] = {"__name__": "lab"}
    try:
        exec(compile(source, str(lesson.stub), "exec"), namespace)
    except (Exception, SystemExit) as error:
        said = f"{type(error).__name__}: {error}".rstrip(": ")
        raise CourseError(f"{lesson.stub}: cannot be loaded ({said})") from error
    namespace.update(pieces)
    return namespace


def _with_imports(text: str, piece: Piece) -> str:
    symbols = symtable.symtable(text, "lab.py", "exec").get_symbols()
    bound = {symbol.get_name() for symbol in symbols if symbol.is_assigned() or symbol.is_imported()}
    definition = ast.parse(editions.definition(text, piece.name))
    used = {node.id for node in ast.walk(definition) if isinstance(node, ast.Name)}
    missing = sorted(used & vars(piece.module).keys() - bound)
    if not missing:
        return text
    lines = text.splitlines(keepends=True)
    imports = f"from {piece.module.__name__} import {', '.join(missing)}\n"
    lines.insert(editions.signature_line(text, piece.name) - 1, imports)
    return "".join(lines)
