"""How a text falls into words, and which words carry meaning of their own."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab.words import carries_meaning, is_fixed, words


def folded(text):
    """Return the words of a text as they are compared."""
    return [word.folded for word in words(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("  \t\n ", []),
        ("... !!", []),
        ("I like tea, toast and jam.", ["i", "like", "tea", "toast", "and", "jam"]),
        ('("quoted", «cité», „zitiert“)', ["quoted", "cité", "zitiert"]),
        ("tea\u00a0and\u2009toast", ["tea", "and", "toast"]),
        ("now - or – never — ever", ["now", "or", "never", "ever"]),
        ("the half-open door", ["the", "half-open", "door"]),
        ("It isn’t Ada’s", ["it", "isn't", "ada's"]),
        ("from 9:15 to 22.30, for 1,180 euros", ["from", "9:15", "to", "22.30", "for", "1,180", "euros"]),
        ("STRASSE straße", ["strasse", "strasse"]),
        ("これは本。", ["これは本"]),
    ],
)
def test_a_text_falls_into_its_words(text, expected):
    """Words come in order, folded, without the punctuation around them and without lone dashes."""
    assert folded(text) == expected


def test_a_word_keeps_its_surface_beside_its_folded_form():
    """The surface shows the capital that the comparison folds away."""
    assert [(word.surface, word.folded) for word in words("Ada, too")] == [("Ada", "ada"), ("too", "too")]


@pytest.mark.parametrize(("asked", "said"), [("Open now?", "Open now."), ("開いている？", "開いている。")])
def test_a_question_mark_stays_on_its_word(asked, said):
    """A question and a statement of the same words differ in a word."""
    assert folded(asked) != folded(said)


def test_a_repeated_word_is_counted_each_time():
    """A word said twice is two words."""
    assert folded("very very late") == ["very", "very", "late"]


@given(st.text(alphabet="aeoçéñÅŒ\u0301\u0327 .,;!", max_size=20))
def test_composed_and_decomposed_texts_have_the_same_words(text):
    """How an accent is spelled makes no other word."""
    assert words(unicodedata.normalize("NFC", text)) == words(unicodedata.normalize("NFD", text))


@given(st.text(max_size=40))
def test_words_hold_no_blanks_and_are_never_empty(text):
    """Whatever the text, a word has at least one character and no white space."""
    for word in words(text):
        assert word.folded.split() == [word.folded]
        assert word.surface.split() == [word.surface]


@given(st.text(max_size=40))
def test_folding_is_done_once_for_all(text):
    """The words of the folded words are those words again."""
    once = folded(text)
    assert [again for word in once for again in folded(word)] == once


FIXED = [
    *("not", "never", "no", "nobody", "without", "cannot", "isn't", "won't", "only", "former", "jamais"),
    *("ne", "pas", "sans", "n'aime", "n't", "hardly", "anymore"),
    *("if", "might", "perhaps", "could", "should", "apparently", "peut-être"),
    *("two", "eleven", "twice", "half", "third", "deux", "7", "9:15", "1,180", "28th", "a4", "٣"),
    *("lm-20417", "x@y.example", "a_b", "/etc/hosts", "c:\\tmp", "#12", "50%", "c++", "example.org", "now?"),
]
PLAIN = [
    "tea",
    "the",
    "and",
    "well-known",
    "nothingness",
    "notable",
    "often",
    "ada's",
    "thé",
    "ประชุม",
    "note",
]


@pytest.mark.parametrize("word", FIXED)
def test_negations_hedges_numbers_and_ids_are_fixed(word):
    """A word that changes what a sentence claims, counts or points to is fixed."""
    assert is_fixed(word)


@pytest.mark.parametrize("word", PLAIN)
def test_ordinary_words_are_not_fixed(word):
    """A plain word is not fixed, even where it begins like one that is."""
    assert not is_fixed(word)


@pytest.mark.parametrize("text", ["Ada", "McKay", "iPad", "NATO", "Élodie", "Юля", "not", "7"])
def test_names_and_fixed_words_carry_meaning(text):
    """A capital anywhere in a word tells a name, at the start of a sentence too."""
    assert carries_meaning(words(text)[0])


@pytest.mark.parametrize("word", PLAIN)
def test_ordinary_words_carry_no_meaning_of_their_own(word):
    """A plain word in small letters may differ between two texts that say the same."""
    assert not carries_meaning(words(word)[0])


@given(st.text(max_size=12))
def test_fixed_words_always_carry_meaning(text):
    """What is fixed by its folded form carries meaning in any spelling."""
    assert all(carries_meaning(word) for word in words(text) if is_fixed(word.folded))
