"""The checks of this lab. Each says what is true of a right solution; its message says what was expected."""

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from memlab.budget import estimate_tokens
from memlab.record import Provenance, Scope, make_memory
from memlab.render import render

AUTHORITY = {"user": 1.0, "tool": 0.6, "agent": 0.4}


def said(content, speaker="user", *, source="s1/1", day=1, pinned=False):
    at = datetime(2026, 5, day, 9, 30, tzinfo=UTC)
    provenance = Provenance(source, speaker, AUTHORITY[speaker])
    return replace(make_memory(content, "semantic", Scope("ada"), provenance, at, at), pinned=pinned)


# All of one length, and of one that leaves nothing to round up but once: so each check tries one thing.
TRAIN, GOAT, HARP = said("I like trains"), said("I have a goat"), said("I play a harp")
NOTE = said("Ada hates ham", "agent", source="clerk/1")
HINT = said("Ada has a dog", "agent", source="clerk/2")
LONG = said(" and ".join(["I walk in the rain"] * 12))
LETTER = said(" and ".join(["I wrote to my sister"] * 15))
BOOKLET = said(" and ".join(["I know a song by heart"] * 180))
NUTS = said("I am allergic to nuts", pinned=True)
BOOK = said("Never book a flight on a Sunday", pinned=True)
ALARM = said("Ada must not be called", "agent", source="clerk/3", pinned=True)


def size(*records):
    return estimate_tokens(render(records))


def shown(records):
    """A few records by how their contents begin, many by their number."""
    if len(records) > 5:
        return f"{len(records)} records"
    return ", ".join(repr(record.content[:24]) for record in records) or "nothing"


def numbers_in(message):
    return [int(number) for number in re.findall(r"\d+", message)]


def assert_kept(lab, records, budget, kept, why):
    got = lab.pack(tuple(records), budget).kept
    same = [record.content for record in got] == [record.content for record in kept]
    assert same, f"{shown(kept)} kept: {why}; kept is {shown(got)}"


@pytest.mark.task("B8.1", rule="What is counted", points=10)
def test_to_the_token(lab):
    """The rendered text fits its budget to the token."""
    why = "with both the text has 27 tokens, and the budget is 18"
    assert_kept(lab, [TRAIN, GOAT], 18, [TRAIN], why)
    assert_kept(lab, [TRAIN], 17, [TRAIN], "the text has 17 tokens, and so has the budget")
    assert_kept(lab, [TRAIN], 16, [], "heading and line have 17 tokens, and the budget is 16")
    both = [said("I like trains", "tool"), GOAT]
    full = size(*both)
    assert_kept(lab, both, full, both, f"the text of both has {full} tokens, and so has the budget")
    three = [TRAIN, GOAT, HARP]
    full = size(*three)
    assert_kept(lab, three, full, three, f"the text of all has {full} tokens, and so has the budget")
    assert_kept(lab, three, full - 1, three[:2], f"the text of all has {full} tokens, one above the budget")


@pytest.mark.task("B8.1", rule="A heading costs too", points=8)
def test_headings_are_counted(lab):
    """The first hearsay brings its heading along, once."""
    full = size(TRAIN, NOTE)
    why = f"with the agent's word and its heading the text has {full} tokens, one above the budget"
    assert_kept(lab, [TRAIN, NOTE], full - 1, [TRAIN], why)
    why = f"with the agent's word and its heading the text has {full} tokens, and so has the budget"
    assert_kept(lab, [TRAIN, NOTE], full, [TRAIN, NOTE], why)
    full = size(TRAIN, NOTE, HINT)
    why = f"the heading stands there once, and the text has {full} tokens, as the budget has"
    assert_kept(lab, [TRAIN, NOTE, HINT], full, [TRAIN, NOTE, HINT], why)
    full = size(NOTE)
    why = f"under the one heading that it needs it has {full} tokens, and so has the budget"
    assert_kept(lab, [NOTE], full, [NOTE], why)
    full = size(NOTE, TRAIN)
    why = f"the first belief brings its heading along, and then the text has {full} tokens, one too many"
    assert_kept(lab, [NOTE, TRAIN], full - 1, [NOTE], why)


@pytest.mark.task("B8.1", rule="Rounded up, once", points=6)
def test_rounding_is_for_the_whole(lab):
    """Forty short records are rounded up together."""
    short = [said(f"{letter}{digit}") for letter in "ABCD" for digit in range(10)]
    full = size(*short)
    why = f"together they have {full} tokens, and so has the budget"
    assert_kept(lab, short, full, short, why)


@pytest.mark.task("B8.1", rule="A shorter one may still fit", points=7)
def test_a_long_one_is_passed_over(lab):
    """After one that does not fit, a shorter one is kept."""
    kept = [TRAIN, GOAT, HARP]
    why = "a long one among them does not fit, and the others do"
    assert_kept(lab, [TRAIN, LONG, GOAT, LETTER, HARP], size(*kept), kept, why)
    assert_kept(lab, [LONG, *kept], size(*kept), kept, "a long one in front does not fit, and the others do")


@pytest.mark.task("B8.1", rule="The most wanted first", points=6)
def test_most_wanted_first(lab):
    """Whatever stands first has the room first."""
    why = "it stands first and fits, though two shorter ones would fit in its place"
    wide = said("I walk to work by the river in any weather there is")
    assert_kept(lab, [wide, TRAIN, GOAT], size(wide), [wide], why)
    why = "they stand first and fit, though another one would use the budget up"
    last = said("I like tea and cake with jam in the garden")
    assert_kept(lab, [TRAIN, GOAT, last], size(TRAIN, last), [TRAIN, GOAT], why)


@pytest.mark.task("B8.1", rule="In the order given", points=6)
def test_kept_in_the_order_given(lab):
    """What is kept stands in the order of the records."""
    late, early = said("I like figs", day=9), said("I like plums", day=2)
    for records in ([late, early], [early, late]):
        assert_kept(lab, records, 100, records, "all fit, in the order given, whenever they happened")
    assert_kept(lab, [NOTE, TRAIN], 100, [NOTE, TRAIN], "all fit, in the order given, hearsay too")
    assert_kept(lab, [TRAIN, NUTS, GOAT], 100, [TRAIN, NUTS, GOAT], "all fit, in the order given, pinned too")


@pytest.mark.task("B8.1", rule="Pinned first", points=7)
def test_pinned_before_others(lab):
    """A pinned record at the end is chosen before the first."""
    why = "the pinned one is chosen first, and then there is room for the first of the others"
    assert_kept(lab, [TRAIN, NUTS, GOAT], size(TRAIN, NUTS), [TRAIN, NUTS], why)
    assert_kept(lab, [TRAIN, GOAT, NUTS], size(TRAIN, NUTS), [TRAIN, NUTS], why)
    why = "the two pinned ones are chosen first, and then there is no room"
    assert_kept(lab, [TRAIN, NUTS, GOAT, BOOK], size(NUTS, BOOK), [NUTS, BOOK], why)
    why = "the pinned hearsay is chosen first, and so its heading is there for the note of the other"
    assert_kept(lab, [NOTE, TRAIN, ALARM], size(NOTE, ALARM), [NOTE, ALARM], why)


@pytest.mark.task("B8.1", rule="Pinned or an error", points=8)
def test_pinned_must_fit(lab, raises):
    """Pinned records that do not all fit are an error."""
    full = size(NUTS, BOOK)
    assert_kept(lab, [TRAIN, NUTS, BOOK], full, [NUTS, BOOK], "the pinned ones fit to the token")
    assert_kept(lab, [ALARM], size(ALARM), [ALARM], "the pinned one fits to the token, heading and all")
    for records, budget, why in (
        ((TRAIN, NUTS), size(NUTS) - 1, f"the pinned record needs {size(NUTS)} tokens, one above the budget"),
        ((NUTS, TRAIN, BOOK), full - 1, f"the two pinned need {full} tokens together, one above the budget"),
        ((BOOK,), 0, "a pinned record does not fit into a budget of 0"),
    ):
        with raises("BudgetError", why):
            kept = lab.pack(records, budget).kept
            over = [record for record in kept if record.pinned] == [one for one in records if one.pinned]
            assert not over, f"BudgetError raised, because {why}; what is pinned was kept, over the budget"


@pytest.mark.task("B8.1", rule="What is left out is said", points=8)
def test_left_out_with_numbers(lab):
    """What is left out is named, in order, with both numbers."""
    records = (LONG, TRAIN, LETTER, GOAT, HARP, BOOKLET)
    budget = size(TRAIN, GOAT)
    with_it = {
        LONG: size(LONG),
        LETTER: size(TRAIN, LETTER),
        HARP: size(TRAIN, GOAT, HARP),
        BOOKLET: size(TRAIN, GOAT, BOOKLET),
    }
    left_out = lab.pack(records, budget).left_out
    assert len(left_out) == 4, f"4 left out, each with a Problem; it is {len(left_out)}"
    for problem, (record, tokens) in zip(left_out, with_it.items(), strict=True):
        what = f"{record.content[:24]!r}"
        named = next((f"that of {one.content[:24]!r}" for one in records if one.id == problem.field), "")
        named = named or repr(problem.field[:24])
        assert problem.field == record.id, f"the id of {what} as the field; it is {named}"
        numbers = numbers_in(problem.message)
        assert numbers, f"{tokens} and {budget} in the message of {what}; there are no numbers in it"
        why = f"as many has the text with {what} beside all chosen so far"
        last = f"the last two numbers in it are {numbers[-2:]}"
        assert numbers[-2:] != [budget, tokens], f"{tokens} before {budget} in the message: {why}; {last}"
        assert numbers[-2:-1] == [tokens], f"{tokens} as the last but one in the message: {why}; {last}"
        assert numbers[-1] == budget, f"{budget} as the last number in the message, the budget; {last}"


@pytest.mark.task("B8.1", rule="What is counted", points=5)
def test_tokens_of_the_text(lab):
    """The tokens are those of the text that was kept."""
    for records, budget in (((TRAIN, GOAT), 90), ((TRAIN, NOTE, LONG), 90)):
        packed = lab.pack(records, budget)
        assert packed.kept, "something kept, since it fits"
        want = size(*packed.kept)
        assert packed.tokens == want, f"tokens {want}, those of the text that is kept; it is {packed.tokens}"


@pytest.mark.task("B8.1", rule="Never split", points=6)
def test_records_stay_whole(lab):
    """Every kept record is one that was given, as it was."""
    steps = said("When you pack:\n- the oboe\n\t- its reeds\n- two  scores")
    flag, chinese = said("I come from 🇧🇪 👩🏾‍🔧"), said("我不吃坚果，请记住")
    for record in (steps, flag, chinese, replace(TRAIN, importance=0.9, keywords=("trains",))):
        full = size(record)
        what = repr(record.content[:24])
        got = lab.pack((record,), full).kept
        assert got, f"{what} kept: the text has {full} tokens, and so has the budget; kept is nothing"
        assert got == (record,), f"{what} kept as it was given, whole; it was changed to {got[0].content!r}"
        got = lab.pack((record,), full - 1).kept
        why = f"the text has {full} tokens, one above the budget, and nothing is split"
        assert got == (), f"{what} left out: {why}; kept is {shown(got)}"


@pytest.mark.task("B8.1", rule="No room", points=5)
def test_no_room_and_no_records(lab):
    """A budget of 0 or less keeps nothing, and that is no error."""
    for budget in (0, -7, 1):
        packed = lab.pack((TRAIN, GOAT), budget)
        assert packed.kept == (), f"nothing kept of a budget of {budget}; kept is {shown(packed.kept)}"
        assert len(packed.left_out) == 2, f"both left out, each with a Problem; {len(packed.left_out)} are"
        assert packed.tokens == 0, f"tokens 0, for there is no text; it is {packed.tokens}"
    for budget in (0, -7, 100):
        packed = lab.pack((), budget)
        empty = (packed.kept, packed.left_out, packed.tokens) == ((), (), 0)
        assert empty, f"Packed((), (), 0), since there are no records; it is {packed}"


@pytest.mark.task("B8.1", rule="The same record twice", points=5)
def test_the_same_record_twice(lab, scenes):
    """A record that is given twice is two records."""
    for records, budget, kept, why in (
        ((TRAIN, GOAT, TRAIN), size(TRAIN, GOAT, TRAIN), 3, "all fit"),
        ((TRAIN, TRAIN), size(TRAIN), 1, "one fits"),
        ((TRAIN, TRAIN, LONG), size(TRAIN, TRAIN), 2, "two fit"),
    ):
        packed = lab.pack(records, budget)
        got, left_out = len(packed.kept), len(packed.left_out)
        assert got == kept, f"{kept} of {len(records)} kept: {why}, and each place counts; kept are {got}"
        want = len(records) - kept
        assert left_out == want, f"{want} left out of {len(records)}, so that none is lost; it is {left_out}"
    got, want = scenes.one_object_twice(TRAIN, size(TRAIN)), (1, 1, size(TRAIN))
    told = "{} kept, {} left out, {} tokens"
    why = "one and the same object is given twice, and one fits"
    assert got == want, f"{told.format(*want)}: {why}; it is {told.format(*got)}"


@pytest.mark.task("B8.1", rule="However many", points=3)
def test_two_thousand_records(lab):
    """Two thousand records and a small budget are no trouble."""
    many = tuple(said(f"I know the number {number}", source=f"s2/{number}") for number in range(10, 2010))
    budget = size(*many[:3])
    packed = lab.pack(many, budget)
    assert packed.kept == many[:3], f"the first three kept, which fit; kept is {shown(packed.kept)}"
    left_out = len(packed.left_out)
    assert left_out == 1997, f"1997 left out, each with a Problem; it is {left_out}"


@pytest.mark.task("B8.1", rule="What the shortcuts cost", points=4)
def test_figures_of_the_lists(figures, expected):
    """Priya's and Noor's lists come out as on the page."""
    for row, right in zip(figures["budgets"], expected["budgets"], strict=True):
        for name in ("kept", "left_out", "tokens"):
            column = name.replace("_", " ")
            got, want, budget = row[name], right[name], right["budget"]
            assert got == want, f"{want} {column} of Priya's records at a budget of {budget}; it is {got}"
    got, want = figures["ways"][0], expected["ways"][0]
    for name in ("kept", "tokens", "wanted"):
        assert got[name] == want[name], f"{name} {want[name]} of Noor's list; it is {got[name]}"
    got, want = figures["pinned"], expected["pinned"]
    assert got == want, f"{want['out']} pushed out by what is pinned; it is {got['out']}"


@pytest.mark.task("B8.1", points=6)
def test_lists_of_a_variant(lab, reference, variant, rule, raises):
    """Records never seen are packed as the reference does."""
    for name, records, budget in variant["cases"]:
        rule(name)
        got, want = (one.pack(records, budget) for one in (lab, reference))
        assert got.kept == want.kept, f"{shown(want.kept)} kept; kept is {shown(got.kept)}"
        assert got.tokens == want.tokens, f"tokens {want.tokens}; it is {got.tokens}"
        rule("What is left out is said")
        count = len(want.left_out)
        assert len(got.left_out) == count, f"{count} left out, each with a Problem; it is {len(got.left_out)}"
        for mine, right in zip(got.left_out, want.left_out, strict=True):
            assert mine.field == right.field, (
                f"the ids as fields, in order; one of them is {mine.field[:24]!r}"
            )
            numbers, told = numbers_in(right.message)[-2:], numbers_in(mine.message)[-2:]
            assert told == numbers, f"{numbers} as the last two numbers of the message; they are {told}"
    rule("Pinned or an error")
    for records, budget in variant["too_much"]:
        with raises("BudgetError", "the pinned records do not all fit"):
            lab.pack(records, budget)
