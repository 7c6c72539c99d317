"""The checks of the toy lesson."""

import pytest


@pytest.mark.task("B1.1", rule="Twice", points=30)
def test_four(lab):
    """Four is doubled."""
    got = lab.double(4)
    assert got == 8, f"8; it is {got}"


@pytest.mark.task("B1.1", rule="Twice", points=20, needs="test_four")
def test_zero(lab):
    """Nothing doubled stays nothing."""
    got = lab.double(0)
    assert got == 0, f"0; it is {got}"


@pytest.mark.task("B1.2", rule="Twice", points=30)
def test_sum(figures, expected):
    """The sum comes out to the digit."""
    assert figures["sum"] == expected["sum"], f"sum {expected['sum']}; it is {figures['sum']}"


@pytest.mark.task("B1.2", points=20)
def test_variant(lab, reference, variant, rule):
    """Numbers never seen are totalled as the reference does."""
    rule("Twice")
    got, want = lab.total(variant["numbers"]), reference.total(variant["numbers"])
    assert got == want, f"{want}; it is {got}"
