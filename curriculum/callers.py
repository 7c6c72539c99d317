"""What in a library and in its tests uses something by name, found by reading and never by running.

It errs towards more: a name counts wherever it stands, and also as a word in a string, which may be a script.
"""

import ast
import doctest
import re
from collections.abc import Collection, Iterator, Mapping, Set

from curriculum.editions import EditionError

_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def defined(source: str) -> frozenset[str]:
    """The names that functions, classes and assignments at the top of a source bind."""
    return frozenset(name for node in ast.parse(source).body for name in _binds(node))


def changed(before: str, after: str) -> frozenset[str]:
    """The names at the top of a source that stand for something else in a later one, or for nothing."""
    left = {ast.dump(node) for node in ast.parse(after).body}
    gone = (node for node in ast.parse(before).body if ast.dump(node) not in left)
    return frozenset(name for node in gone for name in _binds(node))


def users(sources: Mapping[str, str], names: Set[str]) -> frozenset[str]:
    """These names, and the full name of whatever in the library uses one of them, itself or through others.

    sources: the library, by paths such as `memlab/record.py`. names: full, `memlab.record.session_of`.
    """
    trees = {module_of(path): ast.parse(text) for path, text in sources.items()}
    meanings = {module: _meanings(tree, module) for module, tree in trees.items()}
    found = set(names)
    while True:
        more = {
            f"{module}.{name}"
            for module, tree in trees.items()
            for node in tree.body
            if _mentions(node, meanings[module], found)
            for name in _binds(node)
        }
        if more <= found:
            return frozenset(found)
        found |= more


def examples_of(source: str, path: str, names: Set[str]) -> Iterator[str]:
    """The full names of functions, classes and methods whose doctests use one of the names."""
    module, tree = module_of(path), ast.parse(source)
    meanings = _meanings(tree, module)
    for name, node in _documented(tree, module):
        examples = doctest.DocTestParser().get_examples(ast.get_docstring(node) or "")
        try:
            run = ast.parse("".join(example.source for example in examples))
        except SyntaxError:  # an example of what cannot be read
            continue
        if _mentions(run, meanings | _meanings(run, ""), names):
            yield name


def concerned(source: str, names: Set[str], fixtures: Collection[str] = ()) -> frozenset[str]:
    """The names bound at the top of a file of tests by what uses one of the library's names, or a fixture.

    A parameter is taken for the fixture of its name, of this file or of those given.
    Raises EditionError for a source that does not parse.
    """
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        raise EditionError(f"The source does not parse (line {error.lineno}): {error.msg}.") from None
    meanings = {name: name for name in fixtures} | _meanings(tree, "")
    words = re.compile(rf"\b(?:{'|'.join(sorted({name.rpartition('.')[2] for name in names}))})\b")
    found = set(fixtures)
    while True:
        more = {
            name
            for node in tree.body
            if not isinstance(node, ast.Import | ast.ImportFrom)
            and (_mentions(node, meanings, names | found) or (names and _says(node, words)))
            for name in _binds(node)
        }
        if more <= found:
            return frozenset(found)
        found |= more


def module_of(path: str) -> str:
    """The module that lies at a path: `memlab/evolve/__init__.py` is `memlab.evolve`."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _binds(node: ast.stmt) -> set[str]:
    if isinstance(node, _NAMED):
        return {node.name}
    if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return {part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)}
    return set()


def _meanings(tree: ast.Module, module: str) -> dict[str, str]:
    """What each name in a module stands for: what is imported anywhere in it, and what its top defines."""
    meanings: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            meanings |= {part.asname or part.name: f"{node.module}.{part.name}" for part in node.names}
        elif isinstance(node, ast.Import):
            for part in node.names:
                first = part.name.partition(".")[0]
                meanings[part.asname or first] = part.name if part.asname else first
    own = {name for node in tree.body for name in _binds(node)}
    return meanings | {name: f"{module}.{name}" if module else name for name in own}


def _mentions(node: ast.AST, meanings: Mapping[str, str], names: Set[str]) -> bool:
    return any(_meant(part, meanings) in names for part in ast.walk(node))


def _meant(node: ast.AST, meanings: Mapping[str, str]) -> str | None:
    match node:
        case ast.Name(id=name) | ast.arg(arg=name):
            return meanings.get(name)
        case ast.Attribute(value=value, attr=name):
            before = _meant(value, meanings)
            return f"{before}.{name}" if before else None
    return None


def _says(node: ast.AST, words: re.Pattern[str]) -> bool:
    """Whether a string in it that is no docstring holds one of the words."""
    documented = (part for part in ast.walk(node) if isinstance(part, _NAMED) and ast.get_docstring(part))
    docstrings = {getattr(part.body[0], "value", None) for part in documented}
    texts = (part for part in ast.walk(node) if isinstance(part, ast.Constant) and part not in docstrings)
    return any(isinstance(part.value, str) and words.search(part.value) is not None for part in texts)


def _documented(
    node: ast.Module | ast.ClassDef, name: str
) -> Iterator[tuple[str, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]]:
    yield name, node
    for part in node.body:
        if isinstance(part, ast.ClassDef):
            yield from _documented(part, f"{name}.{part.name}")
        elif isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{name}.{part.name}", part
