"""The index finds what reading every record finds, to the last digit of the scores."""

import random
from datetime import UTC, datetime, timedelta, timezone

from hypothesis import given, settings
from hypothesis import strategies as st

from memlab.index import Index
from memlab.recall import recall
from memlab.record import Scope

ADA, BEN = Scope("ada"), Scope("ben")
# One word in nearly all, one in half, others rare; of these some are asked together.
COMMON, RARE = ("I", "I", "I", "the", "the", "my"), ("tea", "cat", "green", "train", "late", "7:30")
EAST, WEST = timezone(timedelta(hours=9)), timezone(timedelta(hours=-5))

words = st.sampled_from((*COMMON, *COMMON, *RARE))
sentences = st.lists(words, min_size=1, max_size=9).map(" ".join)
statuses = st.sampled_from(("active", "active", "active", "archived", "superseded"))
moments = st.builds(
    lambda hour, zone: datetime(2026, 5, 1, hour, tzinfo=UTC).astimezone(zone),
    st.integers(0, 2),
    st.sampled_from((UTC, EAST, WEST)),
)
stores = st.lists(st.tuples(sentences, moments, statuses), max_size=20)
questions = st.lists(st.sampled_from((*COMMON, *RARE, "zebra?")), max_size=6).map(" ".join)


def made(memory, said, first=0):
    return [
        memory(text, f"s1/{turn}", happened_at=at, status=status)
        for turn, (text, at, status) in enumerate(said, start=first)
    ]


@settings(max_examples=100)
@given(stores, questions, st.integers(0, 12))
def test_the_index_finds_what_recall_finds(memory, said, query, limit):
    """Equal hits, scores to the bit, for every store, question and limit; ties of mixed offsets too (R37)."""
    records = made(memory, said)
    assert Index(records).search(query, limit) == recall(query, records, ADA, limit)


@settings(max_examples=40)
@given(stores, stores, questions, st.integers(1, 5))
def test_records_can_be_added_later(memory, first, later, query, limit):
    """An index that grew is as good as one that was made of everything."""
    before, after = made(memory, first), made(memory, later, len(first))
    index = Index(before)
    assert index.search(query, limit) == recall(query, before, ADA, limit)
    index.add(after)
    assert index.search(query, limit) == recall(query, [*before, *after], ADA, limit)


@settings(max_examples=40)
@given(stores, questions, st.floats(0, 4), st.floats(0, 1))
def test_other_constants_bound_what_they_should(memory, said, query, k1, b):
    """With any k1 and b the few best are those of an index that is asked for all."""
    index = Index(made(memory, said), k1, b)
    assert index.search(query, 2) == index.search(query, 99)[:2]


def test_a_store_in_which_much_is_left_out(memory):
    """Some thousand records, few words in many and many in few: what is skipped would not have been found."""
    draw = random.Random(7)
    vocabulary = [f"w{number}" for number in range(400)]
    weights = [1 / (rank + 1) for rank in range(400)]
    said = [" ".join(["I", *draw.choices(vocabulary, weights, k=draw.randint(1, 14))]) for _ in range(600)]
    records = [memory(text, f"s1/{turn}", day=1 + turn % 9) for turn, text in enumerate(said)]
    index = Index(records)
    for number in range(40):
        asked = [*draw.choices(vocabulary, weights, k=draw.randint(1, 5)), *["I"] * (number % 3)]
        query, limit = " ".join(draw.sample(asked, len(asked))), draw.choice((1, 3, 8, 40))
        assert index.search(query, limit) == recall(query, records, ADA, limit)


def test_an_empty_index_finds_nothing():
    """R70: without records, words or a limit there is no hit, and no error."""
    for query in ("tea", "", "?"):
        assert Index().search(query, 8) == ()


def test_an_index_of_texts_without_words_finds_nothing(memory):
    """What has no word is in no list."""
    assert Index([memory("..."), memory("—", "s1/2")]).search("tea", 8) == ()


def test_what_was_archived_is_not_found(memory):
    """R67: only active records are taken in, and only they count."""
    merged = memory("Kenji takes oat milk in his coffee", "merge/1")
    old = [memory(f"Kenji {verb} oat milk", f"s1/{verb}", status="archived") for verb in ("drinks", "takes")]
    hits = Index([*old, merged]).search("oat milk", 8)
    assert hits == Index([merged]).search("oat milk", 8)
    assert [hit.memory_id for hit in hits] == [merged.id]


def test_each_scope_has_an_index_of_its_own(memory):
    """R10: one sentence of two users is found in each of the two indexes."""
    records = [memory("Prefers invoices in PDF", scope=scope) for scope in (ADA, BEN)]
    for record in records:
        own = Index(each for each in records if each.scope == record.scope)
        assert own.search("invoices?", 8) == recall("invoices?", records, record.scope, 8)
