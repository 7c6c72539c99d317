"""What a text, a chat and a call cost by estimate."""

from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab.budget import call_cost, carried_tokens, estimate_tokens, first_turn_over

texts = st.text(max_size=40)


def test_a_quarter_of_the_characters_is_too_few_for_chinese():
    """60 Han characters are 35 to 90 tokens, and 240 letters in 40 words 40 to 80 (R58)."""
    assert 35 <= estimate_tokens("茶" * 60) <= 90
    assert 40 <= estimate_tokens("words " * 40) <= 80


@pytest.mark.parametrize("text", ["🍵", "🙏🏽", "🇧🇪", "👩🏾‍🔧", "𠮷", "👨‍👩‍👧‍👦"])
def test_an_emoji_is_never_cheaper_than_its_parts(text):
    """Every character of four bytes is four tokens, however many are drawn as one (the kind of R58)."""
    assert estimate_tokens(text) >= 4 * sum(character > "\uffff" for character in text)


@given(texts)
def test_no_text_is_free_and_only_nothing_costs_nothing(text):
    """A text has a token for every four bytes of one-byte characters at least, and none if it is empty."""
    tokens = estimate_tokens(text)
    assert (tokens == 0) == (text == "")
    assert len(text) / 4 <= tokens <= 4 * len(text)


@given(texts)
def test_a_quarter_of_the_budget_is_safe_with_any_tokenizer(text):
    """A token has at least a byte, and the estimate is never under a quarter of the bytes."""
    assert 4 * estimate_tokens(text) >= len(text.encode("utf-8", "surrogatepass"))


@given(texts, texts)
def test_two_texts_joined_save_at_most_a_token(one, other):
    """Estimates add up but for the rounding."""
    apart = estimate_tokens(one) + estimate_tokens(other)
    assert apart - 1 <= estimate_tokens(one + other) <= apart


def test_half_a_character_is_estimated_too():
    """A lone surrogate, which a broken program leaves in a text, stops nothing."""
    assert estimate_tokens("\ud83c") == 1


@given(st.lists(texts, max_size=8))
def test_each_call_carries_the_one_before_it_and_a_turn(turns):
    """Carried tokens are the running sum of the turns' own estimates, and never fall."""
    carried = carried_tokens(turns)
    assert carried == tuple(accumulate(map(estimate_tokens, turns)))
    assert all(before <= after for before, after in pairwise(carried))


def test_twice_the_turns_are_nearly_four_times_the_tokens():
    """The sum over all calls grows with the square of the turns."""
    once, twice = (sum(carried_tokens(["tea!" * 600] * turns)) for turns in (50, 100))
    assert once == 600 * 50 * 51 // 2
    assert twice / once == pytest.approx(3.96, abs=0.01)


def test_a_call_of_thirty_thousand_tokens():
    """30,000 tokens at 15 dollars a million are 45 cents."""
    assert call_cost(30_000, 15.0) == 0.45


def test_a_budget_that_is_just_met_is_not_over():
    """Over means more than the budget; a chat without turns is never over."""
    assert first_turn_over([5, 10, 15], 10) == 3
    assert first_turn_over([5, 10, 15], 15) is None
    assert first_turn_over([], 0) is None
    assert first_turn_over([1], 0) == 1
