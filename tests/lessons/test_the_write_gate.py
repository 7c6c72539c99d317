"""What the page of B5 claims beyond what its checks try."""

import json
import re

import pytest

from curriculum.course import CHECKOUT, load_course
from memlab.corpus import read_turns
from memlab.courtesies import is_courtesy
from memlab.cues import CUES, fitting
from memlab.words import words
from memlab.write import candidates, precision_and_recall

LESSON = load_course(CHECKOUT).lesson("the-write-gate")
FIGURES = LESSON.expected
GATE = CHECKOUT.parent / "data" / "gate"
WAYS = {row["way"]: row for row in FIGURES["ways"]}
QUALITY = {row["way"]: row for row in FIGURES["quality"]}
TURNS = read_turns(GATE / "turns.jsonl")


def rows(name):
    """The objects of one file of the lesson's data."""
    return [json.loads(line) for line in (GATE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def test_every_sentence_that_a_cue_claims_was_judged():
    """Gold has each candidate once, under its source, and else only statements of the same turns."""
    gold = {(row["source_id"], row["content"]): row["judged"] for row in rows("gold")}
    assert len(gold) == len(rows("gold"))
    claimed = {
        (f"{turn.session}/{turn.turn}", said.content) for turn in TURNS for said in candidates(turn, CUES)
    }
    assert claimed <= gold.keys()
    assert {gold[key] for key in gold.keys() - claimed} == {"statement"}
    texts = {f"{turn.session}/{turn.turn}": turn.text for turn in TURNS}
    assert all(content in texts[source] for source, content in gold)
    assert set(gold.values()) == {"statement", "echo", "greeting", "recalled", "nothing"}


def test_what_was_recalled_was_handed_over_by_a_tool():
    """Each recalled text stands in a turn of a tool of its session, and was a candidate before."""
    handed = {turn.session: turn.text for turn in TURNS if turn.text.startswith("From memory:")}
    said = {candidate.content for turn in TURNS for candidate in candidates(turn, CUES)}
    assert {row["session"] for row in rows("recalled")} == handed.keys()
    assert all(row["content"] in handed[row["session"]] for row in rows("recalled"))
    assert {row["content"] for row in rows("recalled")} <= said


def test_nobody_here_is_priya():
    """The conversations are of other people than those of the course's store."""
    assert not [turn for turn in TURNS if "Priya" in turn.text]


def test_the_shares_of_the_table_follow_from_its_counts():
    """Precision is worth over written, recall worth over gold."""
    assert WAYS.keys() == QUALITY.keys()
    for way, row in WAYS.items():
        shares = row["worth"] / row["written"], row["worth"] / FIGURES["data"]["gold"]
        assert (QUALITY[way]["precision"], QUALITY[way]["recall"]) == tuple(round(part, 2) for part in shares)


def test_no_rule_would_do_alone():
    """Each rule alone is less precise than the gate, and so is choosing by role."""
    assert all(row["precision"] < 0.45 for way, row in QUALITY.items() if way != "the gate")
    assert QUALITY["the gate"]["precision"] > 0.7


def test_the_three_rules_make_the_gate():
    """What the rules take out one by one is what the gate takes out."""
    everything = WAYS["all that a cue claims"]["written"]
    taken = [
        everything - WAYS[f"only the rule {kind}"]["written"] for kind in ("echo", "greeting", "recalled")
    ]
    assert taken == list(FIGURES["gate"]["refused"].values())
    assert everything - sum(taken) == WAYS["the gate"]["written"]


def test_choosing_the_user_alone_is_no_more_precise_and_loses_more():
    """As the page says of the two rows that choose by role."""
    both, alone = QUALITY["user and agents"], QUALITY["user alone"]
    assert alone["precision"] <= both["precision"] + 0.005
    assert alone["recall"] < both["recall"] < QUALITY["the gate"]["recall"]


def test_the_store_doubles_without_the_gate_and_stays_with_it():
    """Four nights: doubling, nothing, as much every night, and doubling where the roles are mixed up."""
    columns = {name: [row[name] for row in FIGURES["loop"]["rows"]] for name in FIGURES["loop"]["last"]}
    first = FIGURES["loop"]["stored"]
    assert columns["no_gate"] == columns["as_user"] == [first * 2**night for night in range(5)]
    assert columns["gate"] == [first] * 5
    assert columns["word_added"] == [first * (night + 1) for night in range(5)]


def test_the_courtesies_of_the_page_hold_the_cues_that_it_names():
    """Each of the five courtesies is claimed because of the cue that the page gives."""
    named = {
        "Never mind": "never",
        "I have a question": "i have",
        "See you tomorrow!": "tomorrow",
        "I was just wondering": "was",
        "I'm fine, thanks": "i'm",
    }
    for sentence, cue in named.items():
        assert is_courtesy(sentence)
        assert fitting((cue,), sentence)
    claimed = {candidate.content for turn in TURNS for candidate in candidates(turn, CUES)}
    assert claimed.issuperset(named)


def test_nearly_all_that_users_say_in_vain_is_courtesy():
    """The third outcome of the predictions."""
    users = {f"{turn.session}/{turn.turn}" for turn in TURNS if turn.role == "user"}
    vain = [
        row["judged"] for row in rows("gold") if row["source_id"] in users and row["judged"] != "statement"
    ]
    assert vain.count("greeting") / len(vain) > 0.8


@pytest.mark.parametrize(
    ("written", "gold", "shares"),
    [
        ([], ["a", "b", "c"], (1.0, 0.0)),
        (list("abcdefghij"), ["a", "b", "c"], (0.3, 1.0)),
        (["likes tea"] * 32, ["likes tea"], (1 / 32, 1.0)),
    ],
)
def test_the_shares_of_the_quiz(written, gold, shares):
    """The gates and the store of the quiz have the shares of its answers."""
    assert precision_and_recall(written, gold) == shares


def test_the_table_of_courtesies_on_the_page_is_true():
    """The four sentences of the page are courtesy, or not, as its table says."""
    page = LESSON.page.read_text(encoding="utf-8")
    table = re.findall(r"^\| ([A-Z][^|]+?) \| ([^|]*?) ?\| (yes|no) \|$", page, re.MULTILINE)
    assert len(table) == 4
    for sentence, left, answer in table:
        assert is_courtesy(sentence) is (answer == "yes")
        assert bool(left) is (answer == "no")


def test_nothing_is_quoted_that_another_word_would_spoil():
    """ "He likes art" stands in "She likes artichokes" by its characters and not by its words."""
    said, text = "He likes art", "She likes artichokes"
    assert said.casefold() in text.casefold()
    assert [word.folded for word in words(said)] != [word.folded for word in words(text)]
