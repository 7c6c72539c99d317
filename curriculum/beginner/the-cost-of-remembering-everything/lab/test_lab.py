"""The checks of this lab. Each says what is true of a right solution; its message says what was expected."""

from itertools import accumulate
from math import isclose

import pytest


def assert_tokens(lab, text, tokens, why):
    got = lab.estimate_tokens(text)
    assert got == tokens, f"{tokens}: {why}; it is {got}"


@pytest.mark.task("B1.1", rule="What a character counts", points=10)
def test_four_letters_a_token(lab):
    """Four English letters, digits or blanks are a token."""
    assert_tokens(lab, "teas", 1, "four letters")
    assert_tokens(lab, "tea at 4", 2, "eight characters, blanks and digits included")
    assert_tokens(lab, "\n\t ~" * 60, 60, "240 characters of one byte")


@pytest.mark.task("B1.1", rule="What a character counts", points=10)
def test_other_alphabets(lab):
    """Two accented, Greek, Cyrillic or Arabic letters are one."""
    for text in ("éà", "Τη", "жи", "شا"):
        assert_tokens(lab, text, 1, "two characters of two bytes")
    for character in "é\u0080\u07ff":
        assert_tokens(lab, character * 50, 25, "50 characters of two bytes")


@pytest.mark.task("B1.1", rule="What a character counts", points=10)
def test_chinese_japanese_korean(lab):
    """A Chinese, Japanese, Korean or Thai character is one."""
    for text in ("我喜欢茶", "お茶が好", "차가좋아", "ชาดี", "\u0800" * 4, "\uffee" * 4):
        assert_tokens(lab, text, 4, "four characters of three bytes")
    assert_tokens(lab, "茶" * 60, 60, "60 characters of three bytes")


@pytest.mark.task("B1.1", rule="What a character counts", points=10)
def test_emoji(lab):
    """A character of four bytes is four tokens."""
    for text in ("🍵", "𠮷", "\U00010000"):
        assert_tokens(lab, text, 4, "one character of four bytes")
    assert_tokens(lab, "🇧🇪", 8, "a flag is two characters of four bytes")


@pytest.mark.task("B1.1", rule="Rounded up, once", points=10, needs="test_four_letters_a_token")
def test_rounded_up_once(lab):
    """The sum of all is rounded up; nothing is nothing."""
    assert_tokens(lab, "", 0, "there is nothing")
    assert_tokens(lab, "a", 1, "a quarter, rounded up")
    assert_tokens(lab, "teapot", 2, "six quarters, rounded up")
    assert_tokens(lab, "thé", 1, "four quarters together: two letters, and one that counts twice")
    assert_tokens(lab, "a茶b🍵c", 6, "23 quarters together, rounded up once and not at every kind")


@pytest.mark.task("B1.1", rule="How far it errs", points=4)
def test_figures_of_the_estimate(figures, expected):
    """The estimates of the table come out to the digit."""
    for row, right in zip(figures["estimates"], expected["estimates"], strict=True):
        name, got, want = right["text"], row["estimate"], right["estimate"]
        assert got == want, f"{want} tokens for the row {name!r}; it is {got}"


@pytest.mark.task("B1.1", points=8)
def test_estimates_of_a_variant(lab, reference, variant, rule):
    """Texts never seen are estimated as the reference does."""
    for text in variant["texts"]:
        got, want = lab.estimate_tokens(text), reference.estimate_tokens(text)
        rule("Rounded up, once" if abs(got - want) == 1 else "What a character counts")
        assert got == want, f"{want} for {text!r}; it is {got}"


@pytest.mark.task("B1.2", rule="What rides along", points=10)
def test_every_call_carries_all_before_it(lab):
    """Call n carries turns 1 to n."""
    turns = ("I like tea. ", "Noted.. ", "And cake, on Fridays")
    # Your own estimates, whatever they are: this check is about adding them up.
    sizes = [lab.estimate_tokens(turn) for turn in turns]
    got, want = lab.carried_tokens(turns), tuple(accumulate(sizes))
    assert len(got) == len(turns), f"one number a turn, {len(turns)}; there are {len(got)}"
    assert got == want, f"{want}: by your own estimates the turns have {sizes}; it is {got}"


@pytest.mark.task("B1.2", rule="What rides along", points=6, needs="test_every_call_carries_all_before_it")
def test_turns_are_estimated_one_by_one(lab):
    """Each turn keeps the tokens it had when it came."""
    turns = ("teapot", "", "teacup", "coffee", "")
    sizes = [lab.estimate_tokens(turn) for turn in turns]
    got, want = lab.carried_tokens(turns), tuple(accumulate(sizes))
    assert got == want, f"{want}: each turn has its own estimate, {sizes}, an empty one too; it is {got}"
    assert lab.carried_tokens(()) == (), "(): a chat without turns makes no call"


@pytest.mark.task("B1.2", rule="What it adds up to", points=6, needs="test_figures_of_the_estimate")
def test_figures_of_the_chats(figures, expected):
    """What the chats carry comes out to the digit."""
    if figures["estimates"] != expected["estimates"]:
        return  # then everything here is another number, and nothing is wrong with adding it up
    chat, wanted = figures["carried"], expected["carried"]
    carried = {row["turn"]: row["tokens"] for row in chat["rows"]}
    for row in wanted["rows"]:
        turn, want, got = row["turn"], row["tokens"], carried.get(row["turn"])
        assert got == want, f"{want} tokens in call {turn} of the chat of equal turns; it is {got}"
    for name in ("together", "half_together"):
        assert chat[name] == wanted[name], f"{wanted[name]} tokens in all calls; it is {chat[name]}"
    got, want = figures["priya"]["last"], expected["priya"]["last"]
    assert got == want, f"{want} tokens in the last call of Priya's talks; it is {got}"


@pytest.mark.task("B1.2", points=4)
def test_chats_of_a_variant(lab, variant, rule):
    """Chats never seen add up."""
    rule("What rides along")
    for turns in variant["chats"]:
        want = tuple(accumulate(lab.estimate_tokens(turn) for turn in turns))
        got = lab.carried_tokens(turns)
        assert got == want, f"{want} for {turns!r}; it is {got}"


@pytest.mark.task("B1.3", rule="What a call costs", points=5)
def test_what_the_call_costs(lab):
    """30,000 tokens at 15 dollars a million cost 0.45."""
    for tokens, price, dollars in ((30_000, 15.0, 0.45), (1_000_000, 2.5, 2.5), (0, 15.0, 0.0)):
        got = lab.call_cost(tokens, price)
        assert isclose(got, dollars, abs_tol=1e-12), f"{dollars} dollars; it is {got}"
    got = lab.call_cost(1, 3.0)
    assert isclose(got, 0.000003), f"0.000003 dollars, not rounded to a cent; it is {got}"


@pytest.mark.task("B1.3", rule="What a call costs", points=3)
def test_figures_of_the_costs(figures, expected):
    """The chat of the page has the prices of the page."""
    costs, wanted = figures["costs"], expected["costs"]
    for row, right in zip(costs["rows"], wanted["rows"], strict=True):
        turn, got, want = right["turn"], row["dollars"], right["dollars"]
        assert got == want, f"{want} dollars for the call of turn {turn}; it is {got}"
    for name in ("last_call", "chats", "chats_with_memory"):
        assert costs[name] == wanted[name], f"{name} {wanted[name]} dollars; it is {costs[name]}"


@pytest.mark.task("B1.3", points=4)
def test_prices_of_a_variant(lab, reference, variant, rule):
    """Tokens and prices never seen are priced as the reference does."""
    rule("What a call costs")
    for tokens, price in variant["prices"]:
        got, want = lab.call_cost(tokens, price), reference.call_cost(tokens, price)
        assert isclose(got, want, abs_tol=1e-12), f"{want} for {tokens} tokens at {price}; it is {got}"
