"""Figures of a lab beside those expected."""

import pytest

from curriculum.figures import if_written, remark, table
from workshop.weave import plain

RIGHT = [{"name": "s1", "kept": 4, "share": 0.5}, {"name": "s2", "kept": 12_000, "share": 1.0}]
COLUMNS = {"name": "source", "kept": "kept", "share": "share"}


def rows(mine):
    return [line.split() for line in plain(table(mine, RIGHT, COLUMNS)).splitlines()]


def test_rows_are_set_beside_those_of_the_same_name():
    """A figure that differs has the expected one in brackets, whatever the order of the rows."""
    mine = [RIGHT[1], RIGHT[0] | {"kept": 5}]
    assert rows(mine) == [["source", "kept", "share"], ["s1", "5", "(4)", "0.50"], ["s2", "12,000", "1.00"]]


def test_a_row_on_one_side_alone_is_drawn():
    """What is missing is a hyphen, with the expected figure; a row too many is shown as well."""
    drawn = rows([RIGHT[0], {"name": "s3", "kept": 1, "share": 0.1}])
    assert drawn[2] == ["s2", "-", "(12,000)", "-", "(1.00)"]
    assert drawn[3] == ["s3", "1", "(-)", "0.10", "(-)"]


def test_brackets_are_explained_where_there_are_any():
    """No remark for figures that are as expected, or that a stub has not given yet."""
    assert remark({"a": 1, "b": None}, {"a": 1, "b": 2}) == []
    assert remark({"a": 3, "b": None}, {"a": 1, "b": 2}) == ["In brackets: the figure that was expected."]


def test_only_a_stub_is_no_figure():
    """Another error of a piece is not taken for an unwritten one."""

    def unwritten():
        raise NotImplementedError

    assert if_written(unwritten) is None
    with pytest.raises(ZeroDivisionError):
        if_written(lambda: 1 // 0)
