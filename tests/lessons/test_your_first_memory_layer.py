"""What the page of B9 claims beyond what its checks try."""

import re
import textwrap
from datetime import UTC, datetime
from pathlib import Path

import pytest

from curriculum.course import CHECKOUT, load_course
from memlab.corpus import read_turns
from memlab.pipeline import context_for, remember
from memlab.record import Scope, Turn
from memlab.render import HEARD, KNOWN
from memlab.store import load
from memlab.words import terms
from memlab.write import AUTHORITY, is_belief

COURSE = load_course(CHECKOUT)
LESSON = COURSE.lesson("your-first-memory-layer")
FIGURES = LESSON.expected
PAGE = LESSON.page.read_text(encoding="utf-8")
PRIYA = CHECKOUT.parent / "data" / "priya"
ADA = Scope("ada")
AT = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> str:
    return str(tmp_path / "memories.db")


def test_the_history_is_that_of_the_first_lesson():
    """The tokens that the contexts are compared with are those that B1 counts."""
    assert FIGURES["data"]["history"] == COURSE.lesson("B1").expected["priya"]["last"]


def test_every_claimed_sentence_is_added_or_refused():
    """What the cues claim is the sum of both, and an import in two parts gives as much as one."""
    written, again = FIGURES["written"], FIGURES["again"]
    assert FIGURES["data"]["claimed"] == written["added"] + sum(written["refused"].values())
    assert again["half"] + again["rest"] == written["added"]
    assert again["half"] == FIGURES["without"]["of_half"]


def test_what_is_refused_of_priya_is_echo_alone():
    """As the first outcome says."""
    refused = FIGURES["written"]["refused"]
    assert {kind for kind, count in refused.items() if count} == {"echo"}


def test_where_priya_worked_comes_before_where_she_works():
    """The first line is the old employer, and the sentence about the new one is not there."""
    lines = FIGURES["wrong"]["stale"]
    assert "Brightwater" in lines[1]
    assert not [line for line in lines if "lead the data team" in line]
    assert set(terms("Where do I work?")) & set(terms("I lead the data team at Halvern")) == {"i"}


def test_the_question_about_keys_brings_what_is_hers():
    """One memory is about keys; all others share the word "my" with the question, and no other."""
    lines = [line.partition(": ")[2] for line in FIGURES["wrong"]["keys"][1:]]
    asked = set(terms("Where are my keys?"))
    assert [line for line in lines if "keys" in line] == lines[:1]
    assert all(asked & set(terms(line)) == {"my"} for line in lines[1:])
    assert any("phone number" in line for line in lines)
    assert "delete my phone number" in (PRIYA / "sessions.jsonl").read_text(encoding="utf-8")


def test_the_question_about_a_seat_brings_one_sentence_twice():
    """Hers comes twice, and the agent's stands under the other heading."""
    lines = FIGURES["wrong"]["twice"]
    contents = [line.partition(": ")[2] for line in lines[: lines.index(HEARD)]]
    assert contents[1] == contents[2]
    assert "window seat" in lines[lines.index(HEARD) + 1]


def test_a_context_costs_less_than_a_tenth_of_the_history():
    """For each question of the table, and the whole table is within budget and limit."""
    for row in FIGURES["asked"]:
        assert row["tokens"] * 10 < FIGURES["data"]["history"]
        assert row["tokens"] <= FIGURES["data"]["budget"]
        assert row["memories"] <= FIGURES["data"]["limit"]


def test_the_order_of_the_store_loses_best_hits():
    """The order of the hits keeps all of them, that of the store does not; without a limit more comes."""
    without = FIGURES["without"]
    assert without["by_store"] < without["by_hits"] == without["questions"]
    assert without["unlimited"] > 2 * without["limited"]


def test_the_prompt_on_the_page_names_both_headings():
    """What the page tells a model of the two headings is about the headings that stand there."""
    prompt = PAGE.split('RULES = """')[1].split('"""')[0]
    for heading in (KNOWN, HEARD):
        assert f'"{heading.rstrip(":")}"' in prompt


def test_the_snippet_of_the_lab_talks_to_ones_own_functions(tmp_path, monkeypatch, capsys):
    """What the free cell says can be pasted as it stands; a second run knows what the first was told."""
    stub = LESSON.stub.read_text(encoding="utf-8")
    snippet = stub.split("ended:\n#\n")[1].split("\n\n# %%")[0]
    code = textwrap.dedent(re.sub(r"^#", "", snippet, flags=re.MULTILINE))
    monkeypatch.chdir(tmp_path)
    for typed in (["I like green tea.", ""], ["Which tea do I like?", ""]):
        keyboard = iter(typed)
        monkeypatch.setattr("builtins.input", lambda keyboard=keyboard: next(keyboard))
        exec(code, {"remember": remember, "context_for": context_for, "Scope": Scope})
    assert capsys.readouterr().out.splitlines()[-1].endswith("I like green tea")


def test_what_is_remembered_before_its_context_finds_itself(store):
    """The wrong order of the two calls tells somebody what she has just said."""
    message = "I like green tea."
    remember(store, [Turn("s1", 1, "user", message, AT)], ADA)
    assert context_for(store, message, ADA, 100).endswith("I like green tea")


def test_a_context_that_a_tool_reads_aloud_becomes_knowledge(store):
    """The second question of the quiz: what was hearsay is believed when `recalled` is left out."""
    said = Turn("travel-agent", 1, "agent", "Ada likes window seats.", AT)
    remember(store, [said], ADA)
    context = context_for(store, "Which seats does Ada like?", ADA, 100)
    assert context.startswith(HEARD)
    remember(store, [Turn("s2", 1, "tool", context, AT)], ADA)
    (aloud,) = [memory for memory in load(store, ADA) if memory.provenance.speaker == "tool"]
    assert is_belief(aloud.provenance)
    assert AUTHORITY["agent"] < aloud.provenance.authority


def test_a_filter_over_the_store_has_the_order_of_the_store(store):
    """The fifth question of the quiz: by `recorded_at`, which `load` sorts by."""
    remember(store, read_turns(PRIYA / "sessions.jsonl"), Scope("priya"))
    times = [memory.recorded_at for memory in load(store, Scope("priya"))]
    assert times == sorted(times)
