"""Mutants: every function that differs from a given one in one simple way."""

import ast
import re
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from curriculum.editions import definition, signature_line
from workshop.alterations import ALTERATIONS, Part, Vocabulary

# Nothing that these hold is evaluated when the function runs.
NOT_RUN = ("annotation", "returns", "type_params")
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
SCOPES = (*COMPREHENSIONS, ast.Lambda, ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A function that was altered in one place.

    line: where, in the source. was, now: the smallest part around the alteration that tells this mutant from
    all others of the function, before and after. body: all its statements, for `editions.replace`.
    """

    line: int
    was: str
    now: str
    body: str


def mutants(source: str, name: str) -> Iterator[Mutant]:
    r"""Yield every function that one alteration makes of the module-level function `name`, each once.

    Raises EditionError as `definition` does.

    >>> found = [*mutants("def twice(x):\n    return 2 * x\n", "twice")]
    >>> [mutant.now for mutant in found if mutant.was == "2"]
    ['3', '1']
    """
    (function,) = ast.parse(definition(source, name)).body
    assert isinstance(function, ast.FunctionDef)
    ast.increment_lineno(function, signature_line(source, name) - 1)
    if ast.get_docstring(function, clean=False) is not None:
        del function.body[0]
    body = ast.Module(function.body, [])
    words = _vocabulary(body)
    found: dict[str, _Change] = {ast.unparse(body): _Change(_Place(body, (), "", None), body)}
    for place in _places(body, (function,)):
        part = Part(place.node, place.above[-1], place.field, place.names(), words)
        for new in (new for alteration in ALTERATIONS for new in alteration(part)):
            change = _Change(place, new)
            if _compiles(change, function):
                found.setdefault(change.text_of(body), change)
    _, *bodies = found
    _, *changes = found.values()
    for text, change, (was, now) in zip(bodies, changes, _told_apart(changes), strict=True):
        yield Mutant(change.place.line, was, now, text)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a part stands: its field in the last of the nodes above it, and there its index in a list."""

    node: ast.AST
    above: tuple[ast.AST, ...]
    field: str
    index: int | None

    def put(self, node: ast.AST) -> None:
        if self.index is None:
            setattr(self.above[-1], self.field, node)
        else:
            getattr(self.above[-1], self.field)[self.index] = node

    def names(self) -> tuple[str, ...]:
        """The local names that can be seen from there, of the function's own and of the scopes within."""
        scopes = [scope for scope in self.above if isinstance(scope, SCOPES)]
        return tuple(dict.fromkeys(name for scope in scopes for name in _bound(scope)))

    @property
    def line(self) -> int:
        # A comprehension's `for` has no line of its own, but what stands in it has.
        lines: Iterator[int] = (node.lineno for node in ast.walk(self.node) if hasattr(node, "lineno"))
        return next(lines)


@dataclass(frozen=True, slots=True)
class _Change:
    """Another node in a place."""

    place: _Place
    new: ast.AST

    def text_of(self, node: ast.AST) -> str:
        """How a node above the place reads with the change."""
        self.place.put(self.new)
        try:
            return ast.unparse(node)
        finally:
            self.place.put(self.place.node)

    def texts(self, steps: int) -> tuple[str, str]:
        """The part so many steps above the place, before and after the change."""
        if steps == 0:
            return _in_a_line(ast.unparse(self.place.node)), _in_a_line(ast.unparse(self.new))
        node = self.place.above[-steps]
        return _in_a_line(ast.unparse(node)), _in_a_line(self.text_of(node))


def _told_apart(changes: list[_Change]) -> list[tuple[str, str]]:
    """The texts of all changes; where two changes read alike, those of a part around each."""
    steps = [0] * len(changes)
    while True:
        texts = [change.texts(up) for change, up in zip(changes, steps, strict=True)]
        times = Counter(texts)
        wider = [
            up + (times[text] > 1 and up < len(change.place.above) - 1)
            for change, up, text in zip(changes, steps, texts, strict=True)
        ]
        if wider == steps:
            return texts
        steps = wider


def _places(parent: ast.AST, above: tuple[ast.AST, ...]) -> Iterator[_Place]:
    above = (*above, parent)
    for field, value in ast.iter_fields(parent):
        if field in NOT_RUN:
            continue
        nodes = enumerate(value) if isinstance(value, list) else [(None, value)]
        for index, node in [*nodes]:
            if isinstance(node, ast.expr | ast.stmt | ast.comprehension):
                yield _Place(node, above, field, index)
            if isinstance(node, ast.AST):
                yield from _places(node, above)


def _vocabulary(body: ast.AST) -> Vocabulary:
    called = {node.func for node in ast.walk(body) if isinstance(node, ast.Call)}
    used = [node for node in ast.walk(body) if isinstance(node, ast.Attribute)]
    values = [node.value for node in ast.walk(body) if isinstance(node, ast.Constant)]
    plain = [v for v in values if isinstance(v, str | int | float) and not isinstance(v, bool)]
    return Vocabulary(
        attributes=tuple(dict.fromkeys(node.attr for node in used if node not in called)),
        methods=tuple(dict.fromkeys(node.attr for node in used if node in called)),
        constants=tuple(dict.fromkeys(plain)),
    )


def _bound(scope: ast.AST) -> Iterator[str]:
    """The names that a function, lambda or comprehension binds for itself."""
    nodes = [*ast.iter_child_nodes(scope)]
    while nodes:
        node = nodes.pop(0)
        if isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        if not isinstance(node, SCOPES):
            nodes[:0] = ast.iter_child_nodes(node)


def _compiles(change: _Change, function: ast.FunctionDef) -> bool:
    """Whether it does so without a warning, such as that of `is` with a literal, which nobody overlooks."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            compile(change.text_of(function), "mutant", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


def _in_a_line(text: str) -> str:
    return re.sub(r"\s*\n\s*", " ", text.strip())
