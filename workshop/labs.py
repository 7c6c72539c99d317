"""A lab with its pieces put in, as stubs or whole from memlab, and the running of it."""

import ast
import inspect
import symtable
from typing import Any

from curriculum import editions
from curriculum.course import Lesson, Piece
from curriculum.files import CourseError, read_text


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
    """The text of lab.py with every piece rebuilt whole from memlab, whatever stands there now.

    What a piece needs and the lab no longer imports is imported above the piece, and the cell to play in is
    emptied.
    Raises CourseError for a lab that does not parse or lacks a piece.
    """
    try:
        text = _without_play(editions.paste(read_text(lesson.lab), solutions_of(lesson)))
        for piece in lesson.pieces:
            text = _with_imports(text, piece)
    except editions.EditionError as error:
        raise CourseError(f"{lesson.lab}: {error}") from error
    return text


def executed(lesson: Lesson, source: str) -> dict[str, Any]:
    """Run the text of a lab as a module; raises CourseError if that ends with an error or an exit."""
    namespace: dict[str, Any] = {"__name__": "lab"}
    try:
        exec(compile(source, str(lesson.lab), "exec"), namespace)
    except (Exception, SystemExit) as error:
        said = f"{type(error).__name__}: {error}".rstrip(": ")
        raise CourseError(f"{lesson.lab}: cannot be loaded ({said})") from error
    return namespace


def _without_play(text: str) -> str:
    """Empty what stands under `if __name__ == "__main__":`, but for the last such block, which judges."""
    blocks = [node for node in ast.parse(text).body if isinstance(node, ast.If)]
    played = [node for node in blocks if ast.unparse(node.test) == "__name__ == '__main__'"][:-1]
    lines = text.splitlines(keepends=True)
    for node in reversed(played):
        lines[node.lineno - 1 : node.end_lineno] = ['if __name__ == "__main__":\n', "    pass\n"]
    return "".join(lines)


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
