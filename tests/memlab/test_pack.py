"""What fits a budget: never over it, nothing lost, nothing split."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab.budget import estimate_tokens, no_room_for, pack
from memlab.errors import BudgetError
from memlab.record import Problem
from memlab.render import render

speakers = st.sampled_from([("user", 1.0), ("agent", 0.4)])
contents = st.text(min_size=1, max_size=30).filter(str.strip)
budgets = st.integers(-5, 120)


@pytest.fixture(scope="module")
def made(memory):
    """Make records of drawn contents and speakers, each with a source of its own."""

    def make(drawn, **later):
        return tuple(
            memory(content, f"s1/{number}", speaker=speaker, authority=authority, **later)
            for number, (content, (speaker, authority)) in enumerate(drawn)
        )

    return make


lists = st.lists(st.tuples(contents, speakers), max_size=6)


def size(records):
    return estimate_tokens(render(records))


@given(lists, budgets)
def test_never_over_and_nothing_lost(made, drawn, budget):
    """The text fits, and every record is kept as it was given or left out and named, in order."""
    records = made(drawn)
    packed = pack(records, budget)
    assert packed.tokens == size(packed.kept) <= max(budget, 0)
    left_out = [problem.field for problem in packed.left_out]
    assert packed.kept == tuple(record for record in records if record.id not in left_out)
    assert left_out == [record.id for record in records if record not in packed.kept]


@given(lists, budgets)
def test_what_is_left_out_did_not_fit(made, drawn, budget):
    """Nothing that was left out would fit beside what was kept, and both numbers are said."""
    records = made(drawn)
    packed = pack(records, budget)
    for problem in packed.left_out:
        record = next(record for record in records if record.id == problem.field)
        assert size([*packed.kept, record]) > budget
        tokens, said = map(int, re.findall(r"-?\d+", problem.message.partition(": ")[2]))
        assert budget < tokens <= size([*packed.kept, record])
        assert said == budget


@given(lists, budgets)
def test_the_first_is_kept_wherever_it_fits(made, drawn, budget):
    """As long as the records fit they are kept in turn, whatever comes after them."""
    records = made(drawn)
    kept = pack(records, budget).kept
    fitting = next((n for n in range(len(records), -1, -1) if size(records[:n]) <= budget), 0)
    assert kept[:fitting] == records[:fitting]


@given(lists)
def test_all_fit_exactly(made, drawn):
    """A budget of all tokens keeps all; with one token less the last is left out, or a shorter one is not."""
    records = made(drawn)
    assert pack(records, size(records)).kept == records
    if records:
        assert len(pack(records, size(records) - 1).left_out) >= 1


@given(lists, lists, budgets)
def test_pinned_are_there_or_it_is_an_error(made, drawn, others, budget):
    """No budget leaves out what is pinned, wherever it stands and whatever else is there (R61)."""
    pinned, plain = made(drawn, pinned=True), made(others)
    if pinned and size(pinned) > budget:
        with pytest.raises(BudgetError):
            pack(plain + pinned, budget)
    else:
        kept = pack(plain + pinned, budget).kept
        assert set(pinned) <= set(kept)
        assert kept == tuple(record for record in plain + pinned if record in kept)


def test_the_pinned_block_is_never_skipped_in_silence(memory):
    """Two pins that fit and a long one that does not: an error with its source and both numbers (R61)."""
    first, second = memory("Allergic to penicillin", "s1/1"), memory("Speak French with Mme Aubin", "s1/2")
    rule = memory("A house rule of many words " * 9, "s1/3", pinned=True)
    chat = [memory(f"A line of a chat, number {n}", f"s2/{n}") for n in range(5)]
    pins = [memory(one.content, one.provenance.source_id, pinned=True) for one in (first, second)]
    budget = size([*pins, chat[0]])
    packed = pack([*chat, *pins], budget)
    assert set(pins) < set(packed.kept)
    assert [problem.field for problem in packed.left_out] == [one.id for one in chat[1:]]
    with pytest.raises(BudgetError) as told:
        pack([*chat, *pins, rule], budget)
    assert str(told.value) == no_room_for(rule, size([*pins, rule]), budget)
    assert "s1/3" in str(told.value)


def test_chinese_is_not_undercounted(memory):
    """Sixty Han characters do not fit where a quarter of the characters would say they do (R58)."""
    record = memory("茶" * 60)
    assert pack([record], len(render([record])) // 4 + 1).kept == ()
    assert pack([record], 60 + size([memory("x")])).kept == (record,)


def test_the_same_record_twice_is_two(memory):
    """Each place counts by itself: none is dropped, none is kept without room."""
    tea = memory("Likes tea")
    packed = pack([tea, tea], size([tea]))
    assert packed.kept == (tea,)
    assert packed.left_out == (Problem(tea.id, no_room_for(tea, size([tea, tea]), size([tea]))),)
    assert pack([tea, tea], 100).kept == (tea, tea)
