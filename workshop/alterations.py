"""Alterations: the simple ways in which one part of a function may be wrong.

Each is a function from a part, in its place, to what may stand there instead; where the field has a name
for it, the docstring says so. Whether that makes sense is not asked: what does not compile is dropped later.
"""

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

T = TypeVar("T")

RELATIONS: tuple[type[ast.cmpop], ...] = (
    *(ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE),
    *(ast.Is, ast.IsNot, ast.In, ast.NotIn),
)
ARITHMETIC: tuple[tuple[type[ast.operator], ...], ...] = (
    (ast.Add, ast.Sub, ast.Mult),
    (ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.Add),
    (ast.BitAnd, ast.BitOr, ast.BitXor, ast.Sub),
    (ast.LShift, ast.RShift),
)
COMMUTATIVE = (ast.Mult, ast.BitAnd, ast.BitOr, ast.BitXor)
ALIKE = (
    *({"min", "max"}, {"any", "all"}, {"floor", "ceil"}),
    *({"issuperset", "issubset", "isdisjoint"}, {"union", "intersection", "difference"}),
    *({"startswith", "endswith"}, {"partition", "rpartition"}, {"split", "rsplit"}, {"find", "rfind"}),
    *({"strip", "lstrip", "rstrip"}, {"lower", "upper", "casefold"}, {"append", "extend"}),
    *({"removeprefix", "removesuffix"}, {"keys", "values", "items"}, {"fetchone", "fetchall"}),
)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a function uses itself, each once, in order of appearance."""

    attributes: tuple[str, ...]
    methods: tuple[str, ...]
    constants: tuple[str | int | float, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a function in its place.

    names: the local names that can be seen from there.
    """

    node: ast.AST
    parent: ast.AST
    field: str
    names: tuple[str, ...]
    words: Vocabulary


Alteration = Callable[[Part], Iterator[ast.AST]]


def relations(part: Part) -> Iterator[ast.AST]:
    """Each relation by all others (ROR, relational operator replacement), and `in` the other way round."""
    match part.node:
        case ast.Compare(left=left, ops=ops, comparators=right):
            for index, op in enumerate(ops):
                for other in RELATIONS:
                    if not isinstance(op, other):
                        yield ast.Compare(left, [*ops[:index], other(), *ops[index + 1 :]], right)
            if isinstance(ops[0], ast.In | ast.NotIn) and len(ops) == 1:
                yield ast.Compare(right[0], ops, [left])


def connectors(part: Part) -> Iterator[ast.AST]:
    """`and` by `or` and back (LCR, logical connector replacement), and each operand dropped."""
    match part.node:
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            for fewer in _one_dropped(values):
                yield ast.BoolOp(op, fewer) if len(fewer) > 1 else fewer[0]


def negations(part: Part) -> Iterator[ast.AST]:
    """A `not` or a minus dropped (UOD), and a `not` before each condition (COI)."""
    match part.node:
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert(), operand=operand):
            yield operand
        case ast.expr() if _is_condition(part):
            yield ast.UnaryOp(ast.Not(), part.node)


def decisions(part: Part) -> Iterator[ast.AST]:
    """A condition that always holds, or never; where that is the same as a deletion, it is left to that."""
    if part.field == "test":
        yield ast.Constant(True)
        if not (isinstance(part.parent, ast.If | ast.While) and not part.parent.orelse):
            yield ast.Constant(False)


def filters(part: Part) -> Iterator[ast.AST]:
    """Each `if` of a comprehension dropped."""
    match part.node:
        case ast.comprehension(target=target, iter=iter, ifs=ifs, is_async=is_async):
            for fewer in _one_dropped(ifs):
                yield ast.comprehension(target, iter, fewer, is_async)


def runs(part: Part) -> Iterator[ast.AST]:
    """What is gone through: without its first or its last, only these, or backwards (RIL)."""
    if part.field == "iter" and isinstance(part.node, ast.expr):
        for text in ("[1:]", "[:-1]", "[:1]", "[-1:]", "[::-1]"):
            yield _subscripted(part.node, text)


def arithmetic(part: Part) -> Iterator[ast.AST]:
    """Each operator by its kin (AOR), one operand alone (AOD), and the operands swapped."""
    match part.node:
        case ast.BinOp(left=left, op=op, right=right):
            yield from (ast.BinOp(left, other, right) for other in _kin(op))
            yield left
            yield right
            joins = isinstance(op, ast.Add) and not _in_order(left) and not _in_order(right)
            if not isinstance(op, COMMUTATIVE) and not joins:
                yield ast.BinOp(right, op, left)
        case ast.AugAssign(target=target, op=op, value=value):
            yield from (ast.AugAssign(target, other, value) for other in _kin(op))
            yield ast.copy_location(ast.Assign([target], value), part.node)


def constants(part: Part) -> Iterator[ast.AST]:
    """Numbers one off, strings emptied, stripped and longer, True, False and None swapped (CRP).

    Also each by all others of its kind in the function.
    """
    if not isinstance(part.node, ast.Constant):
        return
    value = part.node.value
    others: tuple[str | int | float | None, ...] = ()
    if value is None or isinstance(value, bool):
        others = (True, False, None)
    elif isinstance(value, int | float):
        others = (value + 1, value - 1, *(n for n in part.words.constants if not isinstance(n, str)))
    elif isinstance(value, str):
        others = ("", value.strip(), f"{value}x", *(s for s in part.words.constants if isinstance(s, str)))
    yield from (ast.Constant(other) for other in others if other is not value and repr(other) != repr(value))


def names(part: Part) -> Iterator[ast.AST]:
    """Each local variable and parameter by all others that can be seen (SVR, scalar variable replacement)."""
    match part.node:
        case ast.Name(id=own, ctx=ast.Load()) if own in part.names:
            yield from (ast.Name(other) for other in part.names if other != own)


def attributes(part: Part) -> Iterator[ast.AST]:
    """Each attribute by all others that the function uses, and dropped; methods by methods."""
    match part.node:
        case ast.Attribute(value=value, attr=own, ctx=ast.Load()):
            called = isinstance(part.parent, ast.Call) and part.field == "func"
            used = (*_alike(own), *part.words.methods) if called else part.words.attributes
            yield from (ast.Attribute(value, other) for other in dict.fromkeys(used) if other != own)
            if not called:
                yield value


def functions(part: Part) -> Iterator[ast.AST]:
    """`min` by `max`, `any` by `all`, and others of that sort."""
    match part.node:
        case ast.Name(id=own, ctx=ast.Load()) if own not in part.names:
            yield from (ast.Name(other) for other in _alike(own))


def conversions(part: Part) -> Iterator[ast.AST]:
    """A call that only converts, sorts or asks: its argument as it is, or in reverse."""
    match part.node:
        case ast.Call(func=ast.Name(id="sorted") as func, args=[argument], keywords=keywords):
            yield argument
            if all(keyword.arg != "reverse" for keyword in keywords):
                yield ast.Call(func, [argument], [*keywords, ast.keyword("reverse", ast.Constant(True))])
        case ast.Call(args=[ast.expr() as argument], keywords=[]) if not isinstance(argument, ast.Starred):
            yield argument
        case ast.Call(func=ast.Attribute(value=value)):
            yield value
        case ast.SetComp(elt=elt, generators=generators):
            yield ast.ListComp(elt, generators)
        case ast.ListComp(elt=elt, generators=generators):
            yield ast.SetComp(elt, generators)


def ends(part: Part) -> Iterator[ast.AST]:
    """The greatest or least of all by that of the first or the last, as if they stood in order."""
    match part.node:
        case ast.Call(func=ast.Name(id="max" | "min"), args=[argument]):
            for text in ("[0]", "[-1]"):
                match argument:
                    case (
                        ast.GeneratorExp(elt=elt, generators=[ast.comprehension(ast.Name(id=own), iter, [])])
                        | ast.ListComp(elt=elt, generators=[ast.comprehension(ast.Name(id=own), iter, [])])
                    ):
                        yield _Put(own, _subscripted(iter, text)).visit(_copied(elt))
                    case ast.Name():
                        yield _subscripted(argument, text)


def arguments(part: Part) -> Iterator[ast.AST]:
    """Arguments dropped, and each two swapped; so are the values of keyword arguments, and `a.f(b)`."""
    match part.node:
        case ast.Call(func=ast.Attribute(value=value, attr=name), args=[ast.expr() as argument]):
            yield ast.Call(ast.Attribute(argument, name), [value], part.node.keywords)
    match part.node:
        case ast.Call(func=func, args=args, keywords=keywords):
            yield from (ast.Call(func, fewer, keywords) for fewer in _one_dropped(args))
            yield from (ast.Call(func, other, keywords) for other in _two_swapped(args))
            yield from (ast.Call(func, args, fewer) for fewer in _one_dropped(keywords))
            for values in _two_swapped([keyword.value for keyword in keywords]):
                pairs = zip(keywords, values, strict=True)
                yield ast.Call(func, args, [ast.keyword(keyword.arg, value) for keyword, value in pairs])


def elements(part: Part) -> Iterator[ast.AST]:
    """Elements of a tuple, list, set, dict or f-string dropped, and each two swapped where order counts."""
    match part.node:
        case ast.Tuple(elts=elts, ctx=ast.Load()) | ast.List(elts=elts, ctx=ast.Load()):
            kind = type(part.node)
            yield from (kind(other, ast.Load()) for other in (*_one_dropped(elts), *_two_swapped(elts)))
        case ast.Set(elts=[_, _, *_] as elts):
            yield from (ast.Set(fewer) for fewer in _one_dropped(elts))
        case ast.Dict(keys=keys, values=values):
            for pairs in _one_dropped([*zip(keys, values, strict=True)]):
                yield ast.Dict([key for key, _ in pairs], [value for _, value in pairs])
        case ast.JoinedStr(values=values) if part.field != "format_spec":
            dropped = [index for index, value in enumerate(values) if isinstance(value, ast.FormattedValue)]
            yield from (ast.JoinedStr([*values[:index], *values[index + 1 :]]) for index in dropped)


def slices(part: Part) -> Iterator[ast.AST]:
    """A bound of a slice dropped, or the whole slice."""
    match part.node:
        case ast.Subscript(value=value, slice=ast.Slice(lower=lower, upper=upper, step=step)):
            yield value
            fewer = (
                *([ast.Slice(None, upper, step)] if lower else ()),
                *([ast.Slice(lower, None, step)] if upper else ()),
                *([ast.Slice(lower, upper, None)] if step else ()),
            )
            yield from (ast.Subscript(value, other, ast.Load()) for other in fewer)


def statements(part: Part) -> Iterator[ast.AST]:
    """A statement deleted (SDL), None returned, `break` and `continue` swapped (BCR), a guard taken away."""
    if isinstance(part.node, ast.stmt) and not isinstance(part.node, ast.Pass):
        yield ast.Pass()
    match part.node:
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) != "None":
            yield ast.Return(ast.Constant(None))
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
        case ast.With(items=[_, _, *_] as items, body=body):
            withs = (ast.With(fewer, body) for fewer in _one_dropped(items))
            yield from (ast.copy_location(other, part.node) for other in withs)
        case ast.With(body=body):
            yield ast.Module(body, [])
        case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=finalbody):
            yield ast.Module([*body, *orelse, *finalbody], [])
            tries = (ast.Try(body, fewer, orelse, finalbody) for fewer in _one_dropped(handlers))
            yield from (ast.copy_location(other, part.node) for other in tries)


ALTERATIONS: tuple[Alteration, ...] = (
    *(statements, decisions, relations, connectors, negations, filters, runs, arithmetic, constants),
    *(names, attributes, functions, conversions, ends, arguments, elements, slices),
)


def _is_condition(part: Part) -> bool:
    return part.field in ("test", "ifs") or isinstance(part.parent, ast.BoolOp)


def _in_order(node: ast.expr) -> bool:
    """Whether adding to it joins, so that it matters what stands first."""
    match node:
        case ast.Constant(value=str()) | ast.JoinedStr() | ast.List() | ast.Tuple():
            return True
        case ast.BinOp(left=left, right=right):
            return _in_order(left) or _in_order(right)
    return False


def _kin(op: ast.operator) -> Iterator[ast.operator]:
    kinds = {kind for row in ARITHMETIC if type(op) in row for kind in row} - {type(op)}
    yield from (kind() for kind in sorted(kinds, key=lambda kind: kind.__name__))


def _alike(name: str) -> list[str]:
    return sorted(other for row in ALIKE if name in row for other in row if other != name)


def _one_dropped(items: Sequence[T]) -> Iterator[list[T]]:
    for index in range(len(items)):
        yield [*items[:index], *items[index + 1 :]]


def _two_swapped(items: Sequence[T]) -> Iterator[list[T]]:
    for first, second in combinations(range(len(items)), 2):
        swapped = list(items)
        swapped[first], swapped[second] = items[second], items[first]
        yield swapped


def _subscripted(node: ast.expr, text: str) -> ast.Subscript:
    """The expression with this subscript, such as `[1:]`."""
    subscript = ast.parse(f"_{text}", mode="eval").body
    assert isinstance(subscript, ast.Subscript)
    return ast.Subscript(node, subscript.slice, ast.Load())


def _copied(node: ast.expr) -> ast.expr:
    return ast.parse(f"({ast.unparse(node)})", mode="eval").body


class _Put(ast.NodeTransformer):
    """Puts an expression in place of a name."""

    def __init__(self, name: str, value: ast.expr) -> None:
        self.name = name
        self.value = value

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.value if node.id == self.name else node
