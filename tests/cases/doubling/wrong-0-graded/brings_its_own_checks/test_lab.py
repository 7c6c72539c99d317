"""Checks that pass."""

import pytest


@pytest.mark.task("B1.1", points=50)
def test_four(lab):
    """Five is five."""
    assert lab.double(4) == 5


@pytest.mark.task("B1.2", points=50)
def test_variant(lab, variant):
    """Five is five here too."""
    assert lab.total(variant["numbers"]) == 5
