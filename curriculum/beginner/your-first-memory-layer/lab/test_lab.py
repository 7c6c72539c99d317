"""The checks of this lab. Each says what is true of a right solution; its message says what was expected."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from memlab.budget import estimate_tokens
from memlab.corpus import read_turns
from memlab.record import Provenance, Scope, Turn, make_memory
from memlab.rows import COLUMNS, SLOTS, row_of
from memlab.schema import migrate
from memlab.write import AUTHORITY, write

STORE = "memories.db"
ADA, BEN = Scope("ada"), Scope("ben")
AT = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
KNOWN = "What is known of the user:"
HEARD = "What others say of the user, and nobody confirmed:"

# What must be right of a record that has its own id, and the rule that says so.
FIELDS = {"provenance": "Who said it", "happened_at": "When it was said", "recorded_at": "When it was said"}


def said(number, text, role="user", session="s1", time=AT):
    return Turn(session, number, role, text, time)


def memory(content, source="s1/1", *, day=1, speaker="user", scope=ADA, **later):
    """A record as it could stand in a store."""
    at = datetime(2026, 3, day, 9, 30, tzinfo=UTC)
    provenance = Provenance(source, speaker, AUTHORITY[speaker])
    return replace(make_memory(content, "semantic", scope, provenance, at, at), **later)


def store_of(*records, refusing=""):
    """A store that holds these records, as the bytes of its file.

    refusing: a content that the store takes from nobody, in the middle of whatever is going on.
    """
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as store:
        migrate(store)
        store.executemany(f"INSERT INTO memory ({COLUMNS}) VALUES ({SLOTS})", map(row_of, records))
        if refusing:
            store.execute(
                f"CREATE TRIGGER refuse BEFORE INSERT ON memory WHEN new.content = '{refusing}' "
                "BEGIN SELECT RAISE(ABORT, 'not this one'); END"
            )
        return store.serialize()


def contents(records):
    return tuple(record.content for record in records)


def assert_holds(clean, wanted, why, scope=ADA):
    """The store holds these contents in that scope, in any order."""
    there = tuple(sorted(contents(clean.load(STORE, scope))))
    wanted = tuple(sorted(wanted))
    assert there == wanted, f"{wanted} in the store of {scope.user}: {why}; there are {there}"


def added_contents(clean, written, scope=ADA):
    """The contents of what is said to have been added, in that order."""
    known = {record.id: record.content for record in clean.load(STORE, scope)}
    return tuple(known.get(id, "an id that is not in the store") for id in written.added)


@pytest.mark.task("B9.1", rule="From turn to record", points=5)
def test_a_claim_becomes_a_memory(lab, clean):
    """What a turn claims is in the store, and its id comes back."""
    got = lab.remember(STORE, (said(1, "Hello! Yesterday I lost a glove. Have you got it?"),), ADA)
    glove = "Yesterday I lost a glove"
    assert_holds(clean, (glove,), "the greeting and the question claim nothing")
    back = added_contents(clean, got)
    assert back == (glove,), f"the id of {glove!r} in added; it has {back}"
    assert got.refused == (), f"nothing refused: no cue claims the others; it has {got.refused}"
    (there,) = clean.load(STORE, ADA)
    assert there.type == "episodic", f"the type of the candidate, 'episodic'; it is {there.type!r}"


@pytest.mark.task("B9.1", rule="Who said it", points=5, needs="test_a_claim_becomes_a_memory")
def test_provenance_of_each_role(lab, clean):
    """Each record names its turn, its speaker and its authority."""
    turns = (
        said(3, "I like tea.", session="s2"),
        said(2, "Ada likes trains.", "agent", "travel-agent"),
        said(7, "The parcel was sent yesterday.", "tool", "s2"),
    )
    lab.remember(STORE, turns, ADA)
    there = {record.content: record.provenance for record in clean.load(STORE, ADA)}
    for turn in turns:
        content = turn.text.rstrip(".")
        wanted = Provenance(f"{turn.session}/{turn.turn}", turn.role, AUTHORITY[turn.role])
        got = there.get(content)
        assert got is not None, f"{content!r}, which the {turn.role} says, in the store; it is not there"
        for name in ("source_id", "speaker", "authority"):
            mine, right = getattr(got, name), getattr(wanted, name)
            assert mine == right, f"{name} {right!r} for what the {turn.role} says; it is {mine!r}"


@pytest.mark.task("B9.1", rule="When it was said", points=4, needs="test_a_claim_becomes_a_memory")
def test_times_of_the_turn(lab, clean):
    """Both times of a record are those of its turn."""
    first = datetime(2025, 7, 1, 23, 30, tzinfo=timezone(timedelta(hours=2)))
    times = (first, first + timedelta(minutes=3), first + timedelta(days=90))
    texts = ("I like tea.", "I like trains.", "I like rain.")
    turns = tuple(said(n, text, time=at) for n, (text, at) in enumerate(zip(texts, times, strict=True), 1))
    lab.remember(STORE, turns, ADA)
    there = {record.content: record for record in clean.load(STORE, ADA)}
    for turn in turns:
        got, want = there.get(turn.text.rstrip(".")), turn.time.isoformat()
        assert got is not None, f"{turn.text.rstrip('.')!r} in the store; it is not there"
        for name in ("happened_at", "recorded_at"):
            mine = getattr(got, name)
            whose = next((f"that of turn {n}" for n, at in enumerate(times, 1) if at == mine), "no turn's")
            right = mine.isoformat() == want
            assert right, f"{name} {want} for turn {turn.turn}, the time of that turn; it is {whose}"


@pytest.mark.task("B9.1", rule="In the order said", points=5, needs="test_a_claim_becomes_a_memory")
def test_in_the_order_said(lab, clean):
    """What was added and what was refused come in the order said."""
    turns = (
        said(9, "I like zinnias. I am glad.", time=AT + timedelta(days=2)),
        said(1, "I have ordered asters.", "assistant", "s2"),
        said(2, "I like moss. Never mind. I like birches.", session="s2"),
        said(3, "I have ordered zinnias.", "assistant", "s2"),
    )
    got = lab.remember(STORE, turns, ADA)
    wanted = ("I like zinnias", "I like moss", "I like birches")
    back = added_contents(clean, got)
    assert back == wanted, f"the ids of {wanted} in added, in the order of turns and sentences; it has {back}"
    wanted = ("I am glad", "I have ordered asters", "Never mind", "I have ordered zinnias")
    back = contents(got.refused)
    assert back == wanted, f"{wanted} in refused, in the order of turns and sentences; it has {back}"


@pytest.mark.task("B9.1", rule="Nothing is lost silently", points=5, needs="test_a_claim_becomes_a_memory")
def test_what_was_refused_is_told(lab):
    """A refusal has its source, its words, its rule and its reason."""
    turns = (
        said(4, "I have ordered tea.", "assistant", "s7"),
        said(5, "Thank you so much! I am fine, thanks.", session="s7"),
        said(6, "Ada likes tea.", "tool", "s7"),
    )
    got = lab.remember(STORE, turns, ADA, ("Ada likes tea, and no milk",)).refused
    wanted = (
        ("s7/4", "I have ordered tea", "echo"),
        ("s7/5", "I am fine, thanks", "greeting"),
        ("s7/6", "Ada likes tea", "recalled"),
    )
    known = {content: (source, kind) for source, content, kind in wanted}
    for _, content, kind in wanted:
        assert content in contents(got), f"{content!r} in refused, as {kind}; there are {contents(got)}"
    for refusal in got:
        assert refusal.content in known, f"only {tuple(known)} in refused; it has {refusal.content!r} too"
        source, kind = known[refusal.content]
        assert refusal.source_id == source, (
            f"the source {source!r} of {refusal.content!r}; it is {refusal.source_id!r}"
        )
        assert refusal.kind == kind, f"the kind {kind!r} of {refusal.content!r}; it is {refusal.kind!r}"
        words = len(refusal.reason.split())
        assert words > 1, f"the gate's reason for {refusal.content!r}, a sentence; it is {refusal.reason!r}"
    reasons = len({refusal.reason for refusal in got})
    assert reasons == len(wanted), (
        f"the gate's reason of each kind, {len(wanted)} reasons; there are {reasons}"
    )


@pytest.mark.task("B9.1", rule="What was recalled", points=5, needs="test_a_claim_becomes_a_memory")
def test_recalled_is_handed_on(lab, clean):
    """What was recalled is written again for the user alone."""
    context = f"{KNOWN}\n- 2026-03-01, user, s1/1: I like tea\n- 2026-03-02, user, s1/3: I keep bees"
    turns = (
        said(1, "I like tea. The kettle was sent yesterday.", "tool", "s2"),
        said(2, "I keep bees. I like rain.", "agent", "s2"),
    )
    got = lab.remember(STORE, turns, ADA, ("The shed is locked", context))
    why = "tool and agent repeat the rest from what was recalled"
    assert_holds(clean, ("The kettle was sent yesterday", "I like rain"), why)
    back = contents(got.refused)
    assert back == ("I like tea", "I keep bees"), f"'I like tea' and 'I keep bees' refused; there are {back}"
    lab.remember(STORE, (said(1, "I keep bees.", "tool", "s3"),), ADA, (context, "The shed is locked"))
    why = "the tool repeats what the first of two texts recalled"
    assert_holds(clean, ("The kettle was sent yesterday", "I like rain"), why)
    lab.remember(STORE, (said(3, "I like tea.", session="s2"),), ADA, (context,))
    why = "the user says it herself, whatever was recalled"
    assert_holds(clean, ("The kettle was sent yesterday", "I like rain", "I like tea"), why)


@pytest.mark.task("B9.1", rule="Once", points=5, needs="test_a_claim_becomes_a_memory")
def test_once_however_often(lab, clean):
    """What was remembered before adds nothing."""
    turns = (
        said(1, "I like tea. I am glad."),
        said(2, "I have ordered tea.", "assistant"),
        said(3, "I like rain."),
        said(5, "I like tea."),
    )
    first = lab.remember(STORE, turns[:3], ADA)
    back = added_contents(clean, first)
    assert back == ("I like tea", "I like rain"), f"two added the first time; it has {back}"
    again = lab.remember(STORE, turns[:3], ADA)
    assert again.added == (), f"nothing added by the same turns again; it has {len(again.added)}"
    refused = contents(again.refused)
    assert refused == ("I am glad", "I have ordered tea"), f"both refusals again; there are {refused}"
    more = lab.remember(STORE, turns[1:], ADA)
    back = added_contents(clean, more)
    assert back == ("I like tea",), f"of turns that overlap, what turn 5 says alone; it has {back}"
    assert_holds(clean, ("I like tea", "I like rain", "I like tea"), "of two turns, and once a turn")


@pytest.mark.task("B9.1", rule="All of it or nothing", points=5, needs="test_a_claim_becomes_a_memory")
def test_all_turns_or_none(lab, box, clean, raises):
    """Where one turn cannot be written, nothing of any is."""
    box.put(STORE, store_of(memory("I keep bees"), refusing="I like rain"))
    turns = (
        said(1, "I like tea. I like trains.", session="s2"),
        said(2, "I like rain. I like fog.", session="s2"),
    )
    with raises("StoreError", "the store refuses a record of the second turn"):
        lab.remember(STORE, turns, ADA)
    assert_holds(clean, ("I keep bees",), "the store refuses a record of the second turn")
    naive = said(3, "I like snow.", session="s2", time=AT.replace(tzinfo=None))
    with raises("RecordError", "the time of the second turn has no offset"):
        lab.remember(STORE, (turns[0], naive), ADA)
    assert_holds(clean, ("I keep bees",), "the time of the second turn has no offset")


@pytest.mark.task("B9.1", rule="Whose memory", points=4, needs="test_a_claim_becomes_a_memory")
def test_in_the_scope_and_no_other(lab, clean):
    """One file holds several scopes, and each has its own."""
    shop = Scope("ada", "shop", "march")
    told = ((ADA, "I like tea."), (BEN, "I like tea."), (shop, "I like rain."))
    for scope, text in told:
        got = lab.remember(STORE, (said(1, text),), scope)
        assert len(got.added) == 1, f"one memory added for {scope}; there are {len(got.added)}"
    for scope, text in told:
        there = contents(clean.load(STORE, scope))
        wanted = (text.rstrip("."),)
        assert there == wanted, f"{wanted} in the scope {scope}, as it was given; there are {there}"


@pytest.mark.task("B9.1", rule="Nothing to write", points=3)
def test_nothing_to_write(lab, clean):
    """No turns, and turns that claim nothing, leave an empty store."""
    for turns, what in (((), "no turns"), ((said(1, "Hello! How are you?"),), "a turn that claims nothing")):
        got = lab.remember(STORE, turns, ADA)
        assert (got.added, got.refused) == ((), ()), f"nothing added or refused for {what}; it is {got}"
        assert_holds(clean, (), f"{what} gave it nothing, and it is there")


@pytest.mark.task("B9.1", rule="Killed and begun again", points=3, needs="test_once_however_often")
def test_killed_and_begun_again(lab, box, clean):
    """A process that was killed is begun again from the start."""
    turns = (said(1, "I like tea. I like trains."), said(2, "I like rain."), said(3, "I like fog."))
    with box.kill_after(20_000):
        lab.remember(STORE, turns[:2], ADA)
    assert_holds(clean, ("I like tea", "I like trains", "I like rain"), "the call had returned")
    back = added_contents(clean, lab.remember(STORE, turns, ADA))
    assert back == ("I like fog",), f"only what the killed process had not written; it has {back}"
    with box.kill_after(20_000):
        lab.remember(STORE, (said(9, "I like snow."),), BEN)
        lab.remember(STORE, (said(4, "I like ice."),), ADA)
    got = lab.remember(STORE, (said(4, "I like ice."),), ADA)
    assert got.added == (), f"nothing added: it was written before the kill; it has {len(got.added)}"


@pytest.mark.task("B9.1", rule="Priya", points=2)
def test_figures_of_priya(figures, expected):
    """What is added and refused of Priya comes out as on the page."""
    for name, what in (("written", "of all her turns"), ("again", "of a second import")):
        for key, want in expected[name].items():
            got = figures[name][key]
            assert got == want, f"{key} {want} {what}; it is {got}"


@pytest.mark.task("B9.1", points=5)
def test_a_conversation_of_a_variant(lab, clean, variant, rule):
    """A conversation never seen is remembered as by the reference."""
    told = variant["told"]
    scope, texts = told["scope"], told["recalled"]
    rule("In the order said")
    for turns, want in zip((told["before"], told["turns"]), told["added"], strict=True):
        got = lab.remember(STORE, turns, scope, texts)
        there = {
            record.id: (record.provenance.source_id, record.content) for record in clean.load(STORE, scope)
        }
        mine = tuple(there.get(id, ("", "no record of the store")) for id in got.added)
        for own, right in zip(mine, want, strict=False):
            assert own == right, f"the id of {right} in this place; it is that of {own}"
        assert len(mine) == len(want), f"the ids of {len(want)} records; there are {len(mine)}"
    rule("Nothing is lost silently")
    mine = tuple((one.source_id, one.content, one.kind) for one in got.refused)
    for own, right in zip(mine, told["refused"], strict=False):
        assert own == right, f"{right} refused; it is {own}"
    assert len(mine) == len(told["refused"]), f"{len(told['refused'])} refused; there are {len(mine)}"
    silent = [one.content for one in got.refused if not one.reason]
    assert not silent, f"the gate's reason for each that was refused; {silent[:1]} has none"
    rule("From turn to record")
    there = clean.load(STORE, scope)
    assert len(there) == len(told["held"]), f"{len(told['held'])} records; there are {len(there)}"
    mine = {(record.provenance.source_id, record.content): record for record in there}
    for right in told["held"]:
        own = mine.get((right.provenance.source_id, right.content))
        assert own is not None, f"a record of {right.content!r} from its own turn; there is none"
        for name, where in FIELDS.items():
            rule(where)
            value, want = (getattr(record, name) for record in (own, right))
            assert value == want, f"{name} {want} for {right.content!r}; it is {value}"


def assert_context(lab, question, wanted, why, scope=ADA, budget=300, **more):
    """The context for a question has these lines."""
    got = lab.context_for(STORE, question, scope, budget, **more)
    lines, right = tuple(got.splitlines()), tuple(wanted)
    for mine, want in zip(lines, right, strict=False):
        assert mine == want, f"the line {want!r}: {why}; it is {mine!r}"
    more, fewer = lines[len(right) :], right[len(lines) :]
    assert not more, f"nothing after {len(right)} lines: {why}; there is {more[0]!r}"
    assert not fewer, f"the line {fewer[0]!r} as well: {why}; the text ends after {len(lines)} lines"
    assert got == "\n".join(right), f"nothing but these lines: {why}; it is {got!r}"


@pytest.mark.task("B9.2", rule="A context", points=4)
def test_a_context(lab, box):
    """What a question is about comes back as a text, and nothing else."""
    box.put(STORE, store_of(memory("I like tea"), memory("I keep bees"), memory("I like green tea", day=2)))
    wanted = (KNOWN, "- 2026-03-01, user, s1/1: I like tea", "- 2026-03-02, user, s1/1: I like green tea")
    assert_context(lab, "Which tea?", wanted, "two of three memories hold a word of the question")


@pytest.mark.task("B9.2", rule="Hearsay apart", points=3, needs="test_a_context")
def test_hearsay_stands_apart(lab, box):
    """What is only heard stands under its own heading."""
    heard = memory("Ada likes black tea, black tea", "agent-7/2", day=3, speaker="agent")
    box.put(STORE, store_of(heard, memory("I like tea")))
    known = (KNOWN, "- 2026-03-01, user, s1/1: I like tea")
    wanted = (*known, HEARD, "- 2026-03-03, agent, agent-7/2: Ada likes black tea, black tea")
    assert_context(lab, "Which tea?", wanted, "an agent's word is hearsay, whatever its score")


@pytest.mark.task("B9.2", rule="The order of the hits", points=6, needs="test_a_context")
def test_the_best_hit_comes_first(lab, box):
    """Memories stand in the order of the hits."""
    records = (
        memory("I like tea", "s1/1", day=1),
        memory("I like black tea in the morning", "s1/2", day=2),
        memory("I like green tea", "s1/3", day=3),
        memory("I like the green cup for tea", "s1/4", day=4),
    )
    box.put(STORE, store_of(*records))
    wanted = (
        KNOWN,
        "- 2026-03-03, user, s1/3: I like green tea",
        "- 2026-03-04, user, s1/4: I like the green cup for tea",
        "- 2026-03-01, user, s1/1: I like tea",
        "- 2026-03-02, user, s1/2: I like black tea in the morning",
    )
    assert_context(lab, "Which green tea?", wanted, "it is in the order of the hits")
    one = (KNOWN, wanted[1])
    budget = estimate_tokens("\n".join(one))
    assert_context(lab, "Which green tea?", one, "the best hit is packed before all others", budget=budget)


@pytest.mark.task("B9.2", rule="Limit before budget", points=4, needs="test_the_best_hit_comes_first")
def test_limit_before_budget(lab, box):
    """The limit is applied before the budget, and is six by default."""
    records = [
        memory(f"I like tea {'really ' * number}{number}", f"s1/{number}", day=number + 1)
        for number in range(9)
    ]
    box.put(STORE, store_of(*records))
    lines = [f"- 2026-03-0{n + 1}, user, s1/{n}: {record.content}" for n, record in enumerate(records)]
    question = "Which tea?"
    assert_context(lab, question, (KNOWN, *lines[:6]), "six hits where no limit is given", budget=999)
    assert_context(lab, question, (KNOWN, *lines[:2]), "the limit is two", budget=999, limit=2)
    assert_context(lab, question, (KNOWN, *lines[:8]), "the limit is eight", budget=999, limit=8)
    long = memory("Green tea, " * 12 + "always", "s2/1")
    box.put(STORE, store_of(long, memory("Green tea", "s2/2"), memory("My tea", "s2/3")))
    wanted = (KNOWN, "- 2026-03-01, user, s2/2: Green tea")
    why = "of two hits the first does not fit, and a third is not asked for"
    assert_context(lab, "Which green tea?", wanted, why, budget=40, limit=2)


@pytest.mark.task(
    "B9.2", rule="The budget is that of the text", points=4, needs="test_the_best_hit_comes_first"
)
def test_the_budget_of_the_text(lab, box):
    """The text as a model gets it is within the budget."""
    box.put(STORE, store_of(memory("I like tea"), memory("I like green tea", day=2)))
    both = (KNOWN, "- 2026-03-01, user, s1/1: I like tea", "- 2026-03-02, user, s1/1: I like green tea")
    tokens = estimate_tokens("\n".join(both))
    question = "Which tea?"
    assert_context(lab, question, both, f"the text has {tokens} tokens", budget=tokens)
    assert_context(lab, question, both[:2], f"with both it has {tokens} tokens", budget=tokens - 1)


@pytest.mark.task("B9.2", rule="A pinned hit", points=2, needs="test_a_context")
def test_a_pinned_hit_has_to_fit(lab, box, raises):
    """A pinned hit over the budget is an error, not a silence."""
    pinned = memory("Never put milk into my tea", "s1/2", pinned=True)
    box.put(STORE, store_of(pinned, memory("I like rain")))
    with raises("BudgetError", "a pinned memory that was found has no room"):
        lab.context_for(STORE, "Which tea?", ADA, 5)
    wanted = (KNOWN, "- 2026-03-01, user, s1/1: I like rain")
    assert_context(
        lab, "What of the rain?", wanted, "a pinned memory that is no hit does not come", budget=20
    )


@pytest.mark.task("B9.2", rule="Nothing found", points=3, needs="test_a_context")
def test_nothing_found_is_an_empty_text(lab, box):
    """Where nothing is found, or fits, the context is empty."""
    box.put(STORE, store_of())
    assert_context(lab, "Which tea?", (), "the store is empty")
    box.put(STORE, store_of(memory("I like tea")))
    for question in ("", " ?! ", "Where is Rome?"):
        assert_context(lab, question, (), f"no memory shares a word with {question!r}")
    assert_context(lab, "Which tea?", (), "what was found does not fit", budget=9)


@pytest.mark.task("B9.2", rule="Whose memory", points=4, needs="test_a_context")
def test_of_the_scope_and_active(lab, box):
    """Only active memories of the scope come back."""
    records = (
        memory("My tea is in the tin", "s1/9", scope=BEN),
        memory("The shop sells tea", "s1/8", scope=Scope("ada", "shop")),
        memory("My tea is with Eve", "s1/7", scope=Scope("ada", "", "march")),
        memory("I like tea", "s1/1", day=5),
        memory("I like white tea", "s1/2", status="archived"),
        memory("I like red tea", "s1/3", status="superseded", superseded_by="s1/1"),
    )
    box.put(STORE, store_of(*records))
    wanted = (KNOWN, "- 2026-03-05, user, s1/1: I like tea")
    assert_context(lab, "Which tea?", wanted, "the others are of another scope, or not active")
    wanted = (KNOWN, "- 2026-03-01, user, s1/9: My tea is in the tin")
    assert_context(lab, "Which tea?", wanted, "this time Ben asks", scope=BEN)
    wanted = (KNOWN, "- 2026-03-01, user, s1/8: The shop sells tea")
    assert_context(lab, "Which tea?", wanted, "this time Ada's shop asks", scope=Scope("ada", "shop"))


@pytest.mark.task("B9.2", rule="No store", points=3)
def test_where_no_store_is(lab, raises):
    """A path that is misspelt is an error, and makes no store."""
    for again in ("", ", and the first call has made none"):
        with raises("StoreError", f"there is no store under the name of {STORE}{again}"):
            lab.context_for(STORE, "Which tea?", ADA, 300)


@pytest.mark.task("B9.2", rule="Asking writes nothing", points=4, needs="test_a_context")
def test_asking_writes_nothing(lab, box):
    """Whatever is asked, the file stays as it is, and is read anew."""
    first, second = (
        store_of(memory("I like tea")),
        store_of(memory("I like tea"), memory("I like green tea", day=2)),
    )
    box.put(STORE, first)
    one = (KNOWN, "- 2026-03-01, user, s1/1: I like tea")
    for message in ("Which tea?", "I like tea in the morning."):
        assert_context(lab, message, one, "that is all there is")
        assert box.fetch(STORE) == first, f"a file with the same bytes after {message!r}; they are others"
    box.put(STORE, second)
    two = (*one, "- 2026-03-02, user, s1/1: I like green tea")
    assert_context(lab, "Which tea?", two, "the store has a memory more now")
    with box.kill_after(20_000):
        assert_context(lab, "Which tea?", two, "this time in another process")
    assert_context(lab, "Which tea?", two, "that process was killed since")


@pytest.mark.task("B9.2", rule="Priya", points=2, needs="test_a_context")
def test_contexts_of_priya(lab, box, measure, expected):
    """What Priya is handed comes out as on the page."""
    files = [Path(measure.DATA, name) for name in ("sessions.jsonl", "agents.jsonl")]
    records = write([turn for file in files for turn in read_turns(file)], measure.PRIYA)
    box.put("priya.db", store_of(*records))
    for right in expected["asked"]:
        got = measure.asked(lab, right["about"])
        for name, want in right.items():
            assert got[name] == want, f"{name} {want} for {right['question']!r}; it is {got[name]}"
    for name, question in (("stale", measure.STALE), ("keys", measure.KEYS), ("twice", measure.TWICE)):
        got, want = measure.handed(lab, question), expected["wrong"][name]
        for mine, line in zip(got, want, strict=False):
            assert mine == line, f"the line {line!r} for {question!r}; it is {mine!r}"
        assert len(got) == len(want), f"{len(want)} lines for {question!r}; there are {len(got)}"


@pytest.mark.task("B9.2", points=5)
def test_questions_of_a_variant(lab, box, variant, rule):
    """A store never seen gives the contexts of the reference."""
    asked = variant["asked"]
    rule("A context")
    box.put(STORE, store_of(*asked["records"]))
    for question, budget, limit, wanted in asked["questions"]:
        got = lab.context_for(STORE, question, asked["scope"], budget, limit)
        rule("The order of the hits")
        for mine, right in zip(got.splitlines(), wanted.splitlines(), strict=False):
            assert mine == right, f"the line {right!r} for {question!r}; it is {mine!r}"
        rule("The budget is that of the text" if budget < 999 else "Limit before budget")
        assert got == wanted, f"{len(wanted.splitlines())} lines within {budget} tokens; it is {got!r}"
