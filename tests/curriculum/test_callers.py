"""Finding what uses a name: in a library, in its examples, and in its tests."""

import pytest

from curriculum.callers import changed, concerned, defined, examples_of, users
from curriculum.editions import EditionError

LIBRARY = {
    "box/__init__.py": "",
    "box/one.py": """
LIMIT = 3

def piece(x):
    raise RuntimeError

def free(x):
    return x
""",
    "box/two.py": """
from box.one import piece as p, free

def uses(x):
    return p(x)

def other(piece):
    return free(1)
""",
    "box/three/__init__.py": """
import box.two
import box.one as first

class Uses:
    def call(self):
        return box.two.uses(1)

MADE = first.piece
LEFT = first.free
""",
}
USERS = {"box.one.piece", "box.two.uses", "box.three.Uses", "box.three.MADE"}
DOCUMENTED = '''
from box.one import piece
from box.two import uses

def free(x):
    """
    >>> free(1)
    1
    """

class Thing:
    """
    >>> from box.two import uses as u
    >>> u(1)
    """

    def good(self):
        """
        >>> 1
        1
        """

    def bad(self):
        """Nothing.

        >>> [uses(x) for x in (1,)]
        """
'''
TESTS = '''
"""Tests that say piece in their docstring."""
import box.one
from box.two import uses, other

SCRIPT = "import box.one; print(box.one.piece)"

@pytest.fixture
def made():
    return uses(1)

def helper(made):
    return 1

def test_by_fixture(made):
    """Uses it."""

def test_by_helper():
    assert helper(1)

def test_by_script():
    run(SCRIPT)

def test_by_text(monkeypatch):
    monkeypatch.setattr(box.one, "piece", None)

@pytest.mark.parametrize("f", [uses])
def test_by_decorator(f):
    pass

def test_by_shared(shared):
    pass

def test_of_something_else(other_fixture):
    """The piece has no part in it."""
    assert other(1) == "a piecemeal thing"
'''


def test_users_are_found_through_others() -> None:
    """Under any name of import, in a class and in an assignment."""
    assert users(LIBRARY, frozenset({"box.one.piece"})) == USERS


def test_no_name_has_no_users() -> None:
    """Nothing follows from nothing."""
    assert users(LIBRARY, frozenset()) == frozenset()
    assert concerned(TESTS, frozenset()) == frozenset()


def test_examples_that_call_it_are_named_as_pytest_names_them() -> None:
    """Functions, classes and methods each have examples of their own."""
    found = set(examples_of(DOCUMENTED, "box/four.py", frozenset({"box.two.uses"})))
    assert found == {"box.four.Thing", "box.four.Thing.bad"}


def test_tests_are_concerned_by_every_way_of_using_it() -> None:
    """By fixture, helper, script, text, decorator, and by what a conftest gives."""
    found = concerned(TESTS, frozenset(USERS), {"shared"})
    assert {name for name in found if name.startswith("test_")} == {
        "test_by_fixture", "test_by_helper", "test_by_script", "test_by_text", "test_by_decorator",
        "test_by_shared",
    }  # fmt: skip
    assert {"SCRIPT", "made", "helper"} <= found


def test_what_a_source_defines() -> None:
    """Functions, classes and assignments; what is imported is not its own."""
    assert defined("import re\nA, B = 1, 2\nC: int = 3\ndef f(): ...\nclass D: ...\n") == {
        "A",
        "B",
        "C",
        "f",
        "D",
    }


def test_what_was_changed_or_is_gone() -> None:
    """Where it stands does not matter, nor how it is laid out."""
    before = "A = 1\nB = 2\ndef f():\n    return 1\ndef g(): return 2\n"
    assert changed(before, "B = 2\ndef g():\n    return 2\ndef f():\n    raise RuntimeError\n") == {"A", "f"}


def test_a_file_that_does_not_parse_is_an_error() -> None:
    """It is said with its line."""
    with pytest.raises(EditionError, match="line 1"):
        concerned("def (", frozenset({"a.b"}))
