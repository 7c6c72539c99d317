# %% [markdown]
# # Summarization and compaction
#
# Two functions are yours: one makes a summary that knows what it was made from, the other finds the
# summaries that a deletion has cut off. The page, `lesson.md` one folder up, says why. Helpers of your own
# and imports of the standard library may stand wherever you like.
#
# Run this file. Untouched it shows what is still to be written and what will come out: that is where
# everybody begins.

# %%
from collections.abc import Sequence
from dataclasses import replace

from memlab.evolve.summarize import Summary
from memlab.record import Memory, Provenance, Scope, make_memory, session_of
from memlab.write import derived_authority

# %% [markdown]
# ## Task I2.1: summarise one session
#
# What you will need:
#
# - `make_memory(content, type, scope, provenance, happened_at, recorded_at, confidence)` makes a valid record
#   with its id; the confidence is 1.0 if you leave it out;
# - `replace(memory, field=value)` returns a copy with that field changed, for a field that `make_memory` does
#   not take, such as `derived_from`, which is no part of the id; a record itself can never be changed;
# - `derived_authority(provenances)` is the authority of what was made from several sources;
# - a memory has `id`, `content`, `type`, `scope`, `status`, `happened_at`, `recorded_at`, `confidence`,
#   `derived_from` (a tuple of ids, `()` if it was not derived), and `provenance`, which is a
#   `Provenance(source_id, speaker, authority)`; its type is "semantic", "procedural" or "episodic", its
#   status "active", "superseded" or "archived".


# %%
def summarise_session(memories: Sequence[Memory], session: str, scope: Scope) -> Summary | None:
    """Join the standing claims of one source into one record that knows what it was made from.

    memories: a whole store, in any order, each id once.
    session: the source to summarise, as `session_of` names it.
    Only records count whose scope equals `scope`, whose status is "active", and that are not derived.
    The claims are the semantic and procedural ones among them, ordered by `happened_at`, then `id`; episodes
    are left out. Under two claims there is nothing to join: returns None.

    Returns Summary(memory, source, kept, dropped_chars, source_chars): the record, `session`, the number of
    claims, the characters of the episodes' contents, and those of all contents, claims and episodes; no label
    and no separator is counted.
    The record's content is `Summary of {session}: ` and the claims as they stand, joined with `; `. It is
    semantic, of that scope, with the source_id `summary:{session}` and the speaker "agent". `derived_from` is
    the tuple of the sorted ids of exactly the claims. Authority and confidence are the lowest of the claims;
    `happened_at` is the latest `happened_at` among them, and `recorded_at` the latest `recorded_at`, which
    may be another claim's. Every other field keeps its default.
    Source: "Summarization and Compaction".

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
    members = [
        memory
        for memory in memories
        if session_of(memory) == session
        and memory.scope == scope
        and memory.status == "active"
        and not memory.derived_from
    ]
    claims = sorted(
        (memory for memory in members if memory.type != "episodic"),
        key=lambda memory: (memory.happened_at, memory.id),
    )
    if len(claims) < 2:
        return None
    content = f"Summary of {session}: " + "; ".join(claim.content for claim in claims)
    provenance = Provenance(
        f"summary:{session}",
        "agent",
        derived_authority(claim.provenance for claim in claims),
    )
    record = make_memory(
        content,
        "semantic",
        scope,
        provenance,
        max(claim.happened_at for claim in claims),
        max(claim.recorded_at for claim in claims),
        min(claim.confidence for claim in claims),
    )
    record = replace(record, derived_from=tuple(sorted(claim.id for claim in claims)))
    source_chars = sum(len(memory.content) for memory in members)
    dropped = source_chars - sum(len(claim.content) for claim in claims)
    return Summary(record, session, len(claims), dropped, source_chars)


# %% [markdown]
# ## Task I2.2: find the orphaned summaries


# %%
def orphaned_summaries(memories: Sequence[Memory]) -> tuple[Memory, ...]:
    """Find the records that were made from something which is no longer there, in input order.

    memories: a whole store, summaries included.  A record with `derived_from` is orphaned when at least one
    of those ids belongs to no record in `memories`, whatever its own status, type or source; it is returned
    once, however many are missing. A memory that is archived or superseded is still there. What was never
    derived cannot be orphaned. No memories: ().
    Source: "Summarization and Compaction".

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
    stored = {memory.id for memory in memories}
    return tuple(memory for memory in memories if not stored.issuperset(memory.derived_from))


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
