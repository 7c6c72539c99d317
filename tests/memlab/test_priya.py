"""The figures that the lessons quote for Priya's conversations, counted by hand in COURSE.md."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import memlab
from memlab.corpus import read_turns
from memlab.dedup import deduplicate, normalise_text
from memlab.evolve.summarize import orphaned_summaries, summarise_all
from memlab.record import Scope, session_of
from memlab.write import write

PRIYA = Scope("priya")

# Everything made from the data, as one hash: equal output means equal records, fields and order.
HASH_OF_ALL = """
import hashlib, sys
from memlab.corpus import read_turns
from memlab.dedup import deduplicate
from memlab.evolve.summarize import summarise_all
from memlab.record import Scope
from memlab.write import write

turns = [turn for path in sys.argv[1:] for turn in read_turns(path)]
written = write(turns, Scope("priya"))
left = deduplicate(written)
made = (turns, written, left.records, list(left.merged.items()), summarise_all(left.records, Scope("priya")))
print(hashlib.sha256(repr(made).encode()).hexdigest())
"""


@pytest.fixture(scope="module")
def paths(data):
    """The two files of the data set."""
    return [data / "priya" / "sessions.jsonl", data / "priya" / "agents.jsonl"]


@pytest.fixture(scope="module")
def turns(paths):
    """Every turn of both files."""
    return [turn for path in paths for turn in read_turns(path)]


@pytest.fixture(scope="module")
def written(turns):
    """What naive writing makes of the turns."""
    return write(turns, PRIYA)


@pytest.fixture(scope="module")
def memories(written):
    """The store after deduplication."""
    return deduplicate(written).records


@pytest.fixture(scope="module")
def summaries(memories):
    """The summary of each source that has one, by its source."""
    return {summary.source: summary for summary in summarise_all(memories, PRIYA)}


def members(memories, source):
    """Return the memories of one source."""
    return [memory for memory in memories if session_of(memory) == source]


def characters(memories):
    """Count the characters of all contents."""
    return sum(len(memory.content) for memory in memories)


def test_the_store_holds_37_memories_of_1432_characters(memories):
    """After deduplication there are 37 memories with 1432 characters of content."""
    assert len(memories) == 37
    assert characters(memories) == 1432


def test_naive_writing_writes_more(written):
    """Without deduplication more than 37 memories are written down."""
    assert len(written) > 37


def test_two_of_the_duplicates_are_only_nearly_equal(written):
    """Exactly two memories joined another whose text is not the same."""
    by_id = {memory.id: memory for memory in written}
    pairs = [(by_id[kept], by_id[id]) for kept, ids in deduplicate(written).merged.items() for id in ids]
    nearly = [pair for pair in pairs if len({normalise_text(memory.content) for memory in pair}) == 2]
    assert len(nearly) == 2


def test_ten_summaries_hold_1175_characters(memories, summaries):
    """Ten sources have a summary, together 1175 characters, which is 0.82 of the store."""
    length = characters(summary.memory for summary in summaries.values())
    assert len(summaries) == 10
    assert length == 1175
    assert round(length / characters(memories), 2) == 0.82


def test_four_compress_and_six_expand(summaries):
    """Four summaries are shorter than their source; six are longer, and each of those dropped nothing."""
    expanded = [summary for summary in summaries.values() if summary.expanded]
    assert len(expanded) == 6
    assert sum(summary.compression < 1 for summary in summaries.values()) == 4
    assert [summary.dropped_chars for summary in expanded] == [0, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("source", "kept", "dropped_chars", "compression"),
    [("s1", 4, 30, 0.95), ("s2", 2, 0, 1.22), ("s4", 2, 0, 1.40), ("s5", 3, 42, 0.84), ("s8", 3, 97, 0.64)],
)
def test_the_five_rows_of_the_table(summaries, source, kept, dropped_chars, compression):
    """Kept, dropped and compression of the five quoted summaries are those of the table."""
    summary = summaries[source]
    assert (summary.kept, summary.dropped_chars, summary.compression) == (kept, dropped_chars, compression)


@pytest.mark.parametrize(
    ("source", "least", "most"),
    [("s1", 164, 199), ("s2", 76, 79), ("s4", 42, 43), ("s5", 140, 148), ("s8", 214, 219)],
)
def test_the_five_sources_are_as_long_as_their_rows_need(memories, summaries, source, least, most):
    """The characters of a quoted source lie where its figures can come out, and its row counts them all."""
    assert least <= characters(members(memories, source)) <= most
    assert summaries[source].source_chars == characters(members(memories, source))


@pytest.mark.parametrize("source", ["s2", "s4"])
def test_s2_and_s4_hold_two_claims_and_nothing_else(memories, source):
    """Two semantic memories are all of the source."""
    assert [memory.type for memory in members(memories, source)] == ["semantic", "semantic"]


def test_s5_holds_five_memories_of_which_two_are_episodes(memories):
    """Three claims and two episodes are all of s5."""
    types = sorted(memory.type for memory in members(memories, "s5"))
    assert types == ["episodic", "episodic", "semantic", "semantic", "semantic"]


def test_one_row_is_the_calendar_agents(summaries):
    """The calendar agent's memories have a summary too, and the agent's authority with it."""
    made = summaries["calendar-agent"].memory
    assert made.provenance.source_id == "summary:calendar-agent"
    assert made.provenance.authority == 0.4


def test_rows_come_by_first_appearance(memories, summaries):
    """Summaries follow the order in which their sources appear in the store: s2 comes before s10."""
    order = list(dict.fromkeys(session_of(memory) for memory in memories))
    assert list(summaries) == [source for source in order if source in summaries]
    assert list(summaries) == ["s1", "s2", "s3", "s4", "s5", "calendar-agent", "s6", "s7", "s8", "s10"]


def test_deleting_any_one_source_orphans_exactly_one_summary(memories, summaries):
    """Whichever memory a summary was made from is deleted, that summary is orphaned and no other."""
    made = [summary.memory for summary in summaries.values()]
    deletions = [(summary, id) for summary in made for id in summary.derived_from]
    assert orphaned_summaries([*memories, *made]) == ()
    assert len(deletions) == 26
    for summary, deleted in deletions:
        rest = [memory for memory in memories if memory.id != deleted]
        assert orphaned_summaries([*rest, *made]) == (summary,)


def test_every_summary_is_longer_than_what_it_was_made_from(memories, summaries):
    """Against its own kept sources every summary has a ratio above 1.0 (the stretch)."""
    by_id = {memory.id: memory for memory in memories}
    ratios = [
        len(summary.memory.content) / characters(by_id[id] for id in summary.memory.derived_from)
        for summary in summaries.values()
    ]
    assert len(ratios) == 10
    assert min(ratios) > 1.0


def test_what_was_saved_is_what_was_left_out_less_the_cost_of_joining(memories, summaries):
    """Dropped episodes and sources without a summary, less the cost of joining, are 257 characters."""
    dropped = sum(summary.dropped_chars for summary in summaries.values())
    without = characters(memory for memory in memories if session_of(memory) not in summaries)
    joining = sum(
        len(f"Summary of {summary.source}: ") + len("; ") * (summary.kept - 1)
        for summary in summaries.values()
    )
    assert dropped + without - joining == 1432 - 1175 == 257
    assert without <= 100


def test_every_memory_is_priyas(memories, summaries):
    """All records, the agents' too, have the scope of Priya alone."""
    made = [summary.memory for summary in summaries.values()]
    assert {memory.scope for memory in (*memories, *made)} == {Scope("priya")}


def test_only_what_the_user_and_agents_said_became_a_memory(turns, memories):
    """Each memory is a sentence of a turn of the user or of an agent, word for word."""
    said = {f"{turn.session}/{turn.turn}": turn for turn in turns}
    roles = {said[memory.provenance.source_id].role for memory in memories}
    assert roles == {"user", "agent"}
    assert {turn.role for turn in turns} > roles
    assert all(memory.content in said[memory.provenance.source_id].text for memory in memories)
    assert not any(memory.content.endswith(".") for memory in memories)


def test_no_machine_gives_another_result(paths, tmp_path):
    """Whatever the hash seed, the time zone and the locale, records and summaries come out the same."""
    rooms = str(Path(memlab.__file__).parents[1])
    machines = [
        {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C.UTF-8"},
        {"PYTHONHASHSEED": "1", "TZ": "Asia/Kathmandu", "LC_ALL": "C"},
        {"PYTHONHASHSEED": "2026", "TZ": "America/St_Johns", "LC_ALL": "tr_TR.UTF-8"},
        {"PYTHONHASHSEED": "random", "TZ": "Pacific/Apia", "LC_ALL": "fr_FR.ISO-8859-1"},
    ]
    # Else Python would read files as UTF-8 under the locale "C" too.
    as_the_locale_says = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    outputs = [
        subprocess.run(
            [sys.executable, "-c", HASH_OF_ALL, *map(str, paths)],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": rooms} | as_the_locale_says | machine,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for machine in machines
    ]
    assert len(outputs[0].strip()) == 64
    assert set(outputs) == {outputs[0]}
