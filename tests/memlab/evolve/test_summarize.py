"""Summaries of standing beliefs: verbatim, traceable, and silent about everything else."""

import unicodedata
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab.evolve.summarize import orphaned_summaries, summarise_all, summarise_session
from memlab.record import Scope

ADA = Scope("ada")

stores = st.lists(
    st.fixed_dictionaries(
        {
            "content": st.sampled_from(["Likes tea", "Has a cat; no dog", "Saw a heron", "Ask first", "é"]),
            "source_id": st.sampled_from(["s1/1", "s1/2", "s10/1", "s2/1", "bot/1"]),
            "day": st.integers(1, 3),
            "type": st.sampled_from(["semantic", "semantic", "procedural", "episodic"]),
            "scope": st.sampled_from([ADA, ADA, ADA, Scope("ben")]),
            "status": st.sampled_from(["active", "active", "active", "archived", "superseded"]),
            "authority": st.sampled_from([0.4, 1.0]),
            "confidence": st.sampled_from([0.5, 1.0]),
            "derived_from": st.sampled_from([(), (), (), ("x",)]),
        }
    ),
    max_size=14,
)


def made_from(memory, fields):
    """Make the records of a drawn store, each id once."""
    records = [memory(**field) for field in fields]
    return list({record.id: record for record in records}.values())


def content_of(*memories, session="s1"):
    """Return the text of the summary of these, which there must be."""
    return summarise_session(memories, session, ADA).memory.content


def test_a_summary_joins_the_claims_of_one_source(memory):
    """Text, counts and record of a summary are as an example by hand has them."""
    tea = memory("Likes tea", "s1/1", day=1)
    cat = memory("Has a cat", "s1/3", day=2, type="procedural")
    heron = memory("Saw a heron", "s1/2", day=3, type="episodic")
    elsewhere = memory("Plays chess", "s2/1", day=1)
    summary = summarise_session([cat, elsewhere, heron, tea], "s1", ADA)
    assert summary.memory.content == "Summary of s1: Likes tea; Has a cat"
    assert (summary.source, summary.kept) == ("s1", 2)
    assert (summary.dropped_chars, summary.source_chars) == (11, 29)
    assert (summary.compression, summary.expanded) == (1.21, True)
    assert summary.memory.derived_from == tuple(sorted([tea.id, cat.id]))
    assert (summary.memory.type, summary.memory.scope, summary.memory.status) == ("semantic", ADA, "active")
    assert (summary.memory.provenance.source_id, summary.memory.provenance.speaker) == ("summary:s1", "agent")


@pytest.mark.parametrize(
    "claims",
    [
        ("Paint is white; trim is grey; do not mix", "Has a cat"),
        ("Our handbook says: [[EARLIER SUMMARY]] is a heading", "Has a cat"),
        ("line one\n---\nline two", "Has a cat"),
        ("  blanks and a stop.  ", "Summary of s9: nothing"),
        (unicodedata.normalize("NFD", "un café"), unicodedata.normalize("NFC", "un thé glacé")),
    ],
)
def test_claims_stand_in_the_text_as_they_were_written(memory, claims):
    """Separators, markers, blanks and accents inside a claim are neither split nor altered (R55)."""
    one, other = (memory(claim, f"s1/{day}", day=day) for day, claim in enumerate(claims, start=1))
    summary = summarise_session([one, other], "s1", ADA)
    assert summary.memory.content == f"Summary of s1: {claims[0]}; {claims[1]}"
    assert (summary.kept, len(summary.memory.derived_from)) == (2, 2)


def test_one_claim_with_a_separator_is_one_claim(memory):
    """A single memory that holds `; ` is nothing to join."""
    assert summarise_session([memory("Likes tea; has a cat")], "s1", ADA) is None


def test_under_two_claims_there_is_no_summary(memory):
    """No memory, one claim, or one claim among episodes give None."""
    episodes = [memory(f"Saw {number} herons", "s1/1", type="episodic") for number in range(3)]
    assert summarise_session([], "s1", ADA) is None
    assert summarise_session([memory()], "s1", ADA) is None
    assert summarise_session([memory(), *episodes], "s1", ADA) is None
    assert summarise_session([memory(), memory("Has a cat")], "s2", ADA) is None


def test_claims_come_by_time(memory):
    """Claims are ordered by when they happened, not by arrival, turn, text or when they were recorded."""
    late = memory("A", "s1/1", day=2, recorded_at=datetime(2026, 3, 2, tzinfo=UTC))
    early = memory("B", "s1/2", day=1, recorded_at=datetime(2026, 3, 9, tzinfo=UTC))
    assert content_of(late, early) == content_of(early, late) == "Summary of s1: B; A"


def test_claims_of_one_moment_come_by_id(memory):
    """Equal times are settled by id, also across offsets, in any order of arrival."""
    east = timezone(timedelta(hours=2))
    claims = [
        memory("A", "s1/1", happened_at=datetime(2026, 3, 1, 9, tzinfo=UTC)),
        memory("B", "s1/1", happened_at=datetime(2026, 3, 1, 11, tzinfo=east)),
        memory("C", "s1/1", happened_at=datetime(2026, 3, 1, 9, tzinfo=UTC)),
    ]
    by_id = "; ".join(claim.content for claim in sorted(claims, key=lambda claim: claim.id))
    for arrived in permutations(claims):
        assert content_of(*arrived) == f"Summary of s1: {by_id}"


def test_what_a_summary_was_made_from_is_sorted_by_id(memory):
    """`derived_from` holds the ids of the claims in their own order, not in the order of the text."""
    by_id = sorted((memory(name) for name in "ABC"), key=lambda claim: claim.id)
    last_first = [memory(claim.content, day=9 - place) for place, claim in enumerate(by_id)]
    summary = summarise_session(last_first, "s1", ADA)
    assert summary.memory.content == f"Summary of s1: {'; '.join(c.content for c in reversed(by_id))}"
    assert summary.memory.derived_from == tuple(claim.id for claim in by_id)


@pytest.mark.parametrize(
    "outside",
    [
        {"scope": Scope("ben")},
        {"scope": Scope("ada", agent="bot")},
        {"scope": Scope("ada", session="s1")},
        {"status": "superseded"},
        {"status": "archived"},
        {"derived_from": ("x", "y")},
        {"source_id": "s10/1"},
        {"source_id": "s2/1"},
        {"source_id": "summary:s1"},
    ],
    ids=str,
)
@pytest.mark.parametrize("type", ["semantic", "episodic"])
def test_what_does_not_count_leaves_no_trace(memory, outside, type):
    """Records of another scope or source, retired or derived, change neither the text nor a figure."""
    claims = [memory("Likes tea", "s1/1", day=1), memory("Has a cat", "s1/2", day=2)]
    stranger = memory(**{"content": "Plays chess", "source_id": "s1/9", "day": 9, "type": type} | outside)
    assert summarise_session([*claims, stranger], "s1", ADA) == summarise_session(claims, "s1", ADA)


def test_what_does_not_count_makes_no_pair(memory):
    """One claim and one record that does not count are not two claims."""
    for outside in ({"scope": Scope("ben")}, {"status": "superseded"}, {"derived_from": ("x",)}):
        assert summarise_session([memory(), memory("Has a cat", **outside)], "s1", ADA) is None


def test_authority_never_rises_through_a_summary(memory):
    """Authority and confidence are the lowest of the claims; what was left out has no say."""
    claims = [
        memory("A", authority=1.0, confidence=0.3),
        memory("B", authority=0.4, speaker="agent", confidence=0.9),
        memory("C", type="episodic", authority=0.1, confidence=0.1),
    ]
    made = summarise_session(claims, "s1", ADA).memory
    assert (made.provenance.authority, made.confidence) == (0.4, 0.3)


def test_both_times_are_the_latest_of_the_claims(memory):
    """Each time is the latest of its kind among the claims, not among the episodes."""
    first, fifth, sixth, eighth = (datetime(2026, 3, day, tzinfo=UTC) for day in (1, 5, 6, 8))
    claims = [
        memory("A", happened_at=fifth, recorded_at=sixth),
        memory("B", happened_at=first, recorded_at=eighth),
        memory("C", day=20, type="episodic"),
    ]
    made = summarise_session(claims, "s1", ADA).memory
    assert (made.happened_at, made.recorded_at) == (fifth, eighth)


@pytest.mark.parametrize(
    ("episode", "compression", "expanded"), [(16, 1.03, True), (17, 1.0, False), (18, 0.97, False)]
)
def test_only_more_characters_than_the_source_is_expanded(memory, episode, compression, expanded):
    """Joining two claims of s1 costs 17 characters; an episode as long as that just makes up for it."""
    claims = [memory("Likes tea", day=1), memory("Has a cat", day=2)]
    summary = summarise_session([*claims, memory("x" * episode, type="episodic")], "s1", ADA)
    assert (summary.compression, summary.expanded) == (compression, expanded)


def test_a_summary_of_an_agents_memories_is_named_after_the_agent(memory):
    """The source is what stands before the slash, be it a session or an agent."""
    claims = [memory("A", "calendar-agent/1", day=1), memory("B", "calendar-agent/2", day=2)]
    summary = summarise_session(claims, "calendar-agent", ADA)
    assert summary.memory.content == "Summary of calendar-agent: A; B"
    assert summary.memory.provenance.source_id == "summary:calendar-agent"


@given(stores, st.randoms(use_true_random=False))
def test_the_order_of_the_store_does_not_matter(memory, fields, chance):
    """A summary is the same for any order in which the records are handed over."""
    records = made_from(memory, fields)
    shuffled = list(records)
    chance.shuffle(shuffled)
    for source in ("s1", "s2", "s10", "bot"):
        assert summarise_session(shuffled, source, ADA) == summarise_session(records, source, ADA)


@given(stores)
def test_a_summary_accounts_for_every_character(memory, fields):
    """What was kept and what was dropped are together the source, and joining costs what it must."""
    records = made_from(memory, fields)
    by_id = {record.id: record for record in records}
    for summary in summarise_all(records, ADA):
        kept = [by_id[id] for id in summary.memory.derived_from]
        kept_chars = sum(len(claim.content) for claim in kept)
        assert summary.memory.derived_from == tuple(sorted(claim.id for claim in kept))
        assert summary.kept == len(kept) >= 2
        assert kept_chars + summary.dropped_chars == summary.source_chars
        joining = len(f"Summary of {summary.source}: ") + 2 * (len(kept) - 1)
        assert len(summary.memory.content) == kept_chars + joining
        assert all(claim.content in summary.memory.content for claim in kept)


@given(stores)
def test_all_summaries_are_those_of_each_source(memory, fields):
    """Summarising all is summarising each source in the order of its first appearance."""
    records = made_from(memory, fields)
    sources = dict.fromkeys(record.provenance.source_id.partition("/")[0] for record in records)
    one_by_one = [summarise_session(records, source, ADA) for source in sources]
    assert summarise_all(records, ADA) == tuple(summary for summary in one_by_one if summary)


@pytest.mark.parametrize("order", [("s2", "s10", "s1"), ("s10", "s2", "s1"), ("bot", "s1", "a")])
def test_sources_come_by_first_appearance(memory, order):
    """The first memory of a source decides its place, never its name, size or time."""
    firsts = [memory("A", f"{source}/1", day=9 - place) for place, source in enumerate(order)]
    seconds = [memory("B", f"{source}/2") for source in reversed(order)]
    assert [summary.source for summary in summarise_all([*firsts, *seconds], ADA)] == list(order)


def test_sources_under_two_claims_are_passed_over(memory):
    """A source with nothing to join has no summary and holds up no other."""
    records = [memory("A", "s1/1"), memory("B", "s2/1"), memory("C", "s2/2")]
    assert [summary.source for summary in summarise_all(records, ADA)] == ["s2"]
    assert summarise_all([], ADA) == ()


def test_summaries_are_not_summarised_again(memory):
    """A store that holds its own summaries gives the same summaries as without them."""
    records = [memory(source_id, source_id) for source_id in ("s1/1", "s1/2", "s2/1", "s2/2")]
    summaries = summarise_all(records, ADA)
    assert len(summaries) == 2
    assert summarise_all([*records, *(summary.memory for summary in summaries)], ADA) == summaries


def test_summarising_changes_no_record(memory):
    """The store handed over is as it was, episodes and all."""
    records = [memory("A"), memory("B"), memory("C", type="episodic")]
    before = list(records)
    summarise_all(records, ADA)
    assert records == before


@pytest.fixture
def derived(memory):
    """Two sources and what was made from both."""
    tea, cat = memory("Likes tea"), memory("Has a cat")
    return tea, cat, memory("Likes tea; Has a cat", "summary:s1", derived_from=(tea.id, cat.id))


def test_a_summary_whose_sources_are_there_is_no_orphan(derived):
    """With every source in the store nothing is orphaned, in any order."""
    for store in permutations(derived):
        assert orphaned_summaries(store) == ()


def test_one_missing_source_orphans_a_summary(derived):
    """A summary is orphaned as soon as one of its sources is gone, and all the more when all are."""
    tea, cat, both = derived
    assert orphaned_summaries([tea, both]) == (both,)
    assert orphaned_summaries([both, cat]) == (both,)
    assert orphaned_summaries([both]) == (both,)


@pytest.mark.parametrize("status", ["archived", "superseded"])
def test_a_retired_source_is_still_there(derived, status):
    """A source that is archived or superseded orphans nothing; only an absent one does."""
    tea, cat, both = derived
    assert orphaned_summaries([replace(tea, status=status), cat, both]) == ()


def test_what_was_never_derived_cannot_be_orphaned(memory):
    """Plain memories have no sources to lose."""
    assert orphaned_summaries([]) == ()
    assert orphaned_summaries([memory("A"), memory("B", type="episodic")]) == ()


def test_a_summary_of_a_lost_summary_is_orphaned(memory, derived):
    """Being derived goes on upwards: what was made from an absent summary is orphaned too."""
    tea, cat, both = derived
    above = memory("Above", "summary:all", derived_from=(both.id,))
    assert orphaned_summaries([tea, cat, above]) == (above,)
    assert orphaned_summaries([tea, cat, both, above]) == ()


def test_orphans_come_in_the_order_of_the_store(memory):
    """Several orphans keep their order, whatever their status."""
    orphans = [
        memory(name, f"summary:{name}", day=day, derived_from=("gone",), status=status)
        for name, day, status in (("c", 3, "active"), ("a", 1, "archived"), ("b", 2, "active"))
    ]
    assert orphaned_summaries([memory(), *orphans]) == tuple(orphans)
