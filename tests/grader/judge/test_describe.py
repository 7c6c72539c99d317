"""How values read in the sentence that says what was passed in and what came back."""

from datetime import UTC, date, datetime

import pytest

from grader.judge.describe import call, describe
from memlab.record import Memory, Provenance, Scope, make_memory

AT = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
TEA = make_memory("Likes tea", "semantic", Scope("ada"), Provenance("s1/1", "user", 1.0), AT, AT)

VALUES = {
    "None": (None, "None"),
    "a text": ("s5", "'s5'"),
    "a number": (-0.5, "-0.5"),
    "a truth": (True, "True"),
    "nothing": ((), "()"),
    "one text": (("s5",), "('s5',)"),
    "several texts": (("a", "b"), "('a', 'b')"),
    "values of several kinds": (("a", 1), "('a', 1)"),
    "many texts": (("tea",) * 20, "20 strs"),
    "many values of several kinds": (("tea", 1) * 20, "40 values"),
    "a record and a text": ((TEA, "tea"), "2 values"),
    "one record": ((TEA,), "1 memory"),
    "several records": ((TEA, TEA), "2 memories"),
    "a dictionary": ({"a": 1}, "{'a': 1}"),
    "a dictionary, in its own order": ({"b": 1, "a": "x"}, "{'b': 1, 'a': 'x'}"),
    "a long dictionary": (
        dict.fromkeys("abcdefghijklmnopq"),
        f"{str(dict.fromkeys('abcdefghijklmnop'))[:-1]}, ...}}",
    ),
    "a spelling that looks like another": ("Cafe\u0301", r"'Cafe\u0301'"),
    "a time": (AT, "2026-03-14T09:30:00+00:00"),
    "a day": (date(2026, 3, 14), "2026-03-14"),
    "the id of a record": (TEA.id, f"'{TEA.id[:8]}...'"),
    "a record without what is left at its default": (
        Scope("ada", session="s1"),
        "Scope(user='ada', session='s1')",
    ),
}


@pytest.mark.parametrize(("value", "told"), VALUES.values(), ids=VALUES)
def test_a_value_is_told_in_a_few_words(value: object, told: str) -> None:
    """Plain values read as in code, records by kind and number, ids by their first digits."""
    assert describe(value) == told


def test_a_record_is_told_by_what_it_holds() -> None:
    """A record shows its fields, and of a record within it the first two."""
    told = describe(TEA)
    assert told.startswith(f"Memory(id='{TEA.id[:8]}...', content='Likes tea', type='semantic', ")
    assert "scope=Scope(user='ada')" in told
    assert "provenance=Provenance(source_id='s1/1', speaker='user', ...)" in told
    assert "tier" not in told


@pytest.mark.parametrize("value", ["tea " * 900, {str(n): n for n in range(900)}, [TEA] * 900, 10**900])
def test_what_is_long_is_cut(value: object) -> None:
    """However large a value is, it does not fill the learner's screen."""
    assert len(describe(value)) < 2_000
    assert "..." in describe(value)


def test_a_call_reads_as_it_could_stand_in_code() -> None:
    """A call is its name and its arguments, each in a few words."""
    memories: tuple[Memory, ...] = (TEA,) * 37
    assert call("summarise_session", (memories, "s5", Scope("ada"))) == (
        "summarise_session(37 memories, 's5', Scope(user='ada'))"
    )
