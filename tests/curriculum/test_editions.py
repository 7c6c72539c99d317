"""What holds of every edition that is cut from Python source."""

import ast
import sys
import textwrap
import warnings
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from curriculum.editions import (
    EditionError,
    definition,
    is_stub,
    paste,
    replace,
    signature_line,
    stub,
    without,
)

RAISE = 'raise NotImplementedError("Task T1.1: write it")'


def lines(text: str) -> str:
    """A source written as an indented block in this file."""
    return textwrap.dedent(text).lstrip("\n")


# Generated modules. Each function is made of parts that it can be told by; between the functions stands what
# is easily mistaken for one, or shifts columns, or ends a line where Python does not.

SIGNATURES = [
    "def {name}(x):",
    "def {name}(x) :  # colon: here",
    "def {name}(\n    x,  # the first: an argument\n    *,\n    wörter=('#:', 2),\n):",
    "def {name}(x=lambda: {{1: 2}}) -> 'dict[str, int]':",
    "def {name}(x: 'é:' = f'{{1:>3}}', /, *rest: int, **more: str) -> (int  # so: it says\n):",
    "def {name}(\\\n    x):",
    "def {name}():",
]
DOCSTRINGS = [
    "",
    '    """Größe: say."""\n',
    "    r'''Raw \\d\n\n    and    long.\n    '''  # kept\n",
    "    # before it\n    'one' 'two'\n\n",
    '    """With a blank line."""\n\n    \n',
]
BODIES = [
    "return x",
    "# why\nreturn 'é' + x  # naïve",
    "if x:\n    y = 'ö'; return y;\n\n    # deep\nreturn (\n    x\n)\n# last\n\n  # odd",
    'text = """\nat the margin\n    deep\n"""\nreturn f"""{text}\n{x}"""',
    "def inner(x):\n    return x\nclass Inner:\n    pass\nreturn inner \\\n    (x)",
    RAISE,
]
BETWEEN = [
    "",
    "# a comment: at the margin\n\n",
    "\f\nclass Other:\n    def f0(self):\n        return 'ü'\n\n\n",
    "def other(x): return 'ÿ'; y = 1  # one line\n",
    "if True:\n    def hidden():\n        return 1\n\n\n",
    "TEXT = '''\ndef f0():\n    pass\n'''  # \u2028 \x1c no line ends\n",
    "é = 'é'; ö = 1\n\n\n@staticmethod\n\f",
]


@dataclass(frozen=True)
class Module:
    source: str
    bodies: dict[str, str]


@st.composite
def modules(draw: st.DrawFn) -> Module:
    text, bodies = draw(st.sampled_from(["", "'''Dóc.'''\n", "# -*- coding: latin-1 -*-\n"])), {}
    for name in [f"f{i}" for i in range(draw(st.integers(1, 3)))]:
        text += draw(st.sampled_from(BETWEEN))
        text += draw(st.sampled_from(SIGNATURES)).format(name=name) + "\n" + draw(st.sampled_from(DOCSTRINGS))
        bodies[name] = draw(st.sampled_from(BODIES))
        inside = False
        for line in bodies[name].split("\n"):
            text += (line if inside or not line else "    " + line) + "\n"
            inside ^= line.count('"""') == 1
    text += draw(st.sampled_from(["", "# the end\n", "\n\nLAST = 1\n"]))
    text = text if draw(st.booleans()) else text.rstrip("\n")
    text = text.replace("\n", draw(st.sampled_from(["\n", "\r\n", "\r"])))
    return Module(draw(st.sampled_from(["", "\ufeff"])) + text, bodies)


@settings(deadline=None)
@given(modules())
def test_a_body_replaced_by_its_own_text_changes_no_byte(module: Module) -> None:
    """A body replaced by its own text leaves the same bytes."""
    assert replace(module.source, module.bodies) == module.source


@settings(deadline=None)
@given(modules())
def test_a_body_can_be_taken_out_and_put_back(module: Module) -> None:
    """Bodies replaced by another and put back leave the same bytes: nothing but the body was touched."""
    without = replace(module.source, dict.fromkeys(module.bodies, "return 0"))
    for name in module.bodies:
        assert definition(without, name).split()[-2:] == ["return", "0"]
    assert replace(without, module.bodies) == module.source


@settings(deadline=None)
@given(modules())
def test_a_definition_pasted_back_changes_no_byte(module: Module) -> None:
    """Every function pasted over itself leaves the same bytes."""
    assert paste(module.source, {n: definition(module.source, n) for n in module.bodies}) == module.source


@settings(deadline=None)
@given(modules())
def test_a_definition_is_the_function_and_nothing_else(module: Module) -> None:
    """A definition parses to the very function of that name, and ends in one newline."""
    tree = ast.parse(module.source.removeprefix("\ufeff"))
    for name in module.bodies:
        text = definition(module.source, name)
        [expected] = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == name]
        expected.decorator_list = []
        [found] = ast.parse(text).body
        assert ast.dump(found) == ast.dump(expected)
        assert text.rstrip("\r\n") in module.source
        assert text.startswith("def ") and text.endswith(("\n", "\r")) and not text.endswith(("\n\n", "\r\r"))


@settings(deadline=None)
@given(modules(), st.text(alphabet="aé\"'\\{}\n\t\u2028"))
def test_every_function_can_be_made_a_stub(module: Module, message: str) -> None:
    """A pasted stub is a stub; its signature and docstring and every other function are as they were."""
    for name in module.bodies:
        cut = paste(module.source, {name: stub(module.source, name, message)})
        assert is_stub(cut, name)
        assert signature_line(cut, name) == signature_line(module.source, name)
        for other in module.bodies.keys() - {name}:
            assert definition(cut, other) == definition(module.source, other)
        [before], [after] = (ast.parse(definition(text, name)).body for text in (module.source, cut))
        assert isinstance(before, ast.FunctionDef) and isinstance(after, ast.FunctionDef)
        assert ast.get_docstring(after, clean=False) == ast.get_docstring(before, clean=False)
        assert ast.dump(after.args) == ast.dump(before.args)
        assert ast.literal_eval(definition(cut, name).split("NotImplementedError")[-1]) == message


# By hand: a definition


def test_a_definition_leaves_out_decorators_and_keeps_trailing_comments() -> None:
    """A definition starts at its `def`, and ends after the comments indented into its body."""
    source = lines("""
        @cache
        def f(x):
            return x  # why

            # how

        # at the margin
            # and after it
        """)
    assert definition(source, "f") == "def f(x):\n    return x  # why\n\n    # how\n"
    assert signature_line(source, "f") == 2


def test_a_form_feed_puts_a_comment_at_the_margin() -> None:
    """A comment right after a form feed is not indented, whatever stands before that."""
    assert definition("def f():\n    pass\n  \f# next part\n", "f") == "def f():\n    pass\n"
    for source in [
        "def f():\n    pass\n\f # still f\n",
        "def f(): 1\n\f\n    # still f\n",
        "def f(): 1 \f# f\n",
    ]:
        assert definition(source, "f") == source


def test_a_definition_ends_in_one_newline_even_if_the_file_does_not() -> None:
    """A last line without an end is given one, of the kind that the file has."""
    assert definition("def f(): return 'é'", "f") == "def f(): return 'é'\n"
    assert definition("x = 1\r\ndef f(): pass", "f") == "def f(): pass\r\n"


def test_a_definition_holds_a_line_continued_into_nothing() -> None:
    """A backslash at the end of the body takes the empty line after it along."""
    source = "def f():\n    return 1; \\\n\nx = 2\n"
    assert definition(source, "f") == "def f():\n    return 1; \\\n\n"
    assert paste(source, {"f": definition(source, "f")}) == source


# By hand: a stub


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f(x): return x", "def f(x):\n    {}\n"),
        ("def f(x):  # so: yes\n    # why\n    return x\n", "def f(x):  # so: yes\n    {}\n"),
        ("def f():\n    '''Doc.'''", "def f():\n    '''Doc.'''\n    {}\n"),
        ("def f():\n    'Doc.'; return 1\n", "def f():\n    'Doc.'\n    {}\n"),
        ("def f():\n    'Doc.';\n    return 1\n", "def f():\n    'Doc.';\n    {}\n"),
        ("def f(): 'Doc.'; return 1\n", "def f():\n    'Doc.'\n    {}\n"),
        ("def f(): \\\n  'Doc.'  # all\n", "def f():\n    'Doc.'  # all\n    {}\n"),
        ("def f():\n  # first\n  'Doc.'\n\n  return 1\n", "def f():\n  # first\n  'Doc.'\n  {}\n"),
        ("def f():\n\t'Doc.'\n\treturn 1\n", "def f():\n\t'Doc.'\n\t{}\n"),
        ("def f(a: 'é' = ('('  # ):\n)): return a", "def f(a: 'é' = ('('  # ):\n)):\n    {}\n"),
        ("\ufeffdef f(x):\r\n    return x\r\n", "def f(x):\r\n    {}\r\n"),
        ("é = 'é'\ndef f(é='é', *, b=1): 'é'; return é", "def f(é='é', *, b=1):\n    'é'\n    {}\n"),
        ("def f():\n    ''\n    return 1", "def f():\n    ''\n    {}\n"),
        ("def f(a: 'b:', *c: {1: 2}): return a", "def f(a: 'b:', *c: {{1: 2}}):\n    {}\n"),
        ("def f(a={1: 2}): return a", "def f(a={{1: 2}}):\n    {}\n"),
        ("def f(a=1) -> {1: 2}: return a", "def f(a=1) -> {{1: 2}}:\n    {}\n"),
        ("def f():\n    f'{1}'\n    return 1", "def f():\n    {}\n"),
    ],
)
def test_a_stub_keeps_signature_and_docstring(source: str, expected: str) -> None:
    """A stub is signature and docstring as they stand, and the line that raises, indented as they are."""
    assert stub(source, "f", "Task T1.1: write it") == expected.format(RAISE)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="type parameters came with Python 3.12")
def test_a_stub_keeps_type_parameters() -> None:
    """A bound of a type parameter is no end of the signature."""
    assert stub("def f[T: int](): return 1\n", "f", "x").startswith("def f[T: int]():\n")


def test_a_message_stands_between_double_quotes() -> None:
    """Quotes, backslashes and line ends in a message are escaped; letters are left as they are."""
    assert stub("def f(): 1\n", "f", 'say "é"\\\n').endswith(r'NotImplementedError("say \"é\"\\\n")' + "\n")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("raise NotImplementedError('x')", True),
        ("raise NotImplementedError()", True),
        ("'Doc.'\n    raise NotImplementedError('x')", True),
        ("'Doc.'", False),
        ("'Doc.'\n    'Doc.'\n    raise NotImplementedError('x')", False),
        ("raise NotImplementedError", False),
        ("raise NotImplementedError('x') from None", False),
        ("raise ValueError('x')", False),
        ("raise errors.NotImplementedError('x')", False),
        ("x = 1\n    raise NotImplementedError('x')", False),
        ("raise NotImplementedError('x')\n    return 1", False),
        ("return NotImplementedError('x')", False),
    ],
)
def test_a_stub_is_one_raise_and_nothing_more(body: str, expected: bool) -> None:
    """Only a body of exactly one `raise NotImplementedError(...)` makes a stub."""
    assert is_stub(f"def f():\n    {body}\n", "f") is expected


# By hand: pasting


def test_a_pasted_definition_takes_the_place_of_the_old() -> None:
    """Pasting changes the function and nothing before or after it, its decorators included."""
    source = "a = 1\n\n@cache\ndef f(x): return 1\n# after\ndef g(): pass"
    texts = {"g": "def g():\n    return 'é'\n\n\n", "f": "# mine\ndef f(y):\n    return 2\n    # so\n# no\n"}
    assert paste(source, texts) == (
        "a = 1\n\n@cache\ndef f(y):\n    return 2\n    # so\n# after\ndef g():\n    return 'é'"
    )


@pytest.mark.parametrize("given", ["def f():\n    pass\n", "def f():\r\n    pass", "def f():\n    pass\r\n"])
def test_a_pasted_definition_takes_the_line_ends_of_the_file(given: str) -> None:
    """Whatever line ends a definition has, the file keeps its one kind."""
    assert paste("def f(): 1\r\nx = 1\r\n", {"f": given}) == "def f():\r\n    pass\r\nx = 1\r\n"
    assert paste("x = 1\ndef f(): 1", {"f": given}) == "x = 1\ndef f():\n    pass"


def test_mixed_line_ends_are_left_as_they_are() -> None:
    """In a file of several kinds of line end nothing is made uniform."""
    source = "x = 1\r\ndef f():\n    return 0\r\n\r\ndef g():\r    return 1"
    assert paste(source, {name: definition(source, name) for name in "fg"}) == source
    assert replace(source, {"f": "return 2"}) == source.replace("return 0\r\n", "return 2\n")


@pytest.mark.parametrize(
    "text", ["def g(): pass", "x = 1", "", "async def f(): pass", "@a\ndef f(): pass", "def f(): pass\nx = 1"]
)
def test_only_the_function_itself_can_be_pasted(text: str) -> None:
    """A text that is more, less or other than the undecorated function is refused by name."""
    with pytest.raises(EditionError, match=r"^The definition given for `f` must be that function alone.*\.$"):
        paste("def f(): pass\n", {"f": text})


# By hand: replacing


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f(x): return x", "def f(x):\n    if x:\n        {}"),
        ("def f(x): 'Doc.'; return x\n", "def f(x):\n    'Doc.'\n    if x:\n        {}\n"),
        ("def f():\n    'Doc.'", "def f():\n    'Doc.'\n    if x:\n        {}"),
        ("def f():\n    'Doc.'\n    # todo\n# end", "def f():\n    'Doc.'\n    if x:\n        {}\n# end"),
        ("def f():\n    'Doc.'\n\n\nz\n", "def f():\n    'Doc.'\n    if x:\n        {}\n\n\nz\n"),
        ("def f():\n    'Doc.'; y = 1\n    y\nz\n", "def f():\n    'Doc.'\n    if x:\n        {}\nz\n"),
        ("def f():\n  'Doc.'\n\n  return 1\n", "def f():\n  'Doc.'\n\n  if x:\n      {}\n"),
        ("def f():\n\n  # why\n  return 1\n", "def f():\n\n    if x:\n        {}\n"),
    ],
)
def test_a_new_body_stands_under_signature_and_docstring(source: str, expected: str) -> None:
    """The old body goes with its comments; the new one is indented as the docstring is, or by four."""
    assert replace(source, {"f": f"\nif x:\n    {RAISE}\n\n"}) == expected.format(RAISE)


@pytest.mark.parametrize(
    "source",
    [
        "def f(x): return x",
        "def f(x): 'Doc.'; return x\n",
        "def f(x):\n  'Doc.'; return x\n",
        "def f(x):\n  return x\n  \n",
    ],
)
def test_a_line_replaced_by_itself_stays_where_it_is(source: str) -> None:
    """A body of one line is left alone where the new one is the same, wherever it stands."""
    assert replace(source, {"f": "return x"}) == source


def test_what_stands_inside_a_string_is_not_indented() -> None:
    """A string over several lines has the same value after its body is indented."""
    body = 'a = """one\ntwo {\n"""\nb = f"""{a}\n  three\n"""\nc = (\n"p"\n    "q"\n)\n\nreturn a + b + c'
    for end in ["\n", "\r\n", "\r"]:
        source = replace("def f():\n    return 1\n", {"f": body.replace("\n", end)})
        scope: dict[str, Callable[[], str]] = {}
        exec(source, scope)
        assert scope["f"]() == "one\ntwo {\none\ntwo {\n\n  three\npq"
        assert '    "p"\n        "q"\n    )\n\n    return' in source


def test_a_body_can_go_where_a_docstring_remains() -> None:
    """Nothing, or a comment, is body enough for a function that has a docstring."""
    source = "def f():\n    'Doc.'\n    return 1\n\nx"
    assert replace(source, {"f": ""}) == "def f():\n    'Doc.'\n\nx"
    assert replace(source, {"f": "# so"}) == "def f():\n    'Doc.'\n    # so\n\nx"


def test_several_bodies_are_replaced_at_once() -> None:
    """Functions can be named in any order."""
    source = "def f(): return 1\ndef g(): return 2\ndef h(): return 3\n"
    bodies = {"f": "return 10\nreturn 11", "h": "return 30", "g": "return 2"}
    expected = "def f():\n    return 10\n    return 11\ndef g(): return 2\ndef h():\n    return 30\n"
    assert replace(source, bodies) == expected
    assert replace(source, dict(reversed(bodies.items()))) == expected


# By hand: what is dropped


def dropped(text: str, **bodies: str) -> set[str]:
    """The lines that are gone from a source once the body of f, or these, is replaced."""
    source = lines(text)
    after = replace(source, bodies or {"f": RAISE})
    ast.parse(after)
    kept = after.splitlines()
    return {line for line in source.splitlines() if line and line not in kept and line[0] != " "}


def test_what_only_the_old_body_used_is_dropped() -> None:
    """Private helpers and classes, constants and imports go; what is in use, or never was, stays."""
    source = lines("""
        '''Doc.'''

        from __future__ import annotations

        import math
        import os.path
        import re  # for f
        from typing import Any, Final

        SHARED = 1
        ANSWER = 42
        LOW, (HIGH, *_) = 1, (2, 3)
        unused = 4
        _table: dict[str, int] = {word: 1 for word in "ab"}


        # of the helper
        @math.cache
        def _helper(x):
            return _deeper(x) + _helper(x)
            # and so on


        class _Case:
            pass


        def _deeper(x: Any) -> Final:
            return re.sub("a", "b", x)

        async def _later():
            return ANSWER

        def public():
            return SHARED

        class Public:
            pass


        def f(x):
            word = ANSWER + SHARED + LOW + _later(table=_table)
            return public(), Public(), os.path.join(word), _helper(x), _Case()


        def _orphan_before():
            return unused_too


        unused_too = _orphan_before
        """)
    assert replace(source, {"f": "return 1"}) == lines("""
        '''Doc.'''

        from __future__ import annotations


        SHARED = 1
        unused = 4


        # of the helper


        def public():
            return SHARED

        class Public:
            pass


        def f(x):
            return 1


        def _orphan_before():
            return unused_too


        unused_too = _orphan_before
        """)


@pytest.mark.parametrize(
    "use",
    [
        "def g(): return X",
        "def g(x=X): pass",
        "def g(x: X): pass",
        "def g() -> 'list[X]': pass",
        "def g(x: 'None | \"X\"'): pass",
        "y: 'X'",
        "@X\ndef g(): pass",
        "class C(X): pass",
        "class C:\n    x = X",
        "__all__ = ['f', 'X']",
        "__all__ = ['f']\n__all__ += ('X',)",
        "X += 1",
        "del X",
        "X.append(1)",
        "X[0] = 1",
        "X.y = 1",
        "def g():\n    global X",
        "def g(): return cast('X', 1)",
        "def g():\n    '''Say.\n\n    >>> f(\n    ... X)\n    '''",
        "if TYPE_CHECKING:\n    Y = X",
        "try:\n    X\nexcept NameError:\n    pass",
        "lambda: X",
        "f'{X}'",
        "def _unused(): return X",
        "_unused = X",
    ],
)
def test_what_anything_else_may_use_is_kept(use: str) -> None:
    """Constants and imports stay while code, an annotation, a doctest or `__all__` may use them."""
    for made in ["X = 1", "X: int = 1", "from m import X", "import X", "import X.z", "import m as X"]:
        assert f"\n{made}\n" in replace(f"#\n{made}\ndef f(): return X\n{use}\n", {"f": "return 1"})


def test_what_the_new_body_or_the_signature_uses_is_kept() -> None:
    """The new body counts as use, and so do the signature and the docstring's examples."""
    text = """
        import re, m
        A = 1
        B = 1
        def f(x: re.Match, y=A):
            '''Say.

            >>> B
            '''
            return re, m, A, B, C
        C = 1
        """
    assert dropped(text, f="return C") == {"import re, m"}
    assert "import re\n" in replace(lines(text), {"f": "return C"})


def test_a_helper_shared_by_replaced_functions_is_dropped_with_the_last() -> None:
    """A helper goes only once every function that used it is replaced; a replaced function never goes."""
    text = """
        def _h(): return 1
        def _f(): return _h()
        def f(): return _f() + _h()
        """
    assert dropped(text, f="pass") == {
        "def f(): return _f() + _h()",
        "def _f(): return _h()",
        "def _h(): return 1",
    }
    assert dropped(text, _f="pass") == {"def _f(): return _h()"}
    assert "def _f():\n    pass\n" in replace(lines(text), {"f": "pass", "_f": "pass"})


def test_a_chain_of_helpers_goes_link_by_link() -> None:
    """What only a dropped helper used goes too, also in a circle; what a kept one uses does not."""
    text = """
        from a import Counter
        from b import Iterable
        ONE = 1
        TWO = ONE
        def _a(x: Counter = TWO): return _b()
        def _b(): return _a(), _c()
        def _c(x: Iterable): return 1
        def g(): return _c()
        def f():
            return _a()
        """
    gone = {"from a import Counter", "ONE = 1", "TWO = ONE"}
    assert dropped(text) == gone | {"def _a(x: Counter = TWO): return _b()", "def _b(): return _a(), _c()"}


def test_a_local_name_is_no_use_of_a_constant() -> None:
    """What the old body binds itself was never taken from the module, so nothing of that name is dropped."""
    assert not dropped("""
        import json
        from a import error, first, rest, inner, each, word, key, late
        from a import np, others
        rows = 1
        def f(rows, *each, **word):
            import json
            import numpy as np
            def inner(key): return key
            try:
                late = inner(json, word, each)
            except ValueError as error:
                match error:
                    case [first, *rest]: return rows, late, first, rest
                    case {"a": 1, **others}: return np(others)
        """)
    assert "half" not in replace("half = 1\ndef f(): return g(half=half)\n", {"f": "return 1"})


def test_a_word_in_a_string_keeps_but_never_drops() -> None:
    """A string may name a constant or be a mere word: enough to keep one, too little to drop one."""
    text = """
        fast = 1
        _MODES = ["fast"]
        def f():
            return _MODES
        """
    assert dropped(text) == {'_MODES = ["fast"]'}


def test_public_functions_dunders_and_effects_are_never_dropped() -> None:
    """Only what is private, a constant or an import can go, and only as a whole statement of its own line."""
    assert not dropped("""
        from __future__ import division
        from m import *
        __version__ = 1
        division = 2; other = 3
        many = (
        1); pass
        WHOLE = (PART := 1)
        def public(): pass
        def __hidden__(): pass
        class Public: pass
        if True:
            import inside
        def f():
            return __version__, other, many, PART, WHOLE, public, __hidden__, Public, inside
        """)
    assert "from __future__ import division" in replace(
        "from __future__ import division\ndivision = 2\ndef f(): return division\n", {"f": "pass"}
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import a, A, b\n", "import a, b\n"),
        ("import A, a,  b # why\n", "import a,  b # why\n"),
        ("import a,b , A  # why\n", "import a,b  # why\n"),
        ("import A, a, B as B, b, C\n", "import a, b\n"),
        ("from m import (A)\nx\n", "x\n"),
        ("from m import a, \\\n    A\n", "from m import a\n"),
        ("from m import a, \\\n    A, \\\n    b\n", "from m import a, \\\n    b\n"),
        ("from m import (\n    a,  # a\n    A,  # A\n    B\n)\n", "from m import (\n    a,  # a\n)\n"),
        ("from m import (\n    A,\n    # b\n    b,\n)\n", "from m import (\n    # b\n    b,\n)\n"),
        ("from m import (a,\n    A, b,\n    B)\n", "from m import (a,\n    b)\n"),
        ("from m import (\n    a,\n    A, b,\n)\n", "from m import (\n    a,\n    b,\n)\n"),
        ("import a, m as A, B.x\n", "import a\n"),
        ("import é, A, ö\n", "import é, ö\n"),
    ],
)
def test_an_import_loses_only_the_orphaned_names(before: str, after: str) -> None:
    """Of several imported names the orphaned go; commas, comments and layout of the others stay."""
    for end in ["\n", "\r\n"]:
        source = f"'''é'''\n{before}def f():\n    return A, B, C\n".replace("\n", end)
        expected = f"'''é'''\n{after}def f():\n    pass\n".replace("\n", end)
        assert replace(source, {"f": "pass"}) == expected


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a\nA = 1\nb\n", "a\nb\n"),
        ("a\n\nA = 1\n\nb\n", "a\n\n\nb\n"),
        ("a  \n \n\t\nA = 1\n \n\n\n# b\n", "a  \n \n\t\n# b\n"),
        ("a\n\n\nA = 1\n\n\nB = 1\n\n\nb\n\n\n\n\nc\n", "a\n\n\nb\n\n\n\n\nc\n"),
        ("A = 1\n\n\nb\n", "b\n"),
        ("\fA = 1\n\n\nb\n", "\f\n\nb\n"),
        ("a\n\f\nA = 1\n    # of A\n\f\nb\n", "a\n\f\n\f\nb\n"),
        ("A = '''\n\n\n\n'''\nb\n", "b\n"),
    ],
)
def test_no_more_than_two_blank_lines_are_left_together(before: str, after: str) -> None:
    """Where something went, two blank lines at most remain, and none at the start of the file."""
    for mark in ["", "\ufeff"]:
        source = f"{mark}{before}def f(): return A, B\n"
        assert replace(source, {"f": "pass"}) == f"{mark}{after}def f():\n    pass\n"


@pytest.mark.parametrize("end", ["", "\n", "\n\n\n"])
def test_a_file_does_not_end_in_the_blank_lines_of_what_went(end: str) -> None:
    """Where the last statement goes, the blank lines before it go too, and the file ends as it did."""
    after = replace(f"def f(): return A, _b\n\n\nA = 1\n\n\ndef _b(): pass{end}", {"f": "pass"})
    assert after == "def f():\n    pass" + end[:1]


# What is refused


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("g = 1\n", "There is no plain module-level function `f`: none is defined."),
        (
            "\n\nasync def f(): pass\n",
            "There is no plain module-level function `f`: the one on line 3 is async, ",
        ),
        ("class C:\n    def f(self): pass\n", "There is no plain .* line 2 is async, nested or a method."),
        ("def g():\n    def f(): pass\n", "There is no plain .* line 2 is async, nested or a method."),
        ("if 1:\n    def f(): pass\n", "There is no plain .* line 2 is async, nested or a method."),
        ("def f(): pass\n\ndef f(): pass\n", "`f` is defined more than once, on lines 1, 3."),
        ("def f(): pass\nasync def f(): pass\n", "`f` is defined more than once, on lines 1, 2."),
        ("class C:\n def f(): 1\ndef f(): 1\ndef f(): 1", "`f` is defined more than once, on lines 3, 4."),
        ("if 1:\n    def f(): pass\ndef f(): pass\n", "`f` is defined more than once, on lines 2, 3."),
        ("def f(): pass\nx = (1\n", r"The source does not parse \(line 2\): .+\."),
        ("def f(): pass\n\n\0", r"The source does not parse \(line 3\): it holds .+\."),
        ("def f(): pass\n'\ud800'", r"The source does not parse \(line 2\): it holds .+\."),
        ("def f(): pass\n" + "-" * 100_000 + "1", "The source does not parse: it is nested too deeply."),
        ("def f(): pass\nx" + ".x" * 100_000, "The source does not parse: it is nested too deeply."),
    ],
)
def test_what_cannot_be_cut_is_refused_in_one_sentence(source: str, message: str) -> None:
    """Every function refuses a missing, doubled or unfit name, and names it and the lines."""
    cuts: list[Callable[[], object]] = [
        lambda: definition(source, "f"),
        lambda: signature_line(source, "f"),
        lambda: stub(source, "f", "x"),
        lambda: is_stub(source, "f"),
        lambda: paste(source, {"f": "def f(): pass"}),
        lambda: replace(source, {"f": "pass"}),
    ]
    for cut in cuts:
        with pytest.raises(EditionError, match=f"^{message}") as caught:
            cut()
        assert str(caught.value).count("\n") == 0 and str(caught.value).endswith(".")
    assert issubclass(EditionError, ValueError)


def test_a_method_of_the_same_name_does_not_matter() -> None:
    """A function is found though methods and inner functions bear its name."""
    source = "class C:\n    def f(self): return 1\ndef g():\n    def f(): return 2\ndef f(): return 3\n"
    assert definition(source, "f") == "def f(): return 3\n"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("", "The body given for `f` has no statement."),
        ("# nothing", "The body given for `f` has no statement."),
        ("x = 1\n    return (", r"The body given for `f` does not parse \(line 2\): .+\."),
        ("    return 1", r"The body given for `f` does not parse \(line 1\): .+\."),
    ],
)
def test_a_body_that_is_none_is_refused(body: str, message: str) -> None:
    """A body must parse, unindented, and hold a statement."""
    with pytest.raises(EditionError, match=f"^{message}$"):
        replace("def f():\n    return 1\n", {"f": body})


def test_an_odd_escape_in_the_source_warns_nobody() -> None:
    """What Python would warn of in the source is its author's concern: cutting is silent."""
    source = "def f():\n    return '\\d'\n"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert definition(source, "f") == replace(source, {"f": "return '\\d'"}) == source


def test_hundreds_of_blank_lines_are_passed_at_once() -> None:
    """Each line end is read in one way only; in two ways, this test would not end."""
    source = "def f():\r\n    return 1\r\n" + "\r\n" * 500 + "x = 1\r\n"
    assert definition(source, "f") == "def f():\r\n    return 1\r\n"


# Leaving out.

FILE_OF_TESTS = """\
import os
import re
from pathlib import Path

SCRIPT = "print(1)"  # run by one


def _helper():
    return os.name


# Above a test.
@mark
def test_one():
    assert _helper() and re.match(SCRIPT, str(Path()))


def test_two():
    assert Path()
"""


def test_what_is_left_out_takes_along_what_only_it_used():
    """Helpers, constants and imports go with it; what another statement uses stays, byte for byte."""
    assert without(FILE_OF_TESTS, {"test_one", "nothing"}) == (
        "from pathlib import Path\n\n\n# Above a test.\n\n\ndef test_two():\n    assert Path()\n"
    )
    assert without(FILE_OF_TESTS, ()) == FILE_OF_TESTS


def test_classes_and_assignments_are_left_out_too():
    """Whatever binds the name at the top."""
    source = "class A:\n    pass\n\n\nB = 1\nC, D = 1, 2\nE = 3\n"
    assert without(source, {"A", "B", "D"}) == "E = 3\n"
