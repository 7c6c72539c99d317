# %% [markdown]
# # Summarization and compaction
#
# Two functions are yours: one makes a summary that knows what it was made from, the other finds the
# summaries that a deletion has cut off. The page, `lesson.md` one folder up, says why.
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
#   with its id; `replace(memory, field=value)` sets a field that it does not take;
# - `derived_authority(provenances)` is the authority of what was made from several sources;
# - a memory has `id`, `content`, `type`, `scope`, `status`, `happened_at`, `recorded_at`, `confidence`,
#   `derived_from` (a tuple of ids), and `provenance`, a `Provenance(source_id, speaker, authority)`.


# %%
def summarise_session(memories: Sequence[Memory], session: str, scope: Scope) -> Summary | None:
    """Join the standing claims of one source into one record that knows what it was made from.

    memories: a whole store, in any order.  session: the source to summarise, as `session_of` names it.
    Only records count whose scope equals `scope`, whose status is "active", and that are not derived.
    The claims are the semantic and procedural ones among them, ordered by `happened_at`, then `id`; episodes
    are left out. Under two claims there is nothing to join: returns None.

    Returns Summary(memory, source, kept, dropped_chars, source_chars): the record, `session`, the number of
    claims, and the characters of content of what was left out and of all that counts.
    The record's content is `Summary of {session}: ` and the claims as they stand, joined with `; `. It is
    semantic, of that scope, with the source_id `summary:{session}` and the speaker "agent". `derived_from` is
    the tuple of the sorted ids of exactly the claims. Authority and confidence are the lowest of the claims,
    `happened_at` and `recorded_at` each the latest. Every other field keeps its default.
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
    all_of_it = []
    for m in memories:
        if session_of(m) == session and m.scope == scope and m.status == "active":
            if len(m.derived_from) == 0:
                all_of_it.append(m)
    claims = []
    for m in all_of_it:
        if m.type == "semantic" or m.type == "procedural":
            claims.append(m)
    if len(claims) < 2:
        return None
    claims.sort(key=lambda m: (m.happened_at, m.id))
    texts = []
    ids = []
    provenances = []
    for m in claims:
        texts.append(m.content)
        ids.append(m.id)
        provenances.append(m.provenance)
    content = f"Summary of {session}: " + "; ".join(texts)
    authority = derived_authority(provenances)
    provenance = Provenance(f"summary:{session}", "agent", authority)
    happened = max(m.happened_at for m in claims)
    recorded = max(m.recorded_at for m in claims)
    confidence = min(m.confidence for m in claims)
    record = make_memory(content, "semantic", scope, provenance, happened, recorded, confidence)
    record = replace(record, derived_from=tuple(sorted(ids)))
    source_chars = 0
    for m in all_of_it:
        source_chars = source_chars + len(m.content)
    kept_chars = 0
    for m in claims:
        kept_chars = kept_chars + len(m.content)
    dropped_chars = source_chars - kept_chars
    return Summary(record, session, len(claims), dropped_chars, source_chars)


# %% [markdown]
# ## Task I2.2: find the orphaned summaries


# %%
def orphaned_summaries(memories: Sequence[Memory]) -> tuple[Memory, ...]:
    """Find the records that were made from something which is no longer there, in input order.

    memories: a whole store, summaries included.  A record with `derived_from` is orphaned when at least one
    of those ids belongs to no record in `memories`, whatever its own status, type or source. A memory that is
    archived or superseded is still there. What was never derived cannot be orphaned. No memories: ().
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
    ids = []
    for m in memories:
        ids.append(m.id)
    orphans = []
    for m in memories:
        for i in m.derived_from:
            if i not in ids:
                orphans.append(m)
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
