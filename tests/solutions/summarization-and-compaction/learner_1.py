# %% [markdown]
# # Summarization and compaction
#
# Two functions are yours: one makes a summary that knows what it was made from, the other finds the
# summaries that a deletion has cut off. The page beside this file, `lesson.md`, says why.
#
# Run this file. Untouched it shows what is to write and what will come out; that is the right start.

# %%
from collections.abc import Sequence
from dataclasses import replace

from memlab.evolve.summarize import Summary
from memlab.record import Memory, Provenance, Scope, make_memory, session_of
from memlab.write import derived_authority

# %% [markdown]
# ## Task I2.1: summarise one session
#
# `make_memory` builds a valid record with its id, `replace` sets a field that it does not take, and
# `derived_authority` knows how much authority a record made from others may have.


# %%
def summarise_session(memories: Sequence[Memory], session: str, scope: Scope) -> Summary | None:
    """Join the standing claims of one source into one record that knows what it was made from.

    memories: a whole store, in any order.  session: the source to summarise, as `session_of` names it.
    Only records count whose scope equals `scope`, that are active, and that are not derived themselves.
    The claims are the semantic and procedural ones among them, ordered by `happened_at`, then `id`; episodes
    are left out. Under two claims there is nothing to join: returns None.

    The record's content is `Summary of {session}: ` and the claims as they stand, joined with `; `. It is
    semantic, of that scope, said by the agent, with the source_id `summary:{session}`. `derived_from` holds
    the sorted ids of exactly the claims. Authority and confidence are the lowest of the claims, both times
    their latest.
    Source: "Summarization and Compaction", Mechanism.

    >>> from datetime import UTC, datetime
    >>> def said(day, content, type="semantic"):
    ...     at = datetime(2026, 3, day, tzinfo=UTC)
    ...     return make_memory(content, type, Scope("ada"), Provenance("s1/1", "user", 1.0), at, at)
    >>> store = [said(3, "Has a cat"), said(2, "Saw a heron", "episodic"), said(1, "Likes tea")]
    >>> summary = summarise_session(store, "s1", Scope("ada"))
    >>> summary.memory.content
    'Summary of s1: Likes tea; Has a cat'
    >>> summary.kept, summary.dropped_chars, summary.source_chars
    (2, 11, 29)
    """
    held = []
    for memory in memories:
        if memory.scope != scope:
            continue
        if session_of(memory) != session:
            continue
        if memory.status != "active":
            continue
        if memory.derived_from:
            continue
        held.append(memory)
    kept = [memory for memory in held if memory.type != "episodic"]
    kept.sort(key=lambda memory: (memory.happened_at, memory.id))
    if len(kept) < 2:
        return None
    content = f"Summary of {session}: " + "; ".join(memory.content for memory in kept)
    authority = derived_authority([memory.provenance for memory in kept])
    happened_at = max(memory.happened_at for memory in kept)
    recorded_at = max(memory.recorded_at for memory in kept)
    confidence = min(memory.confidence for memory in kept)
    record = make_memory(
        content, "semantic", scope, Provenance(f"summary:{session}", "agent", authority), happened_at, recorded_at
    )
    record = replace(record, confidence=confidence, derived_from=tuple(sorted(memory.id for memory in kept)))
    source_chars = sum(len(memory.content) for memory in held)
    dropped = sum(len(memory.content) for memory in held if memory.type == "episodic")
    return Summary(
        source=session,
        memory=record, kept=len(kept), dropped_chars=dropped, source_chars=source_chars)


# %% [markdown]
# ## Task I2.2: find the orphaned summaries


# %%
def orphaned_summaries(memories: Sequence[Memory]) -> tuple[Memory, ...]:
    """Find the records that were made from something which is no longer there, in input order.

    memories: a whole store, summaries included.  A record with `derived_from` is orphaned when at least one
    of those ids belongs to no record in `memories`. A source that is archived or superseded is still there.
    What was never derived cannot be orphaned. No memories: ().
    Source: "Summarization and Compaction", what makes it safe.

    >>> from dataclasses import replace
    >>> from datetime import UTC, datetime
    >>> def said(content):
    ...     at = datetime(2026, 3, 1, tzinfo=UTC)
    ...     return make_memory(content, "semantic", Scope("ada"), Provenance("s1/1", "user", 1.0), at, at)
    >>> tea, cat = said("Likes tea"), said("Has a cat")
    >>> both = replace(said("Likes tea; Has a cat"), derived_from=(cat.id, tea.id))
    >>> orphaned_summaries([tea, cat, both])
    ()
    >>> [memory.content for memory in orphaned_summaries([tea, both])]
    ['Likes tea; Has a cat']
    """
    ids = set()
    for memory in memories:
        ids.add(memory.id)
    orphans = []
    for memory in memories:
        for source in memory.derived_from:
            if source not in ids:
                orphans.append(memory)
                break
    return tuple(orphans)


# %% [markdown]
# ## To play with
#
# Whatever you try here is yours; nothing grades it.

# %%
if __name__ == "__main__":
    pass

# %%
if __name__ == "__main__":
    from tutor.lab import run

    run("summarization-and-compaction", globals())
