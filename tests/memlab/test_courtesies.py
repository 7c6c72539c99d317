"""Courtesies: which sentence is courtesy alone, and what must never be taken for one."""

import json

import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from memlab.courtesies import COURTESIES, FILLERS, is_courtesy
from memlab.cues import CUES, fitting

SAID = [phrase.removeprefix("^").replace("*day", "friday").replace("*", "waiting") for phrase in COURTESIES]


@pytest.mark.parametrize(
    "sentence",
    [
        "Thank you so much again!",
        "I am fine, thanks",
        "Well, I’m SO glad.",
        "Thanks a lot, that was really helpful.",
        "No, thank you very much!",
        "Never mind, it's fine.",
        "I'm sorry, I have to go now.",
        "See you on Thursday, then!",
        "I have just one more question, if I may",
        "Oh, that's very kind of you 🙏",
        "Thank you so much for your help",
        "Good night and sleep well",
        "I was just wondering...",
        "Enjoy your weekend!",
    ],
)
def test_courtesy_and_nothing_else(sentence):
    """With fillers before, after and inside, and whatever the punctuation, courtesy is courtesy."""
    assert is_courtesy(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Thank you, I am allergic to nuts",
        "I am vegetarian, thanks",
        "I am fine with cats",
        "I'm good at chess",
        "I am happy at the new school",
        "I am not well",
        "I'm back in Lisbon",
        "I am sorry, I cannot eat gluten",
        "Never mind the gap in my teeth",
        "Never lend my bike to Ben",
        "I do not mind dogs",
        "I have a question mark tattooed on my arm",
        "I have to go to dialysis on Mondays",
        "See you on Monday at the clinic",
        "I know Portuguese",
        "I like it hot",
        "That's all right for me but not for my son",
        "No nuts, please",
        "Call me Mags, thanks",
        "Hello, my name is Ada",
        "Thank you for the lift to my chemotherapy",
        "I want to thank you for the blood you gave me",
    ],
)
def test_what_is_left_over_is_no_courtesy(sentence):
    """A word that is in neither table, or not in its place, makes it something that was said."""
    assert not is_courtesy(sentence)


@pytest.mark.parametrize(
    "sentence", ["", "...", "🙏", "So very much", "please", "Thanks, Marta", "Thank you?"]
)
def test_what_holds_no_courtesy_or_a_name_is_none(sentence):
    """Nothing, fillers alone, a name or a question are no courtesy."""
    assert not is_courtesy(sentence)


@pytest.mark.parametrize("phrase", SAID)
def test_every_phrase_of_the_table_is_a_courtesy(phrase):
    """Each phrase is found, in any case and with fillers around it."""
    assert is_courtesy(phrase)
    assert is_courtesy(f"{phrase.upper()}, really!")


def test_the_table_is_plain_data():
    """Each phrase stands there once, in small letters, with straight apostrophes, and begins with a word."""
    assert len(COURTESIES) == len(set(COURTESIES)) >= 400
    assert all(phrase == phrase.casefold().replace("’", "'").strip() for phrase in COURTESIES)
    assert not any(phrase.startswith("*") for phrase in COURTESIES)
    assert all(filler == filler.casefold() and " " not in filler for filler in FILLERS)


def test_no_filler_can_turn_a_sentence_round():
    """What negates, counts or names a time is no filler."""
    turns = {
        "not",
        "no",
        "never",
        "nothing",
        "none",
        "without",
        "only",
        "always",
        "now",
        "today",
        "to",
        "with",
    }
    assert turns.isdisjoint(FILLERS)


def test_courtesies_hold_cues():
    """That is why there is a table: the cues take dozens of courtesies for statements."""
    cues = [*CUES.semantic, *CUES.episodic, *CUES.procedural]
    assert sum(bool(fitting(cues, phrase)) for phrase in SAID) > 100


def test_nothing_that_is_worth_keeping_is_a_courtesy(data):
    """Of the sentences that somebody else typed, none that has a type is courtesy, and some others are."""
    lines = (data / "sentences" / "typed.jsonl").read_text(encoding="utf-8").splitlines()
    courtesies = {row["type"] for row in map(json.loads, lines) if is_courtesy(row["text"])}
    assert courtesies == {"none"}


def test_no_memory_of_priya_is_a_courtesy(data):
    """Nothing that a correct system believes of Priya is taken for courtesy."""
    gold = yaml.safe_load((data / "priya" / "gold.yaml").read_text(encoding="utf-8"))
    assert not [entry["content"] for entry in gold if is_courtesy(entry["content"])]


@given(st.lists(st.sampled_from([*SAID, *sorted(FILLERS)]), min_size=1, max_size=5))
def test_courtesies_in_a_row_are_courtesy(parts):
    """Courtesies and fillers in any row are courtesy if a courtesy is among them."""
    only_fillers = FILLERS.issuperset(" ".join(parts).split())
    # These two are courtesies at the start alone.
    assume({"well", "no"}.isdisjoint(parts[1:]))
    assert is_courtesy(", ".join(parts)) is not only_fillers


@given(st.lists(st.sampled_from(SAID), min_size=1, max_size=3), st.integers(0, 3))
def test_one_word_more_and_it_is_none(parts, place):
    """A word that no table has is never overlooked, wherever it stands between courtesies."""
    told = [*parts[:place], "gluten", *parts[place:]]
    assert not is_courtesy(", ".join(told))


@pytest.mark.timeout(20)
def test_a_long_sentence_is_no_trap():
    """Ten thousand words of half a courtesy are read to their end, where trying every split never would."""
    assert not is_courtesy("thanks for so " * 3000 + "gluten")
