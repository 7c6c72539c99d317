"""What the page of B3 claims beyond what its checks try."""

import yaml

from curriculum.course import CHECKOUT, load_course
from memlab.corpus import read_turns
from memlab.cues import CUES
from memlab.write import candidates

LESSON = load_course(CHECKOUT).lesson("writing-memories-down")
PRIYA = CHECKOUT.parent / "data" / "priya"


def test_all_that_a_careful_reader_keeps_is_claimed_and_nothing_else():
    """The contents that Priya's turns give are those of gold, restatements aside, with the types of gold."""
    gold = yaml.safe_load((PRIYA / "gold.yaml").read_text(encoding="utf-8"))
    turns = read_turns(PRIYA / "sessions.jsonl") + read_turns(PRIYA / "agents.jsonl")
    found = [
        (f"{turn.session}/{turn.turn}", one.content, one.type)
        for turn in turns
        if turn.role in ("user", "agent")
        for one in candidates(turn, CUES)
    ]
    wanted = {(row["source_id"], row["content"], row["type"]) for row in gold}
    assert wanted <= set(found)
    said_before = {content for _, content, _ in wanted}
    restated = [content for source, content, kind in found if (source, content, kind) not in wanted]
    assert len(restated) == LESSON.expected["priya"]["candidates"] - len(gold) == 5
    assert sum(content in said_before for content in restated) == 3  # the other two have a word more


def test_what_is_claimed_is_mostly_right():
    """Of what the tables claim of strangers' sentences more than three in four is right, of every type."""
    rows = LESSON.expected["strangers"]["rows"]
    assert len(rows) == 3
    assert min(row["precision"] for row in rows) > 0.75


def test_a_belief_in_four_and_a_procedure_in_three_are_missed():
    """As the page puts it in words."""
    recall = {row["type"]: row["recall"] for row in LESSON.expected["strangers"]["rows"]}
    assert 1 / 5 < 1 - recall["semantic"] < 1 / 4
    assert 3 / 10 < 1 - recall["procedural"] < 7 / 20
