"""Recall: whose memory it is, and then which of it a question is about.

What belongs to somebody else is left out before anything is compared. The rest is ranked by the words that
it shares with the question, rare words counting most.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from memlab.record import Memory, Scope
from memlab.words import terms


@dataclass(frozen=True, slots=True)
class Hit:
    """A memory that was found, by its id, and its score, above 0: the higher, the better it fits."""

    memory_id: str
    score: float


def in_scope(records: Sequence[Memory], scope: Scope) -> tuple[Memory, ...]:
    """Keep the records of one scope, in their order.

    A record is of the scope if its user, agent and session are all equal to those of `scope`, letter by
    letter. An empty agent or session is a value like others, and no "any". Nothing else is looked at.

    >>> from datetime import UTC, datetime
    >>> from memlab.record import Provenance, make_memory
    >>> def memory(scope):
    ...     at = datetime(2026, 3, 14, tzinfo=UTC)
    ...     return make_memory("I like tea", "semantic", scope, Provenance("s1/1", "user", 1.0), at, at)
    >>> of_ada, of_her_shop, of_ben = memory(Scope("ada")), memory(Scope("ada", "shop")), memory(Scope("ben"))
    >>> in_scope([of_her_shop, of_ada, of_ben], Scope("ada")) == (of_ada,)
    True
    """
    return tuple(record for record in records if record.scope == scope)


def bm25(query: str, texts: Sequence[str], k1: float = 1.2, b: float = 0.75) -> tuple[float, ...]:
    """Score each text by the words that it shares with the query: one number a text, in their order.

    Both are split into words by `terms`. With N texts, for a word of the query that stands f times in a text
    of L words, where n texts hold it and texts have A words on average, the text gets

        ln(1 + (N - n + 0.5) / (n + 0.5))  *  f * (k1 + 1) / (f + k1 * (1 - b + b * L / A))

    The score is the sum over the words of the query; one that stands there twice counts twice. A text that
    shares no word with the query scores 0.0, and nothing is rounded. No texts: ().
    k1: from 0 on, how much more a word counts that stands there more often. b: from 0 to 1, how much less it
    counts in a text that is longer than others.
    Source: Robertson and others, Okapi at TREC-3 (1994). The 1 inside the logarithm is Lucene's; without it,
    a word that stands in more than half of the texts would count against them.

    >>> [round(score, 3) for score in bm25("my tea", ["tea", "my green tea", "I like trains"])]
    [0.613, 1.299, 0.0]
    """
    number = len(texts)
    held = [Counter(terms(text)) for text in texts]
    lengths = [counts.total() for counts in held]
    total = sum(lengths)
    scores = [0.0] * number
    for term in terms(query):
        holding = sum(term in counts for counts in held)
        weight = log(1 + (number - holding + 0.5) / (holding + 0.5))
        for place, counts in enumerate(held):
            if often := counts[term]:
                relative = lengths[place] * number / total
                scores[place] += weight * often * (k1 + 1) / (often + k1 * (1 - b + b * relative))
    return tuple(scores)


def recall(query: str, records: Sequence[Memory], scope: Scope, limit: int) -> tuple[Hit, ...]:
    """Find the memories of a scope that share words with the query: the best first, `limit` of them at most.

    Only active records of the scope are looked at, and only they count for N, n and A of `bm25`. What scores
    0 is no hit. Of equal scores the memory with the earlier `happened_at` comes first, then the smaller id.
    limit: 0 or more. No records: ().
    This reads every record at every question; `memlab.index.Index` finds the same in a store of any size.

    >>> from datetime import UTC, datetime
    >>> from memlab.record import Provenance, make_memory
    >>> def memory(content):
    ...     at, said = datetime(2026, 3, 14, tzinfo=UTC), Provenance("s1/1", "user", 1.0)
    ...     return make_memory(content, "semantic", Scope("ada"), said, at, at)
    >>> tea, trains = memory("I like tea"), memory("I like trains")
    >>> [hit.memory_id == tea.id for hit in recall("Which tea?", [trains, tea], Scope("ada"), 8)]
    [True]
    >>> recall("Which tea?", [trains, tea], Scope("ben"), 8)
    ()
    """
    own = [record for record in in_scope(records, scope) if record.status == "active"]
    scores = bm25(query, [record.content for record in own])
    found = [(score, record) for score, record in zip(scores, own, strict=True) if score > 0]
    found.sort(key=lambda pair: (-pair[0], pair[1].happened_at, pair[1].id))
    return tuple(Hit(record.id, score) for score, record in found[:limit])
