"""The data: frozen where figures hang on it, and complete."""

import hashlib
import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from memlab.corpus import read_turns
from memlab.dedup import deduplicate
from memlab.record import Scope
from memlab.write import write

DATA = Path(__file__).resolve().parents[1] / "data"
PRIYA = DATA / "priya"
FROZEN = {
    "sessions.jsonl": "de0e8098f1a737de3ec12735a152fa33c3ef9d22be5db54672251359f1358407",
    "agents.jsonl": "73edaaa686521a089328fa21accab9bd53ae358a4806881d29260e54a12ceafa",
}


@pytest.mark.parametrize("name", FROZEN)
def test_the_corpus_is_frozen(name: str) -> None:
    """The store's figures come from these bytes; a lesson that needs more text adds a file of its own."""
    assert hashlib.sha256((PRIYA / name).read_bytes()).hexdigest() == FROZEN[name]


def test_gold_speaks_of_every_memory_of_the_store() -> None:
    """gold.yaml has an entry for each of the 37 memories, with source, content and type, in their order."""
    turns = read_turns(PRIYA / "sessions.jsonl") + read_turns(PRIYA / "agents.jsonl")
    store = deduplicate(write(turns, Scope("priya"))).records
    gold = yaml.safe_load((PRIYA / "gold.yaml").read_text(encoding="utf-8"))
    assert len(gold) == 37
    assert [(entry["source_id"], entry["content"], entry["type"]) for entry in gold] == [
        (memory.provenance.source_id, memory.content, memory.type) for memory in store
    ]


def test_gold_holds_what_the_course_needs() -> None:
    """There is a retired belief, a refined one, one true contradiction, hearsay, events and a deletion."""
    gold = yaml.safe_load((PRIYA / "gold.yaml").read_text(encoding="utf-8"))
    beliefs = [entry["belief"] for entry in gold]
    assert set(beliefs) == {"current", "refined", "retired", "unresolved", "hearsay", "event", "deleted"}
    assert beliefs.count("unresolved") == 2, "the two sides of one contradiction"
    assert all(entry["why"] for entry in gold)
    assert all((entry["belief"] == "event") == (entry["type"] == "episodic") for entry in gold)


def test_the_corpus_spans_its_months_and_offsets() -> None:
    """The conversations run from March 2025 to August 2026, in order, in local time with its offset."""
    turns = read_turns(PRIYA / "sessions.jsonl")
    times = [turn.time for turn in turns]
    assert times == sorted(times)
    assert (times[0].year, times[0].month) == (2025, 3)
    assert (times[-1].year, times[-1].month) == (2026, 8)
    assert {turn.time.isoformat()[-6:] for turn in turns} == {"+01:00", "+02:00"}
    assert {turn.role for turn in turns} == {"user", "assistant"}
    assert {turn.role for turn in read_turns(PRIYA / "agents.jsonl")} == {"agent"}


@pytest.mark.skipif(importlib.util.find_spec("mistral_common") is None, reason="uv sync --group tokenizer")
def test_the_counted_tokens_are_what_the_tokenizer_counts() -> None:
    """Nobody typed the counts of data/tokens, and no text was changed after it was counted."""
    asked = [sys.executable, "benchmarks/tokens.py", "--check"]
    done = subprocess.run(asked, cwd=DATA.parent, capture_output=True, check=False, encoding="utf-8")
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def test_fifty_typed_sentences() -> None:
    """The held-out sentences are fifty, each of one type, none of them from the corpus."""
    path = PRIYA.parent / "sentences" / "typed.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(rows) == 50
    assert {row["type"] for row in rows} == {"semantic", "episodic", "procedural", "none"}
    corpus = (PRIYA / "sessions.jsonl").read_text(encoding="utf-8")
    assert not [row for row in rows if row["text"] in corpus]
