"""Plain output: what a table or a colour would say is said in words, one thing a line."""

import pytest
from rich.console import Group
from rich.table import Table
from rich.text import Text

from tutor.plain import asked_for, console, linear


def test_a_row_of_a_table_is_a_line_with_its_heads():
    """The first cell names the row; empty cells are left out."""
    table = Table()
    for head in ("summary", "kept", "dropped", ""):
        table.add_column(head)
    table.add_row("s1", "4", "30", "")
    table.add_row("s2", "2", "", "EXPANDED")
    drawn = Group(table, Text(), Text("In all: 6.", style="bold"))
    assert list(linear(drawn)) == ["s1: kept 4, dropped 30", "s2: kept 2, EXPANDED", "In all: 6."]


def test_nothing_is_coloured_or_wrapped(monkeypatch, capsys):
    """Even where colour is forced, a log gets letters alone, and a line of any length stays one."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    console(plain=True).print(Text("word " * 100, style="bold red"))
    printed = capsys.readouterr().out
    assert "\x1b" not in printed
    assert len(printed.splitlines()) == 1


@pytest.mark.parametrize(("value", "plain"), [("", False), ("0", False), ("1", True), ("yes", True)])
def test_a_variable_makes_everything_plain(monkeypatch, value, plain):
    """LEARN_PLAIN speaks for every command and every lab."""
    monkeypatch.setenv("LEARN_PLAIN", value)
    assert asked_for() is plain


def test_a_lab_is_plain_when_asked(toy, run_file, monkeypatch):
    """By its option or by the variable, which gives the same."""
    monkeypatch.chdir(toy)
    lab = "beginner/doubling/lab/lab.py"
    by_option, by_variable = run_file(toy, lab, "--plain"), run_file(toy, lab, LEARN_PLAIN="1")
    assert by_option.stdout == by_variable.stdout
    assert by_option.stdout != run_file(toy, lab).stdout
