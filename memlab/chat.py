"""A chat that remembers: each message is answered from what was said before, and then remembered itself.

Who answers is behind a protocol. The answerer here needs no model and no network: it reads out what was
recalled, so that one sees what a model would have been handed.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Protocol

from memlab.pipeline import Written, context_for, remember
from memlab.record import Scope, Turn
from memlab.sentences import is_question, sentences

NOTHING_KNOWN = "I know nothing of that."


class Answerer(Protocol):
    """Answers a message with the help of a context, which may be empty."""

    def __call__(self, message: str, context: str) -> str:
        """Return the answer as text for a person."""


class Remember(Protocol):
    """What `memlab.pipeline.remember` does, or a function of one's own in its place."""

    def __call__(
        self, path: str, turns: Sequence[Turn], scope: Scope, recalled: Sequence[str] = ()
    ) -> Written:
        """Write down what the turns say."""


class ContextFor(Protocol):
    """What `memlab.pipeline.context_for` does, or a function of one's own in its place."""

    def __call__(self, path: str, question: str, scope: Scope, budget_tokens: int) -> str:
        """Return what a model should be handed with the question."""


def read_out(message: str, context: str) -> str:
    """Answer without a model: read out the context where something is asked; else say that it was heard.

    >>> read_out("I like tea.", "")
    'I see.'
    >>> read_out("Which tea do I like?", "")
    'I know nothing of that.'
    """
    if not any(is_question(sentence) for sentence in sentences(message)):
        return "I see."
    return context or NOTHING_KNOWN


def converse(
    messages: Iterable[str],
    path: str,
    scope: Scope,
    session: str,
    clock: Callable[[], datetime],
    *,
    budget_tokens: int = 300,
    answer: Answerer = read_out,
    remember: Remember = remember,
    context_for: ContextFor = context_for,
) -> Iterator[str]:
    """Answer messages one after the other; what was said is in the store before its answer is given.

    messages: as they come in; one that is blank is passed over. session: a name that no session in this store
    has had. clock: what time it is, with its offset. The context of a message is what was said before it. It
    is handed to the gate as recalled text, so that the store does not write down what it has said itself.
    Yields each answer, and under it how many memories the message gave.

    >>> import tempfile
    >>> from datetime import UTC
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     said = ["I like green tea.", "Which tea do I like?"]
    ...     noon = datetime(2026, 3, 14, 12, tzinfo=UTC)
    ...     for reply in converse(said, f"{folder}/memories.db", Scope("ada"), "s1", lambda: noon):
    ...         print(reply)
    I see.
    (1 memory more)
    What is known of the user:
    - 2026-03-14, user, s1/1: I like green tea
    """
    remember(path, (), scope)  # so that there is a store to ask
    number = 0
    for message in messages:
        if not message.strip():
            continue
        context = context_for(path, message, scope, budget_tokens)
        reply = answer(message, context)
        number += 2
        turns = [
            Turn(session, number - 1, "user", message, clock()),
            Turn(session, number, "assistant", reply, clock()),
        ]
        written = remember(path, turns, scope, (context,))
        added = len(written.added)
        noted = f"\n({added} {'memory' if added == 1 else 'memories'} more)" if added else ""
        yield f"{reply}{noted}"
