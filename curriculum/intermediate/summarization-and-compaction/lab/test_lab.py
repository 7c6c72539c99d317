"""The checks of this lab. Each says what is true of a right solution; its message says what was expected."""

from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta

import pytest

from memlab.record import Provenance, Scope, make_memory, session_of

ADA = Scope("ada")


def said(
    content,
    day=1,
    *,
    type="semantic",
    source="s1/1",
    scope=ADA,
    speaker="user",
    authority=1.0,
    confidence=1.0,
    days_later=0,
):
    at = datetime(2026, 5, day, 9, 30, tzinfo=UTC)
    later = at + timedelta(days=days_later, minutes=5)
    return make_memory(content, type, scope, Provenance(source, speaker, authority), at, later, confidence)


TEA, CAT = said("Likes tea", 1), said("Has a cat", 2)
HERON = said("Saw a heron by the lock", 3, type="episodic")
LETTERS = said("When you write for Ada, begin with the date", 4, type="procedural")


def summary_of(lab, *memories):
    summary = lab.summarise_session(memories, "s1", ADA)
    assert summary is not None, "a Summary; the source has two claims or more"
    return summary


def assert_same(got, want, names):
    for field in names:
        mine, right = getattr(got, field), getattr(want, field)
        assert mine == right, f"{field} {shown(right)}; it is {shown(mine)}"


def shown(value):
    return value.isoformat() if isinstance(value, datetime) else repr(value)


@pytest.mark.task("I2.1", rule="How they are joined", points=6)
def test_a_small_session(lab):
    """Two claims are joined word for word behind their source."""
    summary = summary_of(lab, TEA, CAT)
    wanted = "Summary of s1: Likes tea; Has a cat"
    assert summary.memory.content == wanted, f"the content {wanted!r}; it is {summary.memory.content!r}"
    assert summary.source == "s1", f"the source 's1'; it is {summary.source!r}"
    assert summary.kept == 2, f"kept=2, one for each claim; it is {summary.kept}"
    assert summary.source_chars == 18, f"source_chars=18, the length of both; it is {summary.source_chars}"


@pytest.mark.task("I2.1", rule="What is kept", points=6)
def test_episodes_stay_out(lab):
    """Episodes are left out and counted; procedures stay."""
    summary = summary_of(lab, TEA, HERON, LETTERS)
    content = summary.memory.content
    assert HERON.content not in content, f"a content without the episode {HERON.content!r}"
    assert LETTERS.content in content, f"a content with the procedure {LETTERS.content!r}"
    assert summary.kept == 2, f"kept=2: a semantic and a procedural claim; it is {summary.kept}"
    assert summary.dropped_chars == 23, (
        f"dropped_chars=23, the length of the episode; it is {summary.dropped_chars}"
    )
    assert summary.source_chars == 75, f"source_chars=75, episode included; it is {summary.source_chars}"


@pytest.mark.task("I2.1", rule="What is kept", points=6)
def test_claims_by_time_then_id(lab):
    """The claims stand by happened_at, then id."""
    # By text these two stand the other way round, and by recorded_at the first one stands last of all.
    tied = (said("Plays the oboe", 2), said("Sings alto", 2, days_later=10))
    first, second = sorted(tied, key=lambda memory: memory.id)
    wanted = f"Summary of s1: {TEA.content}; {first.content}; {second.content}; {LETTERS.content}"
    for order in ((LETTERS, second, first, TEA), (second, TEA, LETTERS, first)):
        content = summary_of(lab, *order).memory.content
        assert content == wanted, f"the content {wanted!r}; it is {content!r}"


@pytest.mark.task("I2.1", rule="How they are joined", points=4, needs="test_a_small_session")
def test_one_claim_is_no_summary(lab):
    """Under two claims None comes back."""
    for memories in ((), (TEA,), (TEA, HERON), (HERON,)):
        got = lab.summarise_session(memories, "s1", ADA)
        assert got is None, "None: this source has fewer than two claims"


@pytest.mark.task("I2.1", rule="Which memories count", points=6)
def test_scope_is_a_boundary(lab):
    """Nothing comes in from another scope or source."""
    strangers = (
        said("Plays chess", scope=Scope("ben")),
        said("Files the reports", scope=Scope("ada", agent="clerk")),
        said("Owns a kayak", source="s10/1"),
        said("Keeps bees", source="s2/1"),
    )
    summary = summary_of(lab, *strangers, TEA, CAT)
    for stranger in strangers:
        assert stranger.content not in summary.memory.content, (
            f"nothing of {stranger.content!r}, which is of {stranger.scope} "
            f"and source {session_of(stranger)!r}"
        )
    assert summary.memory.scope == ADA, f"the scope {ADA}; it is {summary.memory.scope}"
    assert summary.source_chars == 18, f"source_chars=18, without the strangers; it is {summary.source_chars}"


@pytest.mark.task("I2.1", rule="Which memories count", points=6)
def test_only_active_and_underived(lab):
    """Only active memories count that are not derived."""
    retired = replace(said("Hates tea"), status="superseded")
    stored_away = replace(said("Has a dog"), status="archived")
    derived = replace(said("Likes tea and cats"), derived_from=(TEA.id,))
    summary = summary_of(lab, retired, TEA, stored_away, CAT, derived)
    for memory, why in ((retired, "superseded"), (stored_away, "archived"), (derived, "derived itself")):
        assert memory.content not in summary.memory.content, f"nothing of {memory.content!r}, which is {why}"
    assert summary.source_chars == 18, f"source_chars=18, active claims only; it is {summary.source_chars}"


@pytest.mark.task("I2.1", rule="What the record says", points=8)
def test_derived_from_names_the_kept(lab):
    """derived_from holds the sorted ids of exactly the kept."""
    summary = summary_of(lab, LETTERS, HERON, CAT, TEA)
    wanted = tuple(sorted(memory.id for memory in (TEA, CAT, LETTERS)))
    got = summary.memory.derived_from
    assert HERON.id not in got, "a derived_from without the episode, which the summary was not made from"
    assert set(got) == set(wanted), (
        f"the ids of the {len(wanted)} memories kept; derived_from holds {len(got)}"
    )
    assert got == wanted, "the ids sorted; derived_from holds the right ids in another order"


@pytest.mark.task("I2.1", rule="What the record says", points=6)
def test_authority_never_rises(lab):
    """The record says who speaks, with lowest authority, when."""
    episode = said("Met Ben", 9, type="episodic", authority=0.2, confidence=0.1)
    # What was said with the lowest authority stands last among the claims, then first, but recorded last.
    for day, days_later in ((5, 0), (1, 7)):
        hearsay = said(
            "Prefers the window", day, speaker="agent", authority=0.4, confidence=0.7, days_later=days_later
        )
        record = summary_of(lab, CAT, hearsay, episode, LETTERS).memory
        assert record.provenance.authority == 0.4, (
            f"authority 0.4, the lowest; it is {record.provenance.authority}"
        )
        assert record.confidence == 0.7, f"confidence 0.7, the lowest of the kept; it is {record.confidence}"
        latest = max(hearsay.happened_at, LETTERS.happened_at)
        assert record.happened_at == latest, (
            f"happened_at {shown(latest)}, the latest of the claims; it is {shown(record.happened_at)}"
        )
        assert record.recorded_at == hearsay.recorded_at, (
            f"recorded_at {shown(hearsay.recorded_at)}, the latest of the claims; "
            f"it is {shown(record.recorded_at)}"
        )
        assert record.type == "semantic", f"type 'semantic'; it is {record.type!r}"
        source_id, speaker = record.provenance.source_id, record.provenance.speaker
        assert source_id == "summary:s1", f"source_id 'summary:s1'; it is {source_id!r}"
        assert speaker == "agent", f"speaker 'agent': nobody said this; it is {speaker!r}"


@pytest.mark.task("I2.1", rule="Where the characters went", points=10)
def test_figures(figures, expected):
    """The table of Priya's store comes out to the digit."""
    rows, wanted = figures["rows"], expected["rows"]
    sources, wanted_sources = [row["source"] for row in rows], [row["source"] for row in wanted]
    assert sources == wanted_sources, (
        f"summaries of {', '.join(wanted_sources)}; there are: {', '.join(sources) or 'none'}"
    )
    for row, right in zip(rows, wanted, strict=True):
        for name in right:
            assert row[name] == right[name], f"{name} {right[name]} for {right['source']}; it is {row[name]}"
    for name in ("summaries", "difference", "denominators"):
        assert figures[name] == expected[name], f"{name} {expected[name]}; they are {figures[name]}"


@pytest.mark.task("I2.1", points=12)
def test_variant(lab, reference, variant, rule):
    """A store never seen is summarised as the reference does."""
    episodes = {memory.id for memory in variant["memories"] if memory.type == "episodic"}
    for source in variant["sources"]:
        arguments = (variant["memories"], source, variant["scope"])
        got, want = lab.summarise_session(*arguments), reference.summarise_session(*arguments)
        right = want.memory.derived_from if want else ()
        too_many = set(got.memory.derived_from).difference(right) if got else ()
        counted = "What is kept" if episodes.issuperset(too_many) else "Which memories count"
        if want is None:
            rule("How they are joined" if got is None or got.kept < 2 else counted)
            assert got is None, f"None for {source}, which has fewer than two claims"
            continue
        rule("What is kept")
        assert got is not None, f"a Summary for {source}, which has {want.kept} claims"
        rule(counted)
        assert_same(got, want, ("kept",))
        rule("Which memories count")
        assert_same(got, want, ("source", "dropped_chars", "source_chars"))
        rule("What the record says")
        assert got.memory.derived_from == want.memory.derived_from, (
            f"derived_from with the sorted ids of the {want.kept} claims of {source}"
        )
        reordered = sorted(got.memory.content) == sorted(want.memory.content)
        rule("What is kept" if reordered else "How they are joined")
        assert_same(got.memory, want.memory, ("content",))
        rule("What the record says")
        # The id last: it differs whenever something that it is made of does.
        names = sorted((field.name for field in fields(want.memory)), key=lambda name: name == "id")
        assert_same(got.memory, want.memory, names)


@pytest.mark.task("I2.2", rule="What a deletion leaves behind", points=8)
def test_one_orphan(figures, expected):
    """One memory deleted, exactly one summary orphaned."""
    found, wanted = figures["orphans"], expected["orphans"]
    for name, when in (("before_deletion", "before the deletion"), ("after_deletion", "after it")):
        assert found[name] == wanted[name], f"orphans {when}: {wanted[name]}; there are {found[name]}"
    assert found["orphaned"] == wanted["orphaned"], f"{wanted['orphaned']}; it is {found['orphaned']}"


@pytest.mark.task("I2.2", rule="What a deletion leaves behind", points=6)
def test_one_missing_source_is_enough(lab):
    """One missing memory of several is enough."""
    both = replace(said("Summary of s1: Likes tea; Has a cat"), derived_from=tuple(sorted((TEA.id, CAT.id))))
    for left in ((TEA, both), (both, CAT), (both,)):
        got = lab.orphaned_summaries(left)
        assert got == (both,), f"the one summary and nothing else; records that came back: {len(got)}"


@pytest.mark.task(
    "I2.2", rule="What a deletion leaves behind", points=6, needs="test_one_missing_source_is_enough"
)
def test_a_superseded_source_is_present(lab):
    """A superseded or archived memory is still there."""
    both = replace(said("Summary of s1: Likes tea; Has a cat"), derived_from=tuple(sorted((TEA.id, CAT.id))))
    for status in ("superseded", "archived"):
        got = lab.orphaned_summaries((both, TEA, replace(CAT, status=status)))
        assert got == (), f"(): the {status} memory is still stored, so nothing is orphaned"


@pytest.mark.task("I2.2", rule="What a deletion leaves behind", points=4)
def test_orphans_in_input_order(lab):
    """Orphans of any type and status come in input order, once."""
    first = replace(said("Summary of s1: zebra"), derived_from=(TEA.id, CAT.id), status="archived")
    second = replace(said("What happened in s2", type="episodic"), derived_from=(CAT.id,))
    of_second = replace(said("Summary of summaries"), derived_from=(second.id,))
    for order in ((first, HERON, second, of_second), (of_second, second, first)):
        got = lab.orphaned_summaries(order)
        wanted = tuple(memory for memory in order if memory in (first, second))
        assert got == wanted, f"{[m.content for m in wanted]}; it is {[m.content for m in got]}"


@pytest.mark.task("I2.2", rule="What a deletion leaves behind", points=6)
def test_orphans_of_a_variant(lab, reference, variant, rule):
    """A store never seen gives the reference's orphans."""
    rule("What a deletion leaves behind")
    got, want = lab.orphaned_summaries(variant["store"]), reference.orphaned_summaries(variant["store"])
    assert len(got) == len(want), f"orphaned summaries: {len(want)}; there are {len(got)}"
    assert got == want, "the orphaned summaries in input order"
