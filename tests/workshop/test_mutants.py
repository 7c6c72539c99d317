"""Mutants: each simple way to alter a function is tried once, and nothing else is."""

import ast
import inspect

import pytest

from curriculum.editions import definition
from memlab.evolve import summarize
from workshop.mutants import mutants


def changes(body, parameters="x, y"):
    """What the mutants of a function with this body change: pairs of texts."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return [(mutant.was, mutant.now) for mutant in mutants(f"def f({parameters}):\n{lines}", "f")]


@pytest.mark.parametrize(
    ("body", "was", "now"),
    [
        ("return x < y", "x < y", "x <= y"),
        ("return x < y", "x < y", "x != y"),
        ("return x == y", "x == y", "x is y"),
        ("return x is not y", "x is not y", "x is y"),
        ("return x in y", "x in y", "x not in y"),
        ("return x in y", "x in y", "y in x"),
        ("return x < 1 < y", "x < 1 < y", "x < 1 > y"),
        ("return x and y", "x and y", "x or y"),
        ("return x and y and 1", "x and y and 1", "y and 1"),
        ("return x or y", "y", "not y"),
        ("return not x", "not x", "x"),
        ("return -x", "-x", "x"),
        ("while x:\n    x = y", "x", "not x"),
        ("while x:\n    x = y", "x", "True"),
        ("return x if y else 1", "y", "False"),
        ("if x:\n    return y", "x", "True"),
        ("if x:\n    return y", "if x: return y", "pass"),
        ("return [z for z in x if z if y]", "for z in x if z if y", "for z in x if y"),
        ("return [z for z in x if z]", "for z in x if z", "for z in x"),
        ("return [z for z in x]", "x", "x[1:]"),
        ("return [z for z in x]", "x", "x[-1:]"),
        ("for z in x:\n    y(z)", "x", "x[::-1]"),
        ("return x + y", "x + y", "x - y"),
        ("return x - y", "x - y", "y - x"),
        ("return x + 'a'", "x + 'a'", "'a' + x"),
        ("return x | y", "x | y", "x & y"),
        ("return x // y // 2", "x // y // 2", "x // y"),
        ("x += y\nreturn x", "x += y", "x -= y"),
        ("x += y\nreturn x", "x += y", "x = y"),
        ("return 2", "2", "3"),
        ("return 2", "2", "1"),
        ("return x[2], 7", "2", "7"),
        ("return '; '", "'; '", "''"),
        ("return '; '", "'; '", "';'"),
        ("return 'a'", "'a'", "'ax'"),
        ("return x('a', 'b')", "'a'", "'b'"),
        ("return f'a{x}b'", "'a'", "''"),
        ("return f'a{x}b'", "f'a{x}b'", "f'ab'"),
        ("return True", "True", "False"),
        ("x = None", "None", "True"),
        ("return x", "x", "y"),
        ("return [z for z in x]", "z", "x"),
        ("return lambda z: z", "z", "y"),
        ("return x.a + y.b", "x.a", "x.b"),
        ("return x.a", "x.a", "x"),
        ("return x.issuperset(y)", "x.issuperset", "x.issubset"),
        ("return x.issuperset(y)", "x.issuperset(y)", "y.issuperset(x)"),
        ("return x.strip().join(y)", "x.strip", "x.join"),
        ("return max(x)", "max", "min"),
        ("return any(x)", "any", "all"),
        ("return sorted(x)", "sorted(x)", "x"),
        ("return sorted(x)", "sorted(x)", "sorted(x, reverse=True)"),
        ("return sorted(x, key=len)", "sorted(x, key=len)", "sorted(x)"),
        ("return tuple(x)", "tuple(x)", "x"),
        ("return x.strip()", "x.strip()", "x"),
        ("return {z for z in x}", "{z for z in x}", "[z for z in x]"),
        ("return max(z.a for z in x)", "max((z.a for z in x))", "x[0].a"),
        ("return min([z.a for z in x])", "min([z.a for z in x])", "x[-1].a"),
        ("return max(x, key=len)", "max(x, key=len)", "x[-1]"),
        ("return len(x, y)", "len(x, y)", "len(x)"),
        ("return len(x, y)", "len(x, y)", "len(y, x)"),
        ("return len(a=x, b=y)", "len(a=x, b=y)", "len(b=y)"),
        ("return len(a=x, b=y)", "len(a=x, b=y)", "len(a=y, b=x)"),
        ("return (x, y)", "(x, y)", "(y,)"),
        ("return (x, y)", "(x, y)", "(y, x)"),
        ("return {'a': x, 'b': y}", "{'a': x, 'b': y}", "{'b': y}"),
        ("return x[1:y]", "x[1:y]", "x[:y]"),
        ("return x[1:y]", "x[1:y]", "x"),
        ("return x[0]", "0", "-1"),
        ("y(x)\nreturn x", "y(x)", "pass"),
        ("return x", "return x", "return None"),
        ("while x:\n    break", "break", "continue"),
        ("with x:\n    y()", "with x: y()", "y()"),
        ("with x, y:\n    y()", "with x, y: y()", "with y: y()"),
        ("try:\n    x()\nexcept OSError:\n    y()", "try: x() except OSError: y()", "x()"),
    ],
)
def test_each_alteration_is_made(body, was, now):
    """One alteration of each sort is among the mutants, told by the text that it changes."""
    assert (was, now) in changes(body)


@pytest.mark.parametrize("name", ["summarise_session", "orphaned_summaries"])
def test_all_differ_from_the_function_and_from_each_other(name):
    """No two mutants have one body, or one pair of texts, and none is the function itself."""
    source = inspect.getsource(summarize)
    found = [*mutants(source, name)]
    (function,) = ast.parse(definition(source, name)).body
    bodies = {mutant.body for mutant in found}
    assert len(found) > 30
    assert len({*bodies, ast.unparse(function.body[1:])}) == len(found) + 1
    assert len({(mutant.was, mutant.now) for mutant in found}) == len(found)


def test_what_reads_alike_is_told_apart_by_what_is_around_it():
    """The texts grow until they say which of two equal parts was altered."""
    found = changes("return x.a(y) - y")
    assert ("x.a(y) - y", "x.a(y) - x") in found
    assert ("x.a(y)", "x.a(x)") in found
    assert ("y", "x") not in found


def test_what_is_never_evaluated_is_left_alone():
    """A docstring and an annotation have no mutants, and what compiles with a warning is none."""
    assert changes("'Say x.'\npass") == []
    assert not [now for _, now in changes("z: list[2] = x\nreturn z") if "list[3]" in now]
    assert ("break", "pass") in changes("while x:\n    break")
    assert not [now for _, now in changes("return x == 'a'") if " is " in now]


def test_a_line_is_that_of_the_source():
    """Where a mutant was altered is said by its line in the whole source."""
    source = "import re\n\n\ndef f(x):\n    '''Say\n    x.'''\n    return [\n        y for y in x\n    ]\n"
    lines = {mutant.line for mutant in mutants(source, "f")}
    assert lines == {7, 8}
