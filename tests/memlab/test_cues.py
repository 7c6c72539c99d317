"""Cues: which sentence holds one, and how much it has to hold."""

import pytest

from memlab.cues import CUES, fitting, specificity


def fits(cue, sentence):
    return fitting((cue,), sentence) == (cue,)


def test_a_cue_bound_to_the_start_fits_only_there():
    """A cue with `^` fits at the start of a sentence, after an opening quote too, and nowhere else."""
    assert fits("^when", "When it rains, close up")
    assert fits("^when", '"When it rains, close up')
    assert not fits("^when", "Close up when it rains")


def test_a_star_is_one_word_or_the_rest_of_one():
    """`my * is` takes exactly one word between, `*ed` a word that ends so."""
    assert fits("my * is", "My cat is old")
    assert not fits("my * is", "My old cat is asleep")
    assert fits("i *ed", "I walked home")
    assert not fits("i *ed", "I walk home")


@pytest.mark.parametrize("text", ["hadn't", "shad", "had-been", "hadron"])
def test_a_cue_is_whole_words(text):
    """A cue inside a longer word does not fit."""
    assert not fits("had", text)


def test_a_cue_looks_through_case_curly_apostrophes_and_accents():
    """Capitals, typographic apostrophes and decomposed accents hide no cue."""
    assert fits("i can't", "I CAN’T swim")
    assert fits("café", "a cafe\u0301 at noon")


@pytest.mark.parametrize(
    ("cue", "count"), [("i live", 5), ("^when", 4), ("my * is", 4), ("i *ed", 3), ("*", 0)]
)
def test_specificity_counts_what_a_sentence_has_to_hold(cue, count):
    """Letters count; blanks and the marks of a cue do not."""
    assert specificity(cue) == count


def test_no_cue_stands_in_two_tables():
    """What a cue tells is one type; each stands there once, as it is compared."""
    tables = (CUES.semantic, CUES.episodic, CUES.procedural)
    cues = [cue for table in tables for cue in table]
    assert len(cues) == len(set(cues)) >= 300
    assert all(cue == cue.casefold().replace("’", "'").strip() for cue in cues)
