"""The index never misses: what comparing all pairs would find, it finds too."""

import random
from itertools import combinations, product
from string import ascii_lowercase

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memlab.dedup import THRESHOLD, deduplicate, near_duplicate, normalise_text
from memlab.neighbours import Neighbours, least_shared
from memlab.record import Memory
from memlab.words import words

PLAIN = ("tea", "at", "the", "old", "mill", "so", "so", "very", "here")
FIXED = ("not", "7", "two", "Ada", "mill?", "maybe")
KINDS = ("insert", "insert", "insert", "delete", "replace", "swap", "capital", "stop")

# Two base texts of up to 30 words and few edits to each, so that most pairs stand close to the threshold.
edits = st.lists(
    st.tuples(
        st.sampled_from(KINDS),
        st.integers(0, 29),
        st.sampled_from((*PLAIN, *PLAIN, *PLAIN, *FIXED)),
    ),
    max_size=3,
)
bases = st.tuples(
    st.integers(1, 24).flatmap(lambda n: st.lists(st.sampled_from(PLAIN), min_size=n, max_size=n)),
    st.lists(st.sampled_from(FIXED), max_size=24),
    st.randoms(use_true_random=False),
)
types = st.sampled_from(["semantic"] * 9 + ["episodic"])
said = st.tuples(st.integers(0, 1), edits, st.integers(1, 9), types)


def edited(text: list[str], changes: list[tuple[str, int, str]]) -> list[str]:
    """Apply each change in turn; a text never becomes empty."""
    text = list(text)
    for kind, place, word in changes:
        at = place % len(text)
        if kind == "insert":
            text.insert(at, word)
        elif kind == "delete" and len(text) > 1:
            del text[at]
        elif kind == "replace":
            text[at] = word
        elif kind == "swap":
            text[at], text[at - 1] = text[at - 1], text[at]
        elif kind == "capital":
            text[at] = text[at].capitalize()
        elif kind == "stop":
            text[-1] += "."
    return text


def visited(records: list[Memory]) -> list[Memory]:
    """Order records as deduplication visits them, each id once."""
    return sorted({record.id: record for record in records}.values(), key=lambda r: (r.happened_at, r.id))


def joined_by_all_pairs(records: list[Memory]) -> dict[str, tuple[str, ...]]:
    """Deduplicate without an index: each record is compared with every earlier survivor."""
    survivors: list[Memory] = []
    joined: dict[str, tuple[str, ...]] = {}
    for record in visited(records):
        first = next((survivor for survivor in survivors if near_duplicate(survivor, record)), None)
        if first is None:
            survivors.append(record)
        else:
            joined[first.id] = (*joined.get(first.id, ()), record.id)
    return joined


def folded(record: Memory) -> tuple[str, ...]:
    """Return the words of a record as the index files them."""
    return tuple(word.folded for word in words(record.content))


def missed(records: list[Memory]) -> list[tuple[str, str]]:
    """Return the near duplicates, not equal but for their spelling, that the index does not hand over."""
    texts = [folded(record) for record in records]
    neighbours = Neighbours(texts, THRESHOLD)
    for number, text in enumerate(texts):
        neighbours.file(number, text)
    found = [set(neighbours.near(text)) for text in texts]
    return [
        (records[a].content, records[b].content)
        for a, b in combinations(range(len(records)), 2)
        if near_duplicate(records[a], records[b])
        and normalise_text(records[a].content) != normalise_text(records[b].content)
        and not (a in found[b] and b in found[a])
    ]


@pytest.fixture(scope="session")
def family(memory):
    """Make records of two base texts and their edits."""

    def make(two_bases, sayings) -> list[Memory]:
        texts = []
        for plain, fixed, shuffled in two_bases:
            text = [*plain, *fixed]
            shuffled.shuffle(text)
            texts.append(text)
        return [
            memory(" ".join(edited(texts[base], changes)), f"s{number}/1", day=day, type=type)
            for number, (base, changes, day, type) in enumerate(sayings)
        ]

    return make


@settings(max_examples=300)
@given(st.tuples(bases, bases), st.lists(said, min_size=2, max_size=10))
def test_the_index_finds_what_comparing_all_pairs_finds(family, two_bases, sayings):
    """For any records, deduplication by index joins the very same ones as deduplication by all pairs."""
    records = family(two_bases, sayings)
    assert deduplicate(records).merged == joined_by_all_pairs(records)


@settings(max_examples=200)
@given(st.tuples(bases, bases), st.lists(said, min_size=2, max_size=8))
def test_every_near_duplicate_is_handed_over(family, two_bases, sayings):
    """Of any two near duplicates each is among the neighbours of the other."""
    assert missed(family(two_bases, sayings)) == []


def random_text(length: int, chance: random.Random) -> list[str]:
    """Draw a text of plain words, some of them frequent and most rare, with a fixed one here and there."""
    return [
        chance.choice(FIXED) if chance.random() < 0.1 else "w" + ascii_lowercase[int(26 * skewed)]
        for skewed in (chance.random() ** 2 for _ in range(length))
    ]


@pytest.mark.parametrize("length", range(1, 31))
def test_near_duplicates_of_every_length_are_found(memory, length):
    """For each length of text the index joins what all pairs join, and there is something to join."""
    chance = random.Random(length)
    records = []
    for family_number in range(6):
        base = random_text(length, chance)
        for number in range(6):
            changes = [
                (chance.choice(KINDS), chance.randrange(30), chance.choice(PLAIN))
                for _ in range(chance.randrange(4))
            ]
            content = " ".join(edited(base, changes))
            records.append(memory(content, f"s{family_number}/{number}", day=chance.randint(1, 9)))
    expected = joined_by_all_pairs(records)
    assert sum(map(len, expected.values())) >= 3
    assert deduplicate(records).merged == expected
    assert missed(records) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("we meet at the mill", "we meet at the mill!"),
        ("we meet at the old mill", "we meet at the very old mill"),
        ("7 7 7 7 7 7 7 mill 7", "7 7 7 7 7 7 7 old mill 7"),
        ("here so so so old old old", "here so so so so old old old"),
        ("1 2 3 4 5 6 old 7", "1 2 3 4 5 6 7"),
        (" ".join(map(str, range(20))) + " old 20", " ".join(map(str, range(20))) + " so very 20"),
        (" ".join("abcdefghijklmnopqrstuvwxyz"), " ".join("abcxdefghiyjklmnopzqrstuvwxyz")),
        (" ".join("abcdefghijklmnopqrstuvwxyz"), " ".join("bcdefghijklnopqrstuvwxy")),
    ],
)
def test_hard_pairs_are_handed_over(memory, one, other):
    """Short, repetitive, numerous and long pairs each meet under some key, whichever is filed first."""
    assert near_duplicate(memory(one), memory(other))
    assert missed([memory(one, "s1/1"), memory(other, "s1/2")]) == []


@given(st.integers(1, 60), st.integers(1, 60), st.floats(0.5, 0.99))
def test_least_shared_is_the_smallest_number_above_the_threshold(n, m, threshold):
    """One shared word fewer is not above the threshold, and None means that not even all are."""
    least = least_shared(n, m, threshold)
    above = [shared for shared in range(min(n, m) + 1) if shared / (n + m - shared) > threshold]
    assert least == (above[0] if above else None)


def test_an_empty_index_knows_no_neighbours():
    """Where nothing is filed, nothing is near."""
    assert Neighbours([("old", "mill")], THRESHOLD).near(("old", "mill")) == []


def test_a_text_without_words_has_no_neighbours():
    """An empty text is near to nothing, itself included."""
    neighbours = Neighbours([()], THRESHOLD)
    neighbours.file(0, ())
    assert neighbours.near(()) == []


def test_neighbours_come_smallest_first_and_once_each():
    """The numbers come in rising order without repetition, in whatever order they were filed."""
    text = ("we", "often", "meet", "at", "the", "old", "mill")
    neighbours = Neighbours([text], THRESHOLD)
    for number in (9, 2, 40, 5):
        neighbours.file(number, text)
    assert neighbours.near(text) == [2, 5, 9, 40]


def test_asking_files_nothing():
    """A text that was only looked for is not found afterwards."""
    text = ("we", "often", "meet", "at", "the", "old", "mill")
    neighbours = Neighbours([text], THRESHOLD)
    neighbours.near(text)
    assert neighbours.near(text) == []


@pytest.mark.parametrize("length", [5, 10, 20, 30])
def test_few_texts_are_handed_over(length):
    """Among a thousand texts that share words by chance alone, almost none but itself is near to one."""
    chance = random.Random(length)
    vocabulary = [a + b + c for a, b, c in product(ascii_lowercase, "aeiou", ascii_lowercase)]
    texts = [
        tuple(vocabulary[int(len(vocabulary) * chance.random() ** 2)] for _ in range(length))
        for _ in range(1000)
    ]
    neighbours = Neighbours(texts, THRESHOLD)
    for number, text in enumerate(texts):
        neighbours.file(number, text)
    handed_over = sum(len(neighbours.near(text)) for text in texts)
    assert 1000 <= handed_over <= 20_000
