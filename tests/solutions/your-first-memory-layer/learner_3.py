# %% [markdown]
# # Your first memory layer
#
# Two functions are yours: one remembers what was said, the other returns what a question is about. All that
# they need stands in lessons before this one and is imported below. The page, `lesson.md` one folder up, says
# why. Helpers of your own and imports of the standard library may stand wherever you like.
#
# Run this file. Untouched it shows what is still to be written and what will come out: that is where
# everybody begins.

# %%
from collections.abc import Sequence

from memlab.budget import pack
from memlab.cues import CUES
from memlab.pipeline import Refusal, Written
from memlab.recall import recall
from memlab.record import Memory, Scope, Turn, make_memory
from memlab.render import render
from memlab.store import add, create, load
from memlab.write import attribute, candidates, worth_writing

# %% [markdown]
# ## Task B9.1: remember what was said
#
# What you will need:
#
# - a `Turn` has `session`, `turn`, `role`, `text` and `time`;
# - `candidates(turn, CUES)` is the tuple of the sentences that a cue claims, in the order said; each has
#   `content` and `type`;
# - `attribute(candidate, turn)` is the `Provenance` of one: `source_id`, `speaker`, `authority`;
# - `worth_writing(candidate, provenance, recalled)` is the `Decision` of the gate: `action` ("write" or
#   "refuse"), `kind` and `reason`;
# - `make_memory(content, type, scope, provenance, happened_at, recorded_at)` is a record with its id. For a
#   time without an offset it raises RecordError;
# - `create(path)` makes an empty store, and does nothing where there is one;
# - `add(path, records)` adds those that the store does not hold yet, all or none, and returns their ids as a
#   tuple, in the order of `records`;
# - `Refusal(source_id, content, kind, reason)` and `Written(added, refused)` are what you return; `added` and
#   `refused` are tuples.


# %%
def remember(path: str, turns: Sequence[Turn], scope: Scope, recalled: Sequence[str] = ()) -> Written:
    """Write down what some turns say, all of it or nothing; a store is made where there is none.

    turns: in the order said. Each sentence that one of CUES claims is attributed to its turn and goes through
    the gate, with `recalled`: the texts that were recalled into the prompt of these turns. What passes is
    a record of `scope` whose two times are the turn's.
    Returns the ids of records that the store did not hold before, and what the gate refused, both in the
    order said. The same turns again add nothing, and what was refused is returned again. No turns, or none
    that claims anything, leave a store as it is.
    Raises StoreError as `create` and `add` do, and RecordError for a turn whose time has no offset; then
    nothing of any turn is written.

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
    create(path)
    judged = [
        (turn, candidate, source, worth_writing(candidate, source, recalled))
        for turn in turns
        for candidate in candidates(turn, CUES)
        for source in [attribute(candidate, turn)]
    ]
    records = tuple(
        make_memory(candidate.content, candidate.type, scope, source, turn.time, turn.time)
        for turn, candidate, source, decision in judged
        if decision.action == "write"
    )
    refused = tuple(
        Refusal(source.source_id, candidate.content, decision.kind, decision.reason)
        for _, candidate, source, decision in judged
        if decision.action == "refuse"
    )
    return Written(add(path, records), refused)


# %% [markdown]
# ## Task B9.2: find what belongs to a question
#
# - `load(path, scope)` is the tuple of all memories of a scope, the earliest recorded first. It raises
#   StoreError where there is no store;
# - `recall(question, records, scope, limit)` is the tuple of the hits, the best first, `limit` at most. Only
#   active records count. A hit has `memory_id` and `score`, and not the memory;
# - `pack(records, budget_tokens)` keeps what fits, the first before the others; it has `kept`, a tuple in the
#   order given. Where a pinned record does not fit it raises BudgetError;
# - `render(records)` is the text for a model: what is believed under one heading, what is hearsay under
#   another; of no records it is "".


# %%
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
    memories = {memory.id: memory for memory in load(path, scope)}
    hits = recall(question, memories.values(), scope, limit)
    found = [memories[hit.memory_id] for hit in hits]
    return render(pack(found, budget_tokens).kept)


# %% [markdown]
# ## To play with
#
# Whatever you try here is yours; nothing grades it. To talk to your own two functions, put this in the place
# of `pass`; an empty line ends the chat, and the next run of this file goes on where it ended:
#
#     from datetime import datetime
#
#     from memlab.chat import converse
#
#     def now():
#         return datetime.now().astimezone()
#
#     messages, session = iter(input, ""), f"chat-{now():%Y%m%d-%H%M%S}"
#     mine = {"remember": remember, "context_for": context_for}
#     for reply in converse(messages, "my-chat.db", Scope("me"), session, now, **mine):
#         print(reply)

# %%
if __name__ == "__main__":
    pass

# %%
if __name__ == "__main__":
    from tutor.lab import run

    run("your-first-memory-layer", globals())
