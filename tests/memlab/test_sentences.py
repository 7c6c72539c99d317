"""Where a sentence ends, and whether it asks."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab.sentences import is_question, sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ()),
        ("  \n ", ()),
        ("One.", ("One.",)),
        ("No stop", ("No stop",)),
        ("One. Two! Three? Four…", ("One.", "Two!", "Three?", "Four…")),
        ("What?! Really...  Yes.", ("What?!", "Really...", "Yes.")),
        ('He said "stop." She did.', ('He said "stop."', "She did.")),
        ("It cost 3.50. See example.org now.", ("It cost 3.50.", "See example.org now.")),
        ("Ask Dr. Moss or Mrs. Hale. Not me.", ("Ask Dr. Moss or Mrs. Hale.", "Not me.")),
        ("I said no. I prefer trains.", ("I said no.", "I prefer trains.")),
        ("Sit in No. 5 today. Thanks.", ("Sit in No. 5 today.", "Thanks.")),
        ("We eat at 8 p.m. every day. At last.", ("We eat at 8 p.m. every day.", "At last.")),
        ("line one\nline two", ("line one", "line two")),
        ("今日は休み。明日も。", ("今日は休み。", "明日も。")),
    ],
)
def test_a_text_falls_into_its_sentences(text, expected):
    """Sentences come in order, each with its own mark; a decimal, an address or a title ends none."""
    assert sentences(text) == expected


@given(st.text(alphabet="ab .!?\n\"'。…", max_size=40))
def test_no_character_is_lost_between_sentences(text):
    """The sentences of a text hold all of it but the blanks around them."""
    joined = "".join(sentences(text))
    assert re.sub(r"\s", "", joined) == re.sub(r"\s", "", text)


@pytest.mark.parametrize("text", ["Do you?", "You do?!", 'Did she say "no?"', "好吗？", "Really?..."])
def test_a_question_is_told_by_its_mark(text):
    """Marks and quotes after the question mark change nothing."""
    assert is_question(text)


@pytest.mark.parametrize("text", ["I do.", "No", "", "Is it 5? No.", "I wonder whether you do!"])
def test_what_does_not_end_in_a_question_mark_is_none(text):
    """A question mark inside a text is not at its end, and without one nothing asks."""
    assert not is_question(text)
