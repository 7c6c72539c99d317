"""The checks of the toy lesson."""

import sqlite3
from contextlib import closing

import pytest

SHELF = "shelf.db"
ITEMS = ("cup", "jug", "pot")


def refusing(name):
    """A shelf that holds a lamp and refuses one item, in the middle of whatever is going on."""
    with closing(sqlite3.connect(":memory:")) as shelf, shelf:
        shelf.execute("CREATE TABLE item (place INTEGER PRIMARY KEY, name TEXT UNIQUE)")
        shelf.execute("INSERT INTO item (name) VALUES ('lamp')")
        shelf.execute(
            f"CREATE TRIGGER refuse BEFORE INSERT ON item WHEN new.name = '{name}' "
            "BEGIN SELECT RAISE(ABORT, 'no room'); END"
        )
        shelf.commit()
        return shelf.serialize()


@pytest.mark.task("B4.1", rule="Once", points=20)
def test_stored(lab, clean):
    """What was put on the shelf is there, in order."""
    got = lab.store(SHELF, ITEMS)
    assert got == 3, f"3; it is {got}"
    assert clean.stored(SHELF) == ITEMS, f"{ITEMS} in the file; there are: {clean.stored(SHELF)}"


@pytest.mark.task("B4.1", rule="Once", points=10, needs="test_stored")
def test_twice(scenes):
    """The second time nothing is new."""
    got = scenes.twice(SHELF, ITEMS)
    assert got == (3, 0), f"(3, 0); it is {got}"


@pytest.mark.task("B4.1", rule="Once", points=20)
def test_all_or_nothing(lab, box, clean, raises):
    """A failure at a statement leaves the shelf as it was."""
    box.put(SHELF, refusing("jug"))
    with raises("IntegrityError"):
        lab.store(SHELF, ITEMS)
    assert clean.stored(SHELF) == ("lamp",), f"('lamp',) in the file; there are: {clean.stored(SHELF)}"


@pytest.mark.task("B4.1", rule="Once", points=10)
def test_one_file(lab, box):
    """The shelf is one file of SQLite."""
    lab.store(SHELF, ITEMS)
    assert box.fetch(SHELF).startswith(b"SQLite format 3"), f"a file of SQLite under the name {SHELF}"


@pytest.mark.task("B4.1", rule="Once", points=20, needs="test_stored")
def test_power_cut(scenes, box, clean):
    """Cut off at any statement, all items are there or none."""
    for statement in range(1, 6):
        box.put(SHELF, b"")
        with box.kill_after(5000):
            scenes.cut_off(SHELF, ITEMS, statement)
        assert clean.stored(SHELF) in ((), ITEMS), f"all items or none; there are: {clean.stored(SHELF)}"


@pytest.mark.task("B4.1", rule="Once", points=10, needs="test_stored")
def test_acknowledged(lab, box, clean):
    """What a call returned for survives a kill."""
    acknowledged = []
    for milliseconds in (30, 300, 1500):
        with box.kill_after(milliseconds):
            for number in range(10_000):
                lab.store(SHELF, (str(number),))
                acknowledged.append(str(number))
        if acknowledged:
            break
    assert acknowledged, "an answer within 1.5 s"
    there = clean.stored(SHELF)
    assert set(acknowledged) <= set(there), f"all {len(acknowledged)} items; there are {len(there)}"


@pytest.mark.task("B4.1", points=10)
def test_variant(figures, expected, lab, clean, variant, rule):
    """Items never seen are stored once each."""
    rule("Once")
    assert figures["new"] == expected["new"], f"new {expected['new']}; it is {figures['new']}"
    items = variant["items"]
    got, want = lab.store(SHELF, items), tuple(dict.fromkeys(items))
    assert got == len(want), f"{len(want)}; it is {got}"
    assert clean.stored(SHELF) == want, f"{want} in the file; there are: {clean.stored(SHELF)}"
