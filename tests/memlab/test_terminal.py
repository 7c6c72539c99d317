"""Texts on a terminal: nothing in them steers it, and lines fit it."""

import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from memlab.terminal import printable


@settings(max_examples=50)
@given(st.text(max_size=60), st.one_of(st.none(), st.integers(8, 80)))
def test_nothing_that_steers_a_terminal_is_left(text, width):
    """No control character but the line feed, no half of a character, and no line that is too long."""
    shown = printable(text, width)
    assert not {unicodedata.category(one) for one in shown if one != "\n"} & {"Cc", "Cs", "Zl", "Zp"}
    assert width is None or all(len(line) <= width for line in shown.split("\n"))


def test_what_could_steer_is_written_out():
    """Colours, a bell, a cleared screen and a turned direction can be seen and do nothing."""
    assert printable("a\x1b[31mb\x07\u202ec\r\u2028d\te") == "a\\x1b[31mb\\x07\\u202ec\\r\\u2028d e"


def test_letters_of_all_scripts_stay():
    """Accents, emoji that are joined, and scripts without capitals are text like any other."""
    text = "Dvořák 👩🏾‍🔧 我喜欢茶 می‌خواهم"
    assert printable(text) == text


def test_a_line_that_goes_on_does_not_look_like_another_memory():
    """What is wrapped is indented, so that a bullet at the start of a line is a memory's own."""
    shown = printable("- 2026-03-14, user, s1/1: I like tea - and coffee - and more of it", 30)
    assert [line[:2] for line in shown.split("\n")] == ["- ", "  ", "  "]
