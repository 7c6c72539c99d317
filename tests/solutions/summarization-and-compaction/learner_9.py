# %% [markdown]
# # Summarization and compaction
#
# Two functions are yours: one makes a summary that knows what it was made from, the other finds the
# summaries that a deletion has cut off. The page, `lesson.md` one folder up, says why.
#
# Run this file. Untouched it shows what is still to be written and what will come out: that is where
# everybody begins.

# %%
from bisect import insort
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial

import memlab.record as mr
from memlab.evolve.summarize import Summary
from memlab.record import Memory, Provenance, Scope, make_memory, session_of
from memlab.write import derived_authority

GLUE = "; "

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
    waiting: defaultdict[str, list[int]] = defaultdict(list)
    for place, record in enumerate(memories):
        for wanted in record.derived_from:
            waiting[wanted].append(place)
    for record in memories:
        waiting.pop(record.id, None)
    places = {place for cut_off in waiting.values() for place in cut_off}
    return tuple(memories[place] for place in sorted(places))


# %% [markdown]
# ## Task I2.1: summarise one session
#
# What you will need:
#
# - `make_memory(content, type, scope, provenance, happened_at, recorded_at, confidence)` makes a valid record
#   with its id;
# - `replace(memory, field=value)` returns a copy with that field changed, for a field that `make_memory` does
#   not take; a record itself can never be changed;
# - `derived_authority(provenances)` is the authority of what was made from several sources;
# - a memory has `id`, `content`, `type`, `scope`, `status`, `happened_at`, `recorded_at`, `confidence`,
#   `derived_from` (a tuple of ids, `()` if it was not derived), and `provenance`, which is a
#   `Provenance(source_id, speaker, authority)`.


# %%
def summarise_session(memories: Sequence[Memory], session: str, scope: Scope) -> Summary | None:
    """Join the standing claims of one source into one record that knows what it was made from.

    memories: a whole store, in any order.  session: the source to summarise, as `session_of` names it.
    Only records count whose scope equals `scope`, whose status is "active", and that are not derived.
    The claims are the semantic and procedural ones among them, ordered by `happened_at`, then `id`; episodes
    are left out. Under two claims there is nothing to join: returns None.

    Returns Summary(memory, source, kept, dropped_chars, source_chars): the record, `session`, the number of
    claims, the characters of the episodes' contents, and those of all contents, claims and episodes; no label
    and no separator is counted.
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
    tally = _Tally()
    for record in memories:
        match record:
            case Memory(status="active", derived_from=()) if (
                record.scope == scope and mr.session_of(record) == session
            ):
                tally.add(record)
    if len(tally.queue) < 2:
        return None
    finished = partial(
        Summary,
        source=session,
        kept=len(tally.queue),
        dropped_chars=tally.left_out,
        source_chars=tally.left_out + tally.quoted,
    )
    bare = mr.make_memory(
        f"Summary of {session}: " + GLUE.join(claim.content for claim in tally.queue),
        "semantic",
        scope,
        Provenance(f"summary:{session}", "agent", tally.authority),
        tally.happened,
        tally.recorded,
        tally.confidence,
    )
    return finished(memory=replace(bare, derived_from=tuple(tally.ids)))


@dataclass
class _Tally:
    """What one pass over the store has added up so far."""

    queue: list[Memory] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    quoted: int = 0
    left_out: int = 0
    authority: float = float("inf")
    confidence: float = float("inf")
    happened: datetime | None = None
    recorded: datetime | None = None

    def add(self, record: Memory) -> None:
        match record.type:
            case "semantic" | "procedural":
                insort(self.queue, record, key=lambda claim: (claim.happened_at, claim.id))
                insort(self.ids, record.id)
                self.quoted += len(record.content)
                self.authority = min(self.authority, record.provenance.authority)
                self.confidence = min(self.confidence, record.confidence)
                self.happened = max(self.happened or record.happened_at, record.happened_at)
                self.recorded = max(self.recorded or record.recorded_at, record.recorded_at)
            case "episodic":
                self.left_out += len(record.content)


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
