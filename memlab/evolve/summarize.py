"""Summaries of standing beliefs: one a source, every sentence verbatim, with the ids it was made from.

The summary is extractive: it joins what the source's semantic and procedural memories say and leaves its
episodes in the store, where their dates are kept. It therefore shortens a source by exactly what it leaves
out, less what joining costs; where nothing can be left out it is longer than the source.

Source of the idea: "Summarization and Compaction", stage evolve. The episode summary of a later level
differs: it keeps the flow of a segment whose facts already stand alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memlab.record import Memory, Provenance, Scope, make_memory, session_of
from memlab.write import derived_authority


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary's record, and what making it left out.

    kept: how many memories it was made from. dropped_chars: characters of the source's memories it was not
    made from. source_chars: characters of all the source's memories.
    """

    memory: Memory
    source: str
    kept: int
    dropped_chars: int
    source_chars: int

    @property
    def compression(self) -> float:
        """The summary's characters over all the source holds, to two decimals; 0.0 where it holds nothing."""
        return round(len(self.memory.content) / self.source_chars, 2) if self.source_chars else 0.0

    @property
    def expanded(self) -> bool:
        """True if the summary has more characters than the source."""
        return len(self.memory.content) > self.source_chars


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
    made = make_memory(
        content=f"Summary of {session}: " + "; ".join(claim.content for claim in claims),
        type="semantic",
        scope=scope,
        provenance=Provenance(
            source_id=f"summary:{session}",
            speaker="agent",
            authority=derived_authority([claim.provenance for claim in claims]),
        ),
        happened_at=max(claim.happened_at for claim in claims),
        recorded_at=max(claim.recorded_at for claim in claims),
        confidence=min(claim.confidence for claim in claims),
    )
    held = sum(len(memory.content) for memory in members)
    return Summary(
        memory=replace(made, derived_from=tuple(sorted(claim.id for claim in claims))),
        source=session,
        kept=len(claims),
        dropped_chars=held - sum(len(claim.content) for claim in claims),
        source_chars=held,
    )


def summarise_all(memories: Sequence[Memory], scope: Scope) -> tuple[Summary, ...]:
    """Summarise every source of a scope that has two claims or more, by first appearance of the source.

    Sources are never ordered by name, where `s10` would come before `s2`. Each source is handed its own
    memories only, so that the cost grows with the store and not with the store times its sources.
    """
    by_source: dict[str, list[Memory]] = {}
    for memory in memories:
        by_source.setdefault(session_of(memory), []).append(memory)
    summaries = (summarise_session(members, source, scope) for source, members in by_source.items())
    return tuple(summary for summary in summaries if summary is not None)


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
    present = {memory.id for memory in memories}
    return tuple(memory for memory in memories if not present.issuperset(memory.derived_from))
