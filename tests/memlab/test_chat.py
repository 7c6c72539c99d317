"""The chat: what is answered, what is remembered of it, and in which order."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memlab import pipeline
from memlab.chat import NOTHING_KNOWN, converse, read_out
from memlab.pipeline import context_for, remember
from memlab.record import Scope
from memlab.store import load

ADA = Scope("ada")
AT = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> str:
    return str(tmp_path / "memories.db")


def talk(store: str, *messages: str, session: str = "s1", **more) -> list[str]:
    return list(converse(messages, store, ADA, session, lambda: AT, **more))


def test_a_second_chat_knows_what_the_first_was_told(store):
    """All state is in the file: a restart in between makes no difference."""
    assert talk(store, "I like green tea.") == ["I see.\n(1 memory more)"]
    (answer,) = talk(store, "Which tea do I like?", session="s2")
    assert answer.endswith("- 2026-03-14, user, s1/1: I like green tea")


def test_a_message_is_not_in_its_own_context(store):
    """What is said for the first time was not known before."""
    seen = []
    answer = lambda message, context: seen.append(context) or "Well."  # noqa: E731
    talk(store, "I like green tea.", "I like green tea.", answer=answer)
    assert seen[0] == ""
    assert "s1/1: I like green tea" in seen[1]


def test_an_answer_is_given_when_its_message_is_in_the_store(store):
    """Whoever has seen an answer knows that what it answers is written down."""
    messages = iter(["I like tea.", "I have a cat."])
    replies = converse(messages, store, ADA, "s1", lambda: AT)
    for count in (1, 2):
        next(replies)
        assert len(load(store, ADA)) == count


def test_what_a_model_answers_is_no_memory(store):
    """An answer is an echo, whatever it claims."""
    talk(store, "Hello!", answer=lambda message, context: "You told me that I like tea. I have a cat.")
    assert load(store, ADA) == ()


def test_the_context_is_handed_on_as_recalled(store):
    """The function that remembers is told what stood in the prompt."""
    told = []

    def noting(path, turns, scope, recalled=()):
        told.append((len(turns), tuple(recalled)))
        return remember(path, turns, scope, recalled)

    talk(store, "I like green tea.", "Which tea?", remember=noting)
    context = context_for(store, "Which tea?", ADA, 300)
    assert told == [(0, ()), (2, ("",)), (2, (context,))]


def test_a_store_is_made_by_the_function_that_remembers(store, monkeypatch):
    """A chat on functions of one's own makes no store behind their backs."""
    monkeypatch.setattr(pipeline, "create", lambda path: pytest.fail("the library's own made a store"))
    talk(store, "Hello!", remember=lambda *given: pipeline.Written((), ()), context_for=lambda *given: "")
    assert not Path(store).exists()


def test_blank_messages_are_passed_over(store):
    """They have no answer and no number."""
    assert len(talk(store, "", "I like tea.", "  \n", "I have a cat.")) == 2
    assert [memory.provenance.source_id for memory in load(store, ADA)] in (
        ["s1/1", "s1/3"],
        ["s1/3", "s1/1"],
    )


def test_nothing_is_done_before_an_answer_is_asked_for(store):
    """Messages are taken one by one, so that somebody may type them."""

    def typed() -> Iterator[str]:
        yield "I like tea."
        pytest.fail("the next message was taken before the first was answered")

    assert next(converse(typed(), store, ADA, "s1", lambda: AT)).startswith("I see.")


@pytest.mark.parametrize(
    ("message", "context", "answer"),
    [
        ("I like tea.", "What is known of the user:", "I see."),
        ("I like tea. Which one?", "", NOTHING_KNOWN),
        ("Which one? I like tea.", "known", "known"),
    ],
)
def test_an_answer_without_a_model_reads_out(message, context, answer):
    """A message that asks is answered with what is known, also where it says something as well."""
    assert read_out(message, context) == answer
