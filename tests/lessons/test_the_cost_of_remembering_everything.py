"""What the page of B1 claims beyond what its checks try."""

import json

import pytest

from curriculum.course import CHECKOUT, load_course
from memlab.budget import carried_tokens, first_turn_over

LESSON = load_course(CHECKOUT).lesson("the-cost-of-remembering-everything")
ROWS = {row["text"]: row for row in LESSON.expected["estimates"]}
BAD = {"symbols", "identifiers", "code"}


def test_only_the_rows_that_the_page_names_are_estimated_too_low():
    """Everywhere else the estimate promises no less than a tokenizer counted."""
    assert {name for name, row in ROWS.items() if row["share"] < 1} == BAD


@pytest.mark.parametrize("name", ["Chinese", "Japanese", "Korean", "emoji", "Hindi"])
def test_the_rule_of_thumb_is_wrong_where_the_page_says_so(name):
    """A quarter of the characters sees about half of these at most, and the estimate all."""
    assert ROWS[name]["quarter"] < 0.6 <= 1 <= ROWS[name]["share"] < 2


def test_the_figures_of_the_source():
    """30,000 tokens at turn 50 are 45 cents a call and more than four seconds."""
    last = LESSON.expected["carried"]["rows"][-1]
    assert (last["turn"], last["tokens"]) == (50, 30_000)
    assert LESSON.expected["costs"]["last_call"] == 0.45
    assert last["seconds"] > 4


def test_half_of_the_turns_are_a_quarter_of_the_bill():
    """The page's first prediction: three quarters of the bill are still to come."""
    assert 74 < LESSON.expected["carried"]["second_half"] < 75


def test_a_halved_turn_breaks_the_budget_where_the_quiz_says():
    """The first call over the budget, counted out."""
    figures = LESSON.expected["assumed"]
    half = figures["tokens_a_turn"] // 2
    carried = carried_tokens(["茶" * half] * 100)
    assert first_turn_over(carried, figures["budgets"]["middle"]) == figures["halved_breaks"]
    assert figures["halved_breaks"] > figures["turns"]


def test_every_counted_text_is_in_the_table():
    """No text that the tokenizer counted is left out."""
    lines = (CHECKOUT.parent / "data" / "tokens" / "counted.jsonl").read_text(encoding="utf-8").splitlines()
    counted = {row["kind"]: row["tokens"] for row in map(json.loads, lines)}
    assert counted == {name: row["tokens"] for name, row in ROWS.items()}
