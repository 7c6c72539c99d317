"""The loop: what turns leave in a store, what a question brings back, and what a kill leaves of both."""

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memlab.budget import estimate_tokens
from memlab.errors import BudgetError, RecordError, StoreError
from memlab.pipeline import Written, context_for, remember
from memlab.record import Role, Scope, Turn
from memlab.store import add, create, load

ADA, BEN = Scope("ada"), Scope("ben")
AT = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> str:
    """The path of a store that nobody has made yet."""
    return str(tmp_path / "memories.db")


def said(number: int, text: str, role: Role = "user", session: str = "s1") -> Turn:
    return Turn(session, number, role, text, AT + timedelta(minutes=number))


def contents(store: str, scope: Scope = ADA) -> list[str]:
    return [memory.content for memory in load(store, scope)]


def test_what_is_remembered_comes_back_for_its_question(store):
    """A claim becomes a memory with source, speaker and day, and a question about it finds it."""
    written = remember(store, [said(1, "Hello! I like green tea. I have a cat.")], ADA)
    assert [memory.id for memory in load(store, ADA)] == sorted(written.added)
    context = context_for(store, "Which tea do I like?", ADA, 100)
    assert context.splitlines()[1] == "- 2026-03-14, user, s1/1: I like green tea"


def test_nothing_to_write_makes_a_store_all_the_same(store):
    """No turns give an empty memory, which may be asked."""
    assert remember(store, [], ADA) == Written((), ())
    assert context_for(store, "Which tea?", ADA, 100) == ""


def test_a_store_that_is_not_there_is_not_made_by_asking(store):
    """A misspelt path is told of, twice."""
    for _ in range(2):
        with pytest.raises(StoreError, match="is no file"):
            context_for(store, "Which tea?", ADA, 100)
    assert not Path(store).exists()


def test_a_store_whose_folder_is_not_there(tmp_path):
    """One sentence, and no folder is made."""
    with pytest.raises(StoreError):
        remember(str(tmp_path / "no" / "memories.db"), [said(1, "I like tea.")], ADA)
    assert not (tmp_path / "no").exists()


SENTENCES = ("I like tea.", "I am glad.", "My cat is grey.", "Yesterday I lost a glove.", "Really?")
TURNS = st.lists(
    st.tuples(st.sampled_from(["user", "assistant", "agent", "tool"]), st.sampled_from(SENTENCES)),
    max_size=6,
).map(lambda told: [said(number, text, role) for number, (role, text) in enumerate(told, start=1)])


@settings(max_examples=15)
@given(TURNS, st.integers(0, 6))
def test_however_often_it_is_begun_the_store_is_the_same(tmp_path_factory, turns, first):
    """The first turns, then all, then all again: as if all had been remembered once."""
    folder = tmp_path_factory.mktemp("stores")
    once, again = str(folder / "once.db"), str(folder / "again.db")
    whole = remember(once, turns, ADA)
    parts = [remember(again, some, ADA) for some in (turns[:first], turns, turns)]
    assert load(once, ADA) == load(again, ADA)
    assert parts[0].added + parts[1].added == whole.added
    assert parts[2] == Written((), whole.refused)


def test_a_turn_that_cannot_be_written_leaves_nothing_of_the_others(store):
    """Neither a time without offset nor half a character leaves half a conversation."""
    remember(store, [said(1, "I have a cat.")], ADA)
    naive = replace(said(3, "I like rain."), time=AT.replace(tzinfo=None))
    with pytest.raises(RecordError, match="offset"):
        remember(store, [said(2, "I like tea."), naive], ADA)
    with pytest.raises(StoreError, match="half a character"):
        remember(store, [said(2, "I like tea."), said(3, "I like \ud800.")], ADA)
    assert contents(store) == ["I have a cat"]


def test_r10_the_same_words_of_two_users_are_two_memories(store):
    """R10: what Ada has said is no reason not to store it for Ben, and he finds his own."""
    words = "I prefer invoices in PDF."
    assert all(len(remember(store, [said(1, words)], scope).added) == 1 for scope in (ADA, BEN))
    for scope in (ADA, BEN):
        assert context_for(store, "Which invoices?", scope, 100).endswith("I prefer invoices in PDF")


def test_r76_one_scope_is_never_the_whole_file(store):
    """R76: what is written or asked for one user leaves the other's four memories as they are."""
    for scope, count in ((Scope("ivo"), 3), (Scope("zoe"), 4)):
        remember(store, [said(n, f"I like tea number {n}.") for n in range(count)], scope)
    before = load(store, Scope("zoe"))
    remember(store, [said(9, "I like tea number 9.")], Scope("ivo"))
    context_for(store, "Which tea?", Scope("ivo"), 100)
    assert load(store, Scope("zoe")) == before
    assert len(contents(store, Scope("ivo"))) == len(before) == 4
    assert context_for(store, "Which tea?", Scope(""), 100) == ""


def test_a_context_read_aloud_by_a_tool_adds_nothing(store):
    """What is handed on as recalled is not written down again, whole context or single line."""
    remember(store, [said(1, "I like tea. I have a cat. Yesterday I lost a glove.")], ADA)
    context = context_for(store, "Where have I lost tea, cat and glove? I have, I like", ADA, 300)
    assert len(context.splitlines()) == 4
    told = [said(1, context, "tool", "s2"), said(2, "I have a cat.", "agent", "s2")]
    assert remember(store, told, ADA, (context,)).added == ()
    assert len(remember(store, told, ADA).added) == 4


@settings(max_examples=20)
@given(st.integers(0, 200), st.integers(0, 12))
def test_a_context_never_exceeds_its_budget_nor_its_limit(tmp_path_factory, budget, limit):
    """Whatever is asked for, the text has no more tokens and no more memories."""
    store = str(tmp_path_factory.mktemp("budget") / "memories.db")
    remember(store, [said(n, f"I like tea {'and tea ' * n}.") for n in range(8)], ADA)
    context = context_for(store, "Which tea?", ADA, budget, limit)
    assert estimate_tokens(context) <= budget
    assert context.count("\n- ") <= limit


def test_a_pinned_hit_without_room_is_an_error(store, memory):
    """What must not be left out is not left out silently, and does not come where it is no hit."""
    create(store)
    add(store, [memory("Never put milk into tea", pinned=True), memory("Likes rain", "s1/2")])
    with pytest.raises(BudgetError):
        context_for(store, "Which tea?", ADA, 5)
    assert "milk" not in context_for(store, "Which rain?", ADA, 100)


def test_asking_leaves_every_byte_as_it_was(store):
    """A question writes nothing, and nothing is left beside the file."""
    remember(store, [said(1, "I like tea.")], ADA)
    before = Path(store).read_bytes()
    for question in ("Which tea?", "I like tea in the evening.", "", "?"):
        context_for(store, question, ADA, 100)
    assert Path(store).read_bytes() == before
    assert [file.name for file in Path(store).parent.iterdir()] == ["memories.db"]


def test_a_store_made_by_another_program_is_refused(store):
    """Nothing is written into somebody else's database."""
    with closing(sqlite3.connect(store)) as other:
        other.execute("CREATE TABLE song (name TEXT)")
    before = Path(store).read_bytes()
    for call in (
        lambda: remember(store, [said(1, "I like tea.")], ADA),
        lambda: context_for(store, "Tea?", ADA, 9),
    ):
        with pytest.raises(StoreError, match="another program"):
            call()
    assert Path(store).read_bytes() == before


WRITER = """
import sys
from datetime import UTC, datetime
from memlab.pipeline import remember
from memlab.record import Scope, Turn
at = datetime(2026, 3, 14, tzinfo=UTC)
for number in range(1, 2000):
    remember(sys.argv[1], [Turn("s1", number, "user", f"I like tea number {number}.", at)], Scope("ada"))
    print(number, flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no such signal")
def test_an_import_that_was_killed_is_begun_again(store):
    """What was acknowledged before the kill is there, and the same turns again add the rest."""
    with subprocess.Popen([sys.executable, "-c", WRITER, store], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        acknowledged = [next(writer.stdout) for _ in range(3)]
        writer.kill()
    there = len(contents(store))
    assert there >= len(acknowledged)
    at = datetime(2026, 3, 14, tzinfo=UTC)
    turns = [Turn("s1", n, "user", f"I like tea number {n}.", at) for n in range(1, there + 5)]
    assert len(remember(store, turns, ADA).added) == 4
