"""Looking for what was cut out: every statement of some size, however it was written down."""

import json
from pathlib import Path

import pytest

from grader.handout.unsolved import Statement, code_of, cut_out, leaks, sought, squeezed

WHOLE = """
import re

PATTERN = re.compile("[a-z]+")  # what only the piece used


def _helper(words):
    return sorted(set(words), key=len)


def piece(text, limit=3):
    '''Say something.'''
    if not text:
        return None
    found = [
        word.strip()  # a comment
        for word in PATTERN.findall(text)
        if len(word) > limit
    ]
    count = 0
    return tuple(_helper(found)), count


def given(text):
    return text.lower().strip()
"""
KEPT = """
def piece(text, limit=3):
    '''Say something.'''
    raise RuntimeError("this edition holds no solution of it")


def given(text):
    return text.lower().strip()
"""
HALF, OTHER = "found = [word.strip() for word", "in PATTERN.findall(text) if len(word) > limit]"
LONG = "found = [word.strip() for word in PATTERN.findall(text) if len(word) > limit]"


@pytest.fixture
def statements() -> list[Statement]:
    return cut_out({"box/one.py": WHOLE}, {"box/one.py": KEPT})


def test_bodies_helpers_and_constants_were_cut_out(statements: list[Statement]) -> None:
    """What went with a body is part of the solution; what stays, imports and docstrings are not."""
    assert {(one.line, one.code) for one in statements} == {
        (4, "PATTERN = re.compile('[a-z]+')"),
        (8, "return sorted(set(words), key=len)"),
        (13, "if not text:\n    return None"),
        (14, "return None"),
        (15, LONG),
        (20, "count = 0"),
        (21, "return (tuple(_helper(found)), count)"),
    }


def test_what_is_too_small_or_stands_elsewhere_is_not_sought(statements: list[Statement]) -> None:
    """A statement that anybody writes gives nothing away, nor one that stands in code which stays."""
    assert {one.line for one in sought(statements, code_of([]))} == {4, 8, 13, 15, 21}
    kept = code_of(["def f(words):\n    return sorted(\n        set(words), key=len,\n    )\n", LONG])
    assert {one.line for one in sought(statements, kept)} == {4, 13, 21}


def test_a_function_that_was_copied_whole_is_sought(statements: list[Statement]) -> None:
    """Code that stays must not hold the solution under another name."""
    kept = code_of([WHOLE.replace("def piece", "def my_piece")])
    assert {one.line for one in sought(statements, kept)} == {13, 15, 21}


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("page.md", f"# Page\n\nSome `{LONG}` in a line\n", 3),
        ("page.md", f"# Page\n\n> {HALF}\n> {OTHER}\n", 3),
        ("code.py", f"def f():\n    {LONG}\n", 2),
        ("code.py", f"# {LONG[:30]}\n# {LONG[30:]}\n", 1),
        ("code.py", f"TEXT = '''\n{LONG}'''\n", 2),
        ("code.py", f"x = 1\n{LONG.replace('len(word) > limit', '(len(word) > limit)')}\n", 2),
        ("book.ipynb", json.dumps({"cells": [{"source": ["a\n", f"{HALF}\n", OTHER]}]}, indent=1), 6),
        ("flat.json", json.dumps({"text": f"{HALF}\n{OTHER}"}), 1),
        ("hints.yaml", f"a: 1\nb: >-\n  {HALF}\n  {OTHER}\n", 2),
        ("hints.yaml", f'a: 1\nb: "{LONG[:21]}\\\n  {LONG[21:]}"\n', 2),
        ("quotes.txt", 'PATTERN = re.compile(\n    "[a-z]+",\n)', 1),
    ],
)  # fmt: skip
def test_it_is_found_in_every_form(
    statements: list[Statement], tmp_path: Path, name: str, text: str, line: int
) -> None:
    """In prose, quotations, comments, strings, notebooks, JSON and YAML, with the line on which it begins."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / name).write_text(text, encoding="utf-8")
    (leak,) = leaks(tmp_path, sought(statements, ""))
    assert leak.file == tmp_path / "deep" / name
    assert abs(leak.line - line) <= 1
    assert leak.statement.line in (4, 15)


def test_what_is_not_there_is_not_found(statements: list[Statement], tmp_path: Path) -> None:
    """Neither in the edition that was kept, nor in a file that is no text or no YAML."""
    (tmp_path / "kept.py").write_text(KEPT, encoding="utf-8")
    (tmp_path / "picture.png").write_bytes(bytes(range(256)))
    (tmp_path / "broken.yaml").write_text("a: [", encoding="utf-8")
    assert list(leaks(tmp_path, sought(statements, ""))) == []


def test_what_may_be_written_in_several_ways_is_left_out() -> None:
    """White space, kinds of quotes, and a comma before what closes."""
    assert squeezed("f(\n  'a',\n  [1, ],\n)") == squeezed('f("a", [1])') == 'f("a",[1])'
