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
from dataclasses import dataclass, field, replace
from datetime import datetime

from memlab.evolve.summarize import Summary
from memlab.record import Memory, Provenance, Scope, make_memory, session_of
from memlab.write import derived_authority

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
@dataclass(frozen=True)
class Collected:
    """What one source holds: its claims in order, and its episodes."""

    claims: tuple[Memory, ...]
    episodes: tuple[Memory, ...]

    @property
    def joinable(self) -> bool:
        return len(self.claims) >= 2

    @property
    def dropped_chars(self) -> int:
        return self._chars(self.episodes)

    @property
    def source_chars(self) -> int:
        return self._chars(self.claims) + self.dropped_chars

    @staticmethod
    def _chars(memories: Sequence[Memory]) -> int:
        return sum(len(memory.content) for memory in memories)


@dataclass
class SourceCollector:
    """Takes in memories and keeps those of one source and one scope."""

    session: str
    scope: Scope
    _claims: list[Memory] = field(default_factory=list)
    _episodes: list[Memory] = field(default_factory=list)

    def accepts(self, memory: Memory) -> bool:
        return (
            session_of(memory) == self.session
            and memory.scope == self.scope
            and memory.status == "active"
            and not memory.derived_from
        )

    def collect(self, memories: Sequence[Memory]) -> Collected:
        for memory in memories:
            if self.accepts(memory):
                (self._episodes if memory.type == "episodic" else self._claims).append(memory)
        ordered = sorted(self._claims, key=lambda claim: (claim.happened_at, claim.id))
        return Collected(tuple(ordered), tuple(self._episodes))


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

    class SummaryBuilder:
        """Builds the record of a summary from the claims it quotes."""

        def __init__(self, source: str, owner: Scope, claims: Sequence[Memory]) -> None:
            self._source = source
            self._owner = owner
            self._claims = claims

        @property
        def content(self) -> str:
            return f"Summary of {self._source}: " + "; ".join(claim.content for claim in self._claims)

        @property
        def provenance(self) -> Provenance:
            authority = derived_authority([claim.provenance for claim in self._claims])
            return Provenance(f"summary:{self._source}", "agent", authority)

        @property
        def happened_at(self) -> datetime:
            return max(claim.happened_at for claim in self._claims)

        @property
        def recorded_at(self) -> datetime:
            return max(claim.recorded_at for claim in self._claims)

        @property
        def confidence(self) -> float:
            return min(claim.confidence for claim in self._claims)

        @property
        def derived_from(self) -> tuple[str, ...]:
            return tuple(sorted(claim.id for claim in self._claims))

        def build(self) -> Memory:
            record = make_memory(
                self.content,
                "semantic",
                self._owner,
                self.provenance,
                self.happened_at,
                self.recorded_at,
                self.confidence,
            )
            return replace(record, derived_from=self.derived_from)

    collected = SourceCollector(session, scope).collect(memories)
    if not collected.joinable:
        return None
    return Summary(
        memory=SummaryBuilder(session, scope, collected.claims).build(),
        source=session,
        kept=len(collected.claims),
        dropped_chars=collected.dropped_chars,
        source_chars=collected.source_chars,
    )


# %% [markdown]
# ## Task I2.2: find the orphaned summaries


# %%
class StoreIndex:
    """Knows which ids are stored."""

    def __init__(self, memories: Sequence[Memory]) -> None:
        self._ids = frozenset(memory.id for memory in memories)

    def __contains__(self, memory_id: object) -> bool:
        return memory_id in self._ids


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

    @dataclass(frozen=True)
    class Derived:
        """A record seen as something made from other records."""

        memory: Memory
        index: StoreIndex

        @property
        def orphaned(self) -> bool:
            return any(source not in self.index for source in self.memory.derived_from)

    index = StoreIndex(memories)
    return tuple(memory for memory in memories if Derived(memory, index).orphaned)


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
