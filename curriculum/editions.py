"""Cut editions out of Python source: stubs, a learner's functions in place of ours, handouts, mutants.

`ast` says where things stand and nothing more: what comes out is the text that went in, cut and joined, so
that comments and quotes survive. It is cut in UTF-8 bytes, because ast counts columns in them, and because
bytes, unlike str, split into lines exactly where Python does.

`replace` also drops what only the old bodies used, for a constant can be the answer. It asks two questions
that both err towards keeping: what did the old bodies certainly use, and what may anything else still use?
"""

import ast
import io
import json
import re
import tokenize
import warnings
from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Mapping
from contextlib import suppress
from itertools import accumulate, pairwise

_Part = ast.stmt | ast.alias
_Placed = ast.stmt | ast.expr | ast.arg | ast.alias
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_SCOPES = (*_FUNCTIONS, ast.ClassDef)
_IMPORTS = (ast.Import, ast.ImportFrom)

_BOM = "\ufeff"
_UNREADABLE = re.compile("[\0\ud800-\udfff]")
_DOCTEST = re.compile(r"^\s*(?:>>>|\.\.\.) (.*)", re.MULTILINE)
# Atomic, lest n line ends of "\r\n" be tried in 2 ** n ways.
_END = rb"(?>\r\n?|\n)"
_BLANK_LINES = re.compile(rb"(?:[ \t]*" + _END + rb")*")
_REST_OF_LINE = re.compile(rb"(?:[ \t\f;]|\\" + _END + rb")*(?:#[^\r\n]*)?" + _END)
# A form feed puts the column back to 0, so only a blank right before the "#" indents a comment.
_INDENTED_COMMENTS = re.compile(rb"(?:(?:[ \t\f]*" + _END + rb")*[ \t\f]*[ \t]#[^\r\n]*" + _END + rb")*")
# Matched from the end of the last argument or annotation, after which only a comment can hide a colon.
_COLON = re.compile(rb"(?:[^:#]|#[^\r\n]*)*:")


class EditionError(ValueError):
    """The source cannot be cut as asked; the message is one sentence for its author."""


def definition(source: str, name: str) -> str:
    r"""The whole text of the module-level function `name`, from its `def` on, ending in one newline.

    Decorators are not part of it; a comment indented into the end of the body is.
    Raises EditionError if the source does not parse, has no such function, or more than one.

    >>> definition("import re\n\ndef twice(x):\n    return 2 * x  # x + x\n", "twice")
    'def twice(x):\n    return 2 * x  # x + x\n'
    """
    data, tree = _opened(source)
    start, stop = _whole(data, _function(tree, name))
    return _fitted(data[start:stop], source)


def quoted(source: str, name: str) -> str:
    r"""The whole text of the function, class or assignment at the top that binds `name`.

    Decorators are part of it, and the end of its last line is not.
    Raises EditionError if the source does not parse, or nothing of that kind at its top binds the name.

    >>> quoted("import re\n\nTABLE = (\n    1,\n)\n\nOTHER = 2\n", "TABLE")
    'TABLE = (\n    1,\n)'
    """
    for node in _parsed(source).body:
        if name in _bound_at_top(node):
            first = min(part.lineno for part in (node, *getattr(node, "decorator_list", ())))
            return "\n".join(source.splitlines()[first - 1 : node.end_lineno])
    raise EditionError("only a function, class or table can be quoted, by the module that defines it")


def signature_line(source: str, name: str) -> int:
    r"""The 1-based line on which the `def` of the module-level function `name` stands.

    Raises EditionError as `definition` does.

    >>> signature_line("import re\n\ndef twice(x):\n    return 2 * x\n", "twice")
    3
    """
    return _function(_parsed(source), name).lineno


def stub(source: str, name: str, message: str) -> str:
    r"""The signature and docstring of `name`, byte for byte, and a one-line body that raises the message.

    Raises EditionError as `definition` does.

    >>> print(stub("def twice(x):\n    'Double x.'\n    return 2 * x\n", "twice", "Task T1.1"), end="")
    def twice(x):
        'Double x.'
        raise NotImplementedError("Task T1.1")
    """
    data, tree = _opened(source)
    head, indent, _ = _head(data, _function(tree, name))
    line = f"raise NotImplementedError({json.dumps(message, ensure_ascii=False)})\n"
    return _fitted(head + indent + line.encode(), source)


def is_stub(source: str, name: str) -> bool:
    r"""True if the body of `name`, the docstring aside, is exactly one `raise NotImplementedError(...)`.

    Raises EditionError as `definition` does.

    >>> is_stub('def twice(x):\n    raise NotImplementedError("Task T1.1")\n', "twice")
    True
    """
    match _statements(_function(_parsed(source), name)):
        case [ast.Raise(exc=ast.Call(func=ast.Name(id="NotImplementedError")), cause=None)]:
            return True
    return False


def paste(source: str, definitions: Mapping[str, str]) -> str:
    r"""Put whole definitions in place of the functions of those names, keeping every other byte.

    definitions: name to a text that holds this one function, undecorated. Decorators in the source stay, and
    its kind of line end is kept.
    Raises EditionError as `definition` does, and if a text holds anything else.

    >>> paste("def twice(x): return 0\n# end\n", {"twice": "def twice(y):\n    return 2 * y\n"})
    'def twice(y):\n    return 2 * y\n# end\n'
    """
    data, tree = _opened(source)
    for name, node in _bottom_up(tree, definitions):
        what = f"The definition given for `{name}`"
        given, module = _opened(definitions[name], what)
        match module.body:
            case [ast.FunctionDef(decorator_list=[]) as function] if function.name == name:
                start, stop = _whole(data, node)
                data = data[:start] + given[slice(*_whole(given, function))] + data[stop:]
            case _:
                raise EditionError(f"{what} must be that function alone, undecorated.")
    return _closed(data, source)


def replace(source: str, bodies: Mapping[str, str]) -> str:
    r"""Swap the bodies of the named functions; their signatures and docstrings and every other byte stay.

    bodies: name to statements, unindented; they are indented here by four spaces, or as the docstring is,
    save for lines inside a string, which are its value. Private helpers (one underscore), constants and
    imported names go if only the old bodies used them, or only what goes with them; a statement that shares
    its line with another stays.
    Raises EditionError as `definition` does, and if a body does not parse or leaves its function empty.

    >>> source = "import re\nTEN = 10\n\ndef add(x):\n    'Add ten.'\n    return x + TEN\n"
    >>> print(replace(source, {"add": "return x"}), end="")
    import re
    <BLANKLINE>
    def add(x):
        'Add ten.'
        return x
    """
    data, tree = _opened(source)
    replaced = _bottom_up(tree, bodies)
    for name, node in replaced:
        data = _with_body(data, node, bodies[name])
    used = {name for _, node in replaced for name in _certain(node)}
    return _closed(_without_orphans(data, used, bodies), source)


def without(source: str, names: Collection[str]) -> str:
    r"""Leave out the functions, classes and assignments at the top that bind one of the names.

    What only these used goes as in `replace`; every other byte stays. A name that nothing binds is no error.
    Raises EditionError if the source does not parse.

    >>> without("import re\n\ndef twice(x):\n    return re.sub('x', 'xx', x)\n\n\nN = 3\n", {"twice"})
    'N = 3\n'
    """
    data, tree = _opened(source)
    gone = [node for node in tree.body if not _bound_at_top(node).isdisjoint(names)]
    for node in reversed(gone):
        data = _without(data, node)
    used = {name for node in gone for name in _certain(node)}
    return _closed(_without_orphans(data, used, ()), source)


# Reading: where things stand


def _parsed(source: str, what: str = "The source") -> ast.Module:
    if odd := _UNREADABLE.search(source):
        line = source.count("\n", 0, odd.start()) + 1
        raise EditionError(f"{what} does not parse (line {line}): it holds {odd[0]!a}.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an odd escape in it is its author's concern
            return ast.parse(source.removeprefix(_BOM))
    except SyntaxError as error:
        raise EditionError(f"{what} does not parse (line {error.lineno}): {error.msg}.") from None
    except (MemoryError, RecursionError):
        raise EditionError(f"{what} does not parse: it is nested too deeply.") from None


def _opened(source: str, what: str = "The source") -> tuple[bytes, ast.Module]:
    """The text to cut, which always ends its last line, and its tree."""
    tree = _parsed(source, what)
    text = source.removeprefix(_BOM)
    return (text if text.endswith(("\n", "\r")) else text + "\n").encode(), tree


def _closed(data: bytes, source: str) -> str:
    text = _fitted(data, source)
    if not source.endswith(("\n", "\r")):
        text = re.sub(r"(?>\r\n?|\n)\Z", "", text)
    return _BOM + text if source.startswith(_BOM) else text


def _fitted(data: bytes, source: str) -> str:
    """The text with the line ends of the source, if those are of one kind."""
    kinds = {*re.findall(r"\r\n?|\n", source)}
    return re.sub(r"\r\n?|\n", kinds.pop(), data.decode()) if len(kinds) == 1 else data.decode()


def _function(tree: ast.Module, name: str) -> ast.FunctionDef:
    scopes = [node for node in ast.walk(tree) if isinstance(node, _SCOPES)]
    inner = {part for scope in scopes for part in ast.walk(scope) if part is not scope}
    named = [node for node in scopes if isinstance(node, _FUNCTIONS) and node.name == name]
    outer = [node for node in named if node not in inner]
    lines = ", ".join(str(line) for line in sorted(node.lineno for node in outer or named))
    match outer:
        case [ast.FunctionDef() as node] if node in tree.body:
            return node
        case [_, _, *_]:
            raise EditionError(f"`{name}` is defined more than once, on lines {lines}.")
    why = f"the one on line {lines} is async, nested or a method" if named else "none is defined"
    raise EditionError(f"There is no plain module-level function `{name}`: {why}.")


def _bottom_up(tree: ast.Module, names: Iterable[str]) -> list[tuple[str, ast.FunctionDef]]:
    """The functions of these names, the last first, so that no cut moves what is still to be cut."""
    return sorted(((name, _function(tree, name)) for name in names), key=lambda pair: -pair[1].lineno)


def _statements(node: ast.FunctionDef) -> list[ast.stmt]:
    return node.body if ast.get_docstring(node, clean=False) is None else node.body[1:]


def _span(data: bytes, node: _Placed) -> tuple[int, int]:
    assert node.end_lineno and node.end_col_offset  # ast.parse sets both
    starts = [*accumulate(map(len, data.splitlines(keepends=True)), initial=0)]
    return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset


def _whole(data: bytes, node: ast.stmt) -> tuple[int, int]:
    """From its first byte to the end of its last line, or of the comments indented below that."""
    start, end = _span(data, node)
    return start, _past(_INDENTED_COMMENTS, data, _past(_REST_OF_LINE, data, end))


def _past(pattern: re.Pattern[bytes], data: bytes, start: int) -> int:
    found = pattern.match(data, start)
    return found.end() if found else start


def _head(data: bytes, node: ast.FunctionDef) -> tuple[bytes, bytes, int]:
    """Signature and docstring in whole lines, the indentation of what follows, and where the body begins."""
    arguments = [part for part in ast.iter_child_nodes(node.args) if isinstance(part, ast.arg | ast.expr)]
    signature = [*arguments, *getattr(node, "type_params", []), *([node.returns] if node.returns else [])]
    start, _ = _span(data, node)
    end = _past(_COLON, data, max((_span(data, part)[1] for part in signature), default=start))
    head, indent, statements = data[start:end], b"    ", _statements(node)
    if statements != node.body:
        first, last = _span(data, node.body[0])
        if _past(_REST_OF_LINE, data, end) > end:
            head, indent = data[start:last], data[first - node.body[0].col_offset : first]
        else:  # on the line of the signature, where no block can follow
            head += b"\n" + indent + data[first:last]
        end = last
    rest = _past(_REST_OF_LINE, data, end)
    begin = rest if rest > end else _span(data, statements[0])[0]
    return head + (data[end:rest] or b"\n"), indent, begin


# Cutting


def _with_body(data: bytes, node: ast.FunctionDef, body: str) -> bytes:
    what = f"The body given for `{node.name}`"
    text = re.sub(r"\r\n?", "\n", body).strip("\n")
    module = _parsed(text, what)
    head, indent, begin = _head(data, node)
    start, stop = _whole(data, node)
    first = min(_past(_BLANK_LINES, data, begin), stop)
    if data[first:stop].strip() == text.strip().encode():
        return data  # else a body on the line of its signature would move to one of its own
    if not module.body and _statements(node) == node.body:
        raise EditionError(f"{what} has no statement.")
    return data[:start] + head + data[begin:first] + _indented(text, indent) + data[stop:]


def _indented(text: str, indent: bytes) -> bytes:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    # A token that goes on in further rows is a string, and what stands there is its value.
    inside = {row for token in tokens for row in range(token.start[0] + 1, token.end[0] + 1)}
    rows = enumerate(text.encode().splitlines(), start=1)
    lines = [line if row in inside or not line.strip() else indent + line for row, line in rows]
    return b"".join(line + b"\n" for line in lines)


def _without(data: bytes, node: ast.stmt) -> bytes:
    """Without the lines of the statement and, of the blank lines around them, all but two."""
    start, stop = _whole(data, node)
    if decorators := getattr(node, "decorator_list", None):
        start = data.rindex(b"@", 0, _span(data, decorators[0])[0])
    above, below = data[:start].rstrip(b" \t\r\n"), _past(_BLANK_LINES, data, stop)
    gap = (data[len(above) : start] + data[stop:below]).splitlines(keepends=True)
    line_ends = 0 if not above else 1 if below == len(data) else 3
    return above + b"".join(gap[:line_ends]) + data[below:]


def _without_names(data: bytes, node: ast.Import | ast.ImportFrom, gone: Container[_Part]) -> bytes:
    kept = [name for name in node.names if name not in gone]
    rows = {row for name in node.names if name in gone for row in (name.lineno, name.end_lineno)}
    if rows.isdisjoint(row for part in (node, *kept) for row in (part.lineno, part.end_lineno)):
        lines = enumerate(data.splitlines(keepends=True), start=1)
        return b"".join(line for row, line in lines if row not in rows)
    first, last = _span(data, node.names[0])[0], _span(data, node.names[-1])[1]
    pairs = [(name, following) for name, following in pairwise(node.names) if name in kept[:-1]]
    names = [data[_span(data, name)[0] : _span(data, following)[0]] for name, following in pairs]
    return data[:first] + b"".join(names) + data[slice(*_span(data, kept[-1]))] + data[last:]


# Dropping: what only the old bodies used


def _without_orphans(data: bytes, used: set[str], replaced: Container[str]) -> bytes:
    """Without what was used, as far as nothing that is left may use it."""
    tree = _parsed(data.decode())
    orphans = _orphans(tree, used, replaced)
    for statement in reversed(tree.body):
        parts = statement.names if isinstance(statement, _IMPORTS) else [statement]
        if orphans.issuperset(parts):
            data = _without(data, statement)
        elif isinstance(statement, _IMPORTS) and not orphans.isdisjoint(parts):
            data = _without_names(data, statement, orphans)
    return data


def _orphans(tree: ast.Module, used: set[str], replaced: Container[str]) -> set[_Part]:
    """What the old bodies used, themselves or through each other, and nothing else may use."""
    rows = Counter(row for node in tree.body for row in {node.lineno, node.end_lineno})
    parts: set[_Part] = set()
    for node in tree.body:
        fixed = getattr(node, "module", None) == "__future__" or getattr(node, "name", None) in replaced
        if not fixed and rows[node.lineno] == rows[node.end_lineno] == 1:
            parts.update(node.names if isinstance(node, _IMPORTS) else [node])
    orphans = _reached(used, parts, _certain)
    others = {name for node in tree.body if node not in orphans for name in _possible(node)}
    return orphans - _reached(others, parts, _possible)


def _reached(names: set[str], parts: set[_Part], uses: Callable[[_Part], set[str]]) -> set[_Part]:
    reached: set[_Part] = set()
    while fresh := {part for part in parts - reached if not names.isdisjoint(_bound(part))}:
        reached |= fresh
        names = names.union(*map(uses, fresh))
    return reached


def _bound(part: _Part) -> set[str]:
    """The names for whose sake a part is there; none if it always stays."""
    names: list[str] = []
    match part:
        case ast.alias(name=name, asname=other):
            names = [other or name.partition(".")[0]]
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            names = [name] if name.startswith("_") else []
        case ast.Assign() | ast.AnnAssign() if not any(isinstance(n, ast.NamedExpr) for n in ast.walk(part)):
            targets = part.targets if isinstance(part, ast.Assign) else [part.target]
            inner = [node for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)]
            names = [node.id for node in inner if isinstance(node.ctx, ast.Store)]
    return {name for name in names if not name.startswith("__")}


def _bound_at_top(node: ast.stmt) -> set[str]:
    """The names that a function, a class or an assignment at the top binds."""
    if isinstance(node, _SCOPES):
        return {node.name}
    return set() if isinstance(node, _IMPORTS) else _bound(node)


def _certain(node: ast.AST) -> set[str]:
    """The names in it, without those that it binds itself anywhere: they may be its own."""
    nodes = [part for part in ast.walk(node) if not isinstance(part, ast.keyword)]
    own = {getattr(part, field, None) for part in nodes for field in ("arg", "name", "asname", "rest")}
    names = [part for part in nodes if isinstance(part, ast.Name)]
    return {part.id for part in names} - {part.id for part in names if isinstance(part.ctx, ast.Store)} - own


def _possible(node: ast.AST) -> set[str]:
    """The names in it, in strings that read as code (annotations, `__all__`) and in doctests."""
    names: set[str] = set()
    for part in ast.walk(node):
        match part:
            case ast.Name(id=name):
                names.add(name)
            case ast.Global(names=more):
                names.update(more)
            case ast.Constant(value=str(text)):
                names.update(re.findall(r"\w+", " ".join(_DOCTEST.findall(text))))
                with suppress(EditionError):
                    names |= _possible(_parsed(f"({text})"))
    return names
