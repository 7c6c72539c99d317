"""What the page of B7 claims beyond what its checks try."""

import json
from collections import Counter
from datetime import datetime

import pytest

from curriculum.course import CHECKOUT, load_course
from memlab.index import Index
from memlab.recall import bm25, recall
from memlab.record import Scope
from memlab.words import terms

LESSON = load_course(CHECKOUT).lesson("recall")
FIGURES = LESSON.expected
MEASURE = LESSON.measure
FOLDER = CHECKOUT.parent / "data" / "recall"


def rows(name):
    """The objects of one file of the lesson's data."""
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def test_every_question_is_answered_by_one_record_of_its_user():
    """Each question names a memory that exists, and no memory stands there twice."""
    known = Counter((row["user"], row["source_id"]) for row in rows("records"))
    assert set(known.values()) == {1}
    assert {(row["user"], row["answer"]) for row in rows("questions")} <= known.keys()
    assert len({row["question"] for row in rows("questions")}) == FIGURES["data"]["questions"]


def test_each_user_has_as_many_records_and_their_times_have_offsets():
    """Three people, none of whom is Priya."""
    counts = Counter(row["user"] for row in rows("records"))
    assert set(counts) == {"odile", "piotr", "wanjiru"}
    assert set(counts.values()) == {FIGURES["data"]["of_each"]}
    assert all(datetime.fromisoformat(row["happened_at"]).utcoffset() is not None for row in rows("records"))


def test_three_questions_share_no_word_with_their_answer():
    """As the page says; two of them share none with any record of their user's."""
    contents = {(row["user"], row["source_id"]): row["content"] for row in rows("records")}
    apart = [
        row
        for row in rows("questions")
        if set(terms(row["question"])).isdisjoint(terms(contents[row["user"], row["answer"]]))
    ]
    assert len(apart) == 3
    own = {
        user: " ".join(text for (owner, _), text in contents.items() if owner == user) for user, _ in contents
    }
    assert sum(set(terms(row["question"])).isdisjoint(terms(own[row["user"]])) for row in apart) == 2


def test_bm25_gains_what_the_page_says_and_no_more():
    """One first, two within three, none within eight; weighting alone has one more within eight."""
    ways = {row["name"]: row for row in FIGURES["ways"]}
    gained = [ways["bm25"][name] - ways["counted"][name] for name in ("one", "three", "eight")]
    assert gained == [1, 2, 0]
    assert ways["rare"]["eight"] - ways["counted"]["eight"] == 1


def test_the_example_by_hand_adds_up():
    """On the page the parts stand in two decimals; their sums are the scores all the same."""
    for text, score in FIGURES["hand"]["scores"].items():
        assert round(sum(row[text] for row in FIGURES["hand"]["words"]), 2) == score


def test_the_stale_employer_stands_above_the_current_one():
    """First what has ended, and the answer behind what shares no more with the question than it does."""
    work = FIGURES["priya"]["work"]
    assert "Brightwater" in work["rows"][0]["content"]
    assert work["place"] > 8
    assert set(terms(work["question"])) & set(terms("I lead the data team at Halvern")) == {"i"}


def test_the_second_hit_of_the_agents_words_is_her_own():
    """The travel agent's hearsay stands first, and Priya's own sentence behind it."""
    first, second = FIGURES["priya"]["seat"]["rows"]
    assert (first["place"], second["place"]) == (1, 2)
    assert first["source"].startswith("travel-agent/") and not second["source"].startswith("travel-agent/")


def test_the_cashews_are_within_the_usual_limit():
    """The page says that a limit of 8 reaches them, by the word "I" alone."""
    nuts = FIGURES["priya"]["nuts"]
    assert nuts["place"] <= 8
    assert set(terms(nuts["question"])) & set(terms("I am allergic to cashews")) == {"i"}


def test_two_more_and_the_source_would_weigh_i_below_0():
    """Half of the texts is where the source's weight turns."""
    row = next(row for row in FIGURES["weights"] if row["name"] == "I")
    assert row["source"] > 0 and 2 * row["hold"] < row["records"] < 2 * (row["hold"] + 2)


def test_in_odiles_records_do_looks_rare():
    """That is why the phone stands above the instrument."""
    contents = [record.content for record in MEASURE.records() if record.scope == Scope("odile")]
    assert sum("do" in terms(content) for content in contents) == 1
    scores = bm25("Which instrument do I play?", contents)
    assert contents[scores.index(max(scores))] == "I do not answer the phone during a rehearsal"


def test_wanjirus_last_employer_stands_first():
    """Her present one shares a common word with the question, and no more."""
    hits = recall("Who do I work for?", MEASURE.records(), Scope("wanjiru"), 1)
    contents = {record.id: record.content for record in MEASURE.records()}
    assert contents[hits[0].memory_id] == "I work for the road agency and plan bridges"


@pytest.mark.parametrize("user", ["odile", "piotr", "wanjiru"])
def test_the_index_finds_the_same_for_every_question(user):
    """To the last digit, as the page says."""
    own = [record for record in MEASURE.records() if record.scope == Scope(user)]
    index = Index(own)
    for row in MEASURE.questions():
        assert index.search(row["question"], 8) == recall(row["question"], own, Scope(user), 8)


@pytest.mark.parametrize(("b", "first"), [(0.75, 0), (0.0, 1)])
def test_the_two_texts_of_the_quiz(b, first):
    """The short one wins by its length, and the long one where length does not matter."""
    scores = bm25("tea", ["tea", "my tea, my good old green tea"], b=b)
    assert scores.index(max(scores)) == first


def test_the_shorter_of_two_contradicting_sentences_scores_higher():
    """As the last answer of the quiz has it, and three words more turn it round."""
    asked, old, new = (
        "Where do I work?",
        "I work at Brightwater as a data analyst",
        "I no longer work at Brightwater",
    )
    contents = [record.content for record in MEASURE.priya()]
    _, before, after = bm25(asked, [new, old, new, *contents])[:3]
    assert after > before
    before, after = bm25(asked, [old, f"{new} since last month", *contents])[:2]
    assert after <= before
