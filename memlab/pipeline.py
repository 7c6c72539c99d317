"""The loop: what is said is remembered, and what a question is about comes back as text for a prompt.

Nothing here is new. Writing goes through cues, provenance and the gate into the store; answering goes through
scope, ranking and the budget into a context. All state is in the store's file, so that a program may end
between any two calls.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from memlab.budget import pack
from memlab.cues import CUES
from memlab.recall import recall
from memlab.record import Memory, Scope, Turn, make_memory
from memlab.render import render
from memlab.store import add, create, load
from memlab.write import attribute, candidates, worth_writing


@dataclass(frozen=True, slots=True)
class Refusal:
    """A sentence that did not become a memory: where it stood, its words, the rule of the gate, and why."""

    source_id: str
    content: str
    kind: str
    reason: str


@dataclass(frozen=True, slots=True)
class Written:
    """What came of some turns: the ids that are new in the store, and the sentences that the gate refused."""

    added: tuple[str, ...]
    refused: tuple[Refusal, ...]


def remember(path: str, turns: Sequence[Turn], scope: Scope, recalled: Sequence[str] = ()) -> Written:
    """Write down what some turns say, all of it or nothing; a store is made where there is none.

    turns: in the order said. Each sentence that one of CUES claims is attributed to its turn and goes through
    the gate, with `recalled`: the texts that were recalled into the prompt of these turns, each of them
    whole, as in `[context]`. What passes is a record of `scope` whose two times are the turn's.
    Returns the ids of records that the store did not hold before, and what the gate refused, both in the
    order said. The same turns again add nothing, and what was refused is returned again. No turns, or none
    that claims anything, leave a store as it is.
    Raises StoreError as `create` and `add` do, and RecordError for a time without an offset of a turn that
    would become a record; then nothing of any turn is written.

    >>> import tempfile
    >>> from datetime import UTC, datetime
    >>> at = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
    >>> hers = Turn("s1", 1, "user", "Hello! I like tea.", at)
    >>> said = [hers, Turn("s1", 2, "assistant", "I like tea, too.", at)]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = f"{folder}/memories.db"
    ...     first, second = remember(path, said, Scope("ada")), remember(path, said, Scope("ada"))
    ...     [memory.content for memory in load(path, Scope("ada"))]
    ['I like tea']
    >>> len(first.added), [refusal.kind for refusal in first.refused], second.added
    (1, ['echo'], ())
    """
    records: list[Memory] = []
    refused: list[Refusal] = []
    for turn in turns:
        for said in candidates(turn, CUES):
            provenance = attribute(said, turn)
            decision = worth_writing(said, provenance, recalled)
            if decision.action == "write":
                records.append(make_memory(said.content, said.type, scope, provenance, turn.time, turn.time))
            else:
                refused.append(Refusal(provenance.source_id, said.content, decision.kind, decision.reason))
    create(path)
    return Written(add(path, records), tuple(refused))


def context_for(path: str, question: str, scope: Scope, budget_tokens: int, limit: int = 6) -> str:
    """Return what a model should be handed with a question: memories of the scope, within the budget.

    The hits of `recall`, `limit` at most, are packed in their order, and what is kept is rendered. A hit that
    does not fit is not replaced by one beyond the limit. "" where nothing is found or nothing fits.
    Nothing is written. Raises StoreError where there is no store, and makes none; and BudgetError where a
    pinned hit does not fit.
    This reads all memories of the scope; `memlab.index.Index` is for programs that keep many at hand.

    >>> import tempfile
    >>> from datetime import UTC, datetime
    >>> said = Turn("s1", 1, "user", "I like tea. I have a cat.", datetime(2026, 3, 14, 9, 30, tzinfo=UTC))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = f"{folder}/memories.db"
    ...     written = remember(path, [said], Scope("ada"))
    ...     print(context_for(path, "Which tea?", Scope("ada"), budget_tokens=100))
    What is known of the user:
    - 2026-03-14, user, s1/1: I like tea
    """
    records = load(path, scope)
    by_id = {record.id: record for record in records}
    found = [by_id[hit.memory_id] for hit in recall(question, records, scope, limit)]
    return render(pack(found, budget_tokens).kept)
