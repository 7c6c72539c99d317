"""The checks of the toy lesson."""

from datetime import UTC, datetime

import pytest

AT = datetime(2026, 5, 1, 9, 30, tzinfo=UTC)


@pytest.mark.task("B2.1", rule="Most often", points=40)
def test_most(lab):
    """The word that stands most often is the label."""
    got = lab.label(("a", "b", "b"), AT)
    assert got is not None, "a Label"
    assert (got.word, got.count) == ("b", 2), f"'b' twice; it is {got.word!r} {got.count} times"
    assert got.seen_at == AT, f"seen_at {AT}; it is {got.seen_at}"


@pytest.mark.task("B2.1", rule="Most often", points=20)
def test_first_of_equals(lab):
    """Of equals the first is the label."""
    got = lab.label(("b", "a"), AT)
    assert got is not None and got.word == "b", "'b', which stands first"


@pytest.mark.task("B2.1", rule="Most often", points=10, needs="test_most")
def test_no_words(lab):
    """No words give None."""
    assert lab.label((), AT) is None, "None"


@pytest.mark.task("B2.1", points=30)
def test_variant(lab, reference, variant, rule):
    """Words never seen are labelled as the reference does."""
    rule("Most often")
    got, want = lab.label(variant["words"], AT), reference.label(variant["words"], AT)
    assert got == want, f"{want}; it is {got}"
