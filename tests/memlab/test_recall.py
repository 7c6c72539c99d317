"""Whose memories they are comes first, then how like the question they are; and nothing else comes back."""

import unicodedata
from datetime import UTC, datetime, timedelta, timezone
from math import isclose, log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memlab.recall import Hit, bm25, in_scope, recall
from memlab.record import Scope

ADA, BEN = Scope("ada"), Scope("ben")
WORDS = ("tea", "cat", "I", "late", "train", "green")

sentences = st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join)
texts = st.lists(sentences, max_size=8)
names = st.sampled_from(("a", "a/b", "A"))
said_by = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=7).map(" ".join), max_size=6)


def found(hits, records):
    contents = {record.id: record.content for record in records}
    return [contents[hit.memory_id] for hit in hits]


@given(sentences, texts, st.floats(0, 5), st.floats(0, 1))
def test_each_text_has_a_score_that_is_0_exactly_if_no_word_is_shared(query, texts, k1, b):
    """No score is below 0, whatever the constants."""
    scores = bm25(query, texts, k1, b)
    shared = [not set(query.split()).isdisjoint(text.split()) for text in texts]
    assert [score > 0 for score in scores] == shared
    assert all(score >= 0 for score in scores)


@given(sentences, texts, st.randoms(use_true_random=False))
def test_a_score_does_not_depend_on_the_order_of_the_texts(query, texts, draw):
    """The same text gets the same score, to the bit, wherever it stands."""
    order = draw.sample(range(len(texts)), len(texts))
    shuffled = bm25(query, [texts[place] for place in order])
    assert shuffled == tuple(bm25(query, texts)[place] for place in order)


@given(sentences, texts)
def test_asking_twice_doubles_every_score(query, texts):
    """A word that stands in the question twice counts twice."""
    twice = bm25(f"{query} {query}", texts)
    assert all(isclose(two, 2 * one) for one, two in zip(bm25(query, texts), twice, strict=True))


def test_the_values_of_a_small_store():
    """Two texts of one and three words, with the formula written out."""
    shorter, longer, _ = bm25("tea", ["tea", "tea with tea", "I like trains here"])
    weight, factor = log(1 + 1.5 / 2.5), 2.2
    assert isclose(shorter, weight * factor / (1 + 1.2 * (0.25 + 0.75 * 1 * 3 / 8)))
    assert isclose(longer, weight * 2 * factor / (2 + 1.2 * (0.25 + 0.75 * 3 * 3 / 8)))


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("TEA", "tea"),
        ("Any tea?", "We drink tea"),
        ("any tea？", "We drink tea"),
        ("Ada's", "It is Ada’s."),
        (unicodedata.normalize("NFD", "café"), unicodedata.normalize("NFC", "Café!")),
    ],
)
def test_spelling_does_not_matter(query, text):
    """Case, marks, question marks, apostrophes and the two forms of an accent are no difference."""
    assert bm25(query, [text])[0] > 0


def test_parts_of_words_are_no_words():
    """Neither characters within a word nor a form of it are the word."""
    assert bm25("art is drink", ["This artichoke drinks"]) == (0.0,)


@given(
    st.lists(st.builds(Scope, names, *[st.sampled_from(("", "a", "b", "a/b"))] * 2), max_size=6), st.data()
)
def test_a_scope_is_equal_in_all_three_parts(memory, scopes, data):
    """What is kept is exactly what has the scope, in order."""
    records = [memory(f"Tea {place}", scope=scope) for place, scope in enumerate(scopes)]
    asked = data.draw(st.sampled_from([*scopes, Scope("a")]))
    kept = [record for record, scope in zip(records, scopes, strict=True) if scope == asked]
    assert in_scope(records, asked) == tuple(kept)


def test_each_user_recalls_the_same_words_as_their_own(memory):
    """R10: one sentence in two scopes is found in each, once."""
    invoices = "Prefers invoices in PDF"
    records = [memory(invoices, scope=ADA), memory(invoices, scope=BEN)]
    for record in records:
        hits = recall("Which invoices?", records, record.scope, 8)
        assert [hit.memory_id for hit in hits] == [record.id]


@settings(max_examples=50)
@given(sentences, said_by, said_by)
def test_what_others_say_changes_nothing(memory, query, own, others):
    """Neither the hits nor a digit of their scores, and neither records of others nor retired ones."""
    hers = [memory(text, f"s1/{turn}") for turn, text in enumerate(own)]
    his = [memory(text, f"s1/{turn}", scope=BEN) for turn, text in enumerate(others)]
    retired = [memory(text, f"s2/{turn}", status="superseded") for turn, text in enumerate(others)]
    alone = recall(query, hers, ADA, 4)
    assert recall(query, [*his, *hers, *retired], ADA, 4) == alone


def test_what_was_merged_is_not_recalled(memory):
    """R67: of two archived records and the merged one, only the merged one comes back."""
    merged = memory("Kenji takes oat milk in his coffee", "merge/1")
    old = [memory(f"Kenji {verb} oat milk", f"s1/{verb}", status="archived") for verb in ("drinks", "takes")]
    assert [hit.memory_id for hit in recall("oat milk", [*old, merged], ADA, 8)] == [merged.id]


@pytest.mark.parametrize("query", ["Which tea?", "", "?!", "\U0001f375"])
def test_an_empty_store_has_no_hits(query):
    """R70: whatever is asked, nothing is divided by nothing."""
    assert recall(query, [], ADA, 8) == ()
    assert bm25(query, []) == ()


def test_a_store_without_words_has_no_hits(memory):
    """Records of marks alone, and questions of marks alone, find nothing and break nothing."""
    assert recall("Which tea?", [memory("..."), memory("—", "s1/2")], ADA, 8) == ()


def test_mixed_offsets_are_compared_as_moments(memory):
    """R37: of equal scores the earlier moment comes first, whatever its offset."""
    east, west = timezone(timedelta(hours=9)), timezone(timedelta(hours=-5))
    times = [datetime(2026, 5, 2, 10, tzinfo=east), datetime(2026, 5, 1, 21, tzinfo=west),
             datetime(2026, 5, 2, 3, tzinfo=UTC)]  # fmt: skip
    records = [memory(f"Tea {name}", happened_at=at) for name, at in zip("abc", times, strict=True)]
    assert found(recall("tea", records[::-1], ADA, 8), records) == ["Tea a", "Tea b", "Tea c"]


@settings(max_examples=50)
@given(sentences, said_by, st.integers(0, 9), st.randoms(use_true_random=False))
def test_hits_are_in_one_order_whatever_the_order_given(memory, query, said, limit, draw):
    """Best first, then the earlier, then the smaller id; a smaller limit gives the beginning of a larger."""
    records = [memory(text, f"s1/{turn}", day=1 + turn % 3) for turn, text in enumerate(said)]
    hits = recall(query, draw.sample(records, len(records)), ADA, 99)
    by_id = {record.id: record for record in records}
    keys = [(-hit.score, by_id[hit.memory_id].happened_at, hit.memory_id) for hit in hits]
    assert keys == sorted(keys)
    assert recall(query, records, ADA, limit) == hits[:limit]
    assert all(isinstance(hit, Hit) and hit.score > 0 for hit in hits)
