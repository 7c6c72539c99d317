"""Whether a folder holds anything of what was cut out of a library: statement by statement, in every file.

A statement is sought as it was written and as Python writes it, in texts from which white space, kinds of
quotes, marks of comments and trailing commas are gone; so it is found in a page, a comment, a notebook or a
table, however its lines were broken. What is sought is said in `sought`, and nowhere else.
"""

import ast
import io
import json
import re
import textwrap
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import yaml

# Fewer names, values and operators than these are nobody's solution: `return None`, `continue`, `x = 0`.
SMALL = 3
# From so many on nobody writes the same by chance.
TELLING = 10

_LEFT_OUT = re.compile(r"\s+|\\\n|,(?=\s*[)\]}])")
_MARK = re.compile(r"^[ \t]*[#>]+ ?", re.MULTILINE)
_PART = (ast.Name, ast.Attribute, ast.Constant, ast.operator, ast.unaryop, ast.boolop, ast.cmpop)
_KINDS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Pass)


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement that was cut out: where it stood, its code as Python writes it, and as it was written.

    owner: the function, or the first line of the constant, that it was a part of.
    parts: how many names, values and operators it has.
    """

    file: str
    owner: str
    line: int
    code: str
    written: str
    parts: int


@dataclass(frozen=True, slots=True)
class Leak:
    """A statement that was cut out and stands in a file all the same."""

    file: Path
    line: int
    statement: Statement


def sought(statements: Iterable[Statement], kept: str) -> list[Statement]:
    """Those that give something away.

    kept: the code that stays, squeezed. A small statement is anybody's. One that stands in code which stays
    is nobody's in particular, unless that is so of all that its function has, and that is more than a word or
    two: then the whole was copied, and each of its statements is sought.
    """
    found = []
    by_owner = groupby(sorted(statements, key=_owner), key=_owner)
    for _, group in by_owner:
        own = [one for one in group if one.parts >= SMALL]
        alone = [one for one in own if squeezed(one.code) not in kept]
        copied = not alone and sum(one.parts for one in own) >= TELLING
        found += own if copied else alone
    return found


def _owner(statement: Statement) -> tuple[str, str]:
    return statement.file, statement.owner


def cut_out(whole: Mapping[str, str], kept: Mapping[str, str]) -> list[Statement]:
    """The statements that stand in the whole library and not where they stood in what was kept of it."""
    found = []
    for path, text in whole.items():
        left = {ast.unparse(node) for node in ast.parse(kept.get(path, "")).body}
        gone = [node for node in ast.parse(text).body if ast.unparse(node) not in left]
        for node in gone:
            owner = getattr(node, "name", f"line {node.lineno}")
            for part in ast.walk(node):
                if isinstance(part, ast.stmt) and not isinstance(part, _KINDS) and not _is_text(part):
                    parts = sum(isinstance(inner, _PART) for inner in ast.walk(part))
                    found.append(
                        Statement(path, owner, part.lineno, ast.unparse(part), _as_written(text, part), parts)
                    )
    return found


def code_of(sources: Iterable[str]) -> str:
    """Code that stays, squeezed, for `sought`."""
    return "\n".join(squeezed(ast.unparse(ast.parse(source))) for source in sources)


def leaks(folder: Path, statements: Iterable[Statement]) -> Iterator[Leak]:
    """Look for the statements in every file of a folder; each file is told once, by the longest in it."""
    longest_first = sorted(statements, key=lambda one: (-one.parts, one.code))
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        text = file.read_bytes().decode("utf-8", errors="replace")
        if leak := _leak_in(file, text, longest_first):
            yield leak


def _leak_in(file: Path, text: str, statements: list[Statement]) -> Leak | None:
    texts = [(squeezed(one), one, line) for one, line in _texts(file, text)]
    for statement in statements:
        for needle in {squeezed(statement.code), squeezed(statement.written)}:
            for held, one, line in texts:
                if (place := held.find(needle)) >= 0:
                    return Leak(file, line + _line_of(one, place), statement)
    return None


def squeezed(text: str) -> str:
    """A text without what may be written in several ways.

    >>> squeezed("return f('a',\\n    b,\\n)")
    'returnf("a",b)'
    """
    return _LEFT_OUT.sub("", text).replace("'", '"')


def _texts(file: Path, text: str) -> Iterator[tuple[str, int]]:
    """The texts that a file holds, each with the line, from 1, on which it begins."""
    yield text, 1
    unmarked = _MARK.sub("", text)
    if unmarked != text:
        yield unmarked, 1
    if file.suffix in (".ipynb", ".json"):
        yield _without_quotes(text), 1
    elif file.suffix in (".yaml", ".yml"):
        with suppress(yaml.YAMLError):
            yield from _scalars(yaml.compose(text, Loader=yaml.SafeLoader))
    for code in (text, _without_quotes(text)) if file.suffix in (".py", ".ipynb") else ():
        try:
            yield ast.unparse(ast.parse(code)), 1
        except (SyntaxError, ValueError, RecursionError):
            continue


def _without_quotes(text: str) -> str:
    """The lines of JSON, of which a text on a line of its own, as a notebook has them, is that text."""
    return "\n".join(map(_unquoted, text.splitlines()))


def _unquoted(line: str) -> str:
    try:
        read = json.loads(line.strip().removesuffix(","))
    except ValueError:
        read = None
    if isinstance(read, str) and "\n" not in read[:-1]:
        return read.removesuffix("\n")
    return re.sub(r"\\(n|\"|\\)", lambda found: " " if found[1] == "n" else found[1], line)


def _scalars(node: yaml.Node | None) -> Iterator[tuple[str, int]]:
    if isinstance(node, yaml.ScalarNode):
        yield node.value, node.start_mark.line + 1
    elif isinstance(node, yaml.CollectionNode):
        for part in node.value:
            for inner in part if isinstance(part, tuple) else (part,):
                yield from _scalars(inner)


def _line_of(text: str, place: int) -> int:
    """How many lines of a text stand before a place in it squeezed."""
    for row, _ in enumerate(text.splitlines()):
        if len(squeezed("\n".join(text.splitlines()[: row + 1]))) > place:
            return row
    return 0


def _is_text(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _as_written(source: str, node: ast.stmt) -> str:
    """The text of a statement, without its comments."""
    code = textwrap.dedent(ast.get_source_segment(source, node, padded=True) or "")
    tokens = tokenize.generate_tokens(io.StringIO(code).readline)
    return tokenize.untokenize(
        token._replace(string="") if token.type == tokenize.COMMENT else token for token in tokens
    )
