"""An index of words: recall in a large store, without reading every record at every question.

For each word it holds which records hold it and how often. A question is answered from its rarest word on. As
soon as no record that lacks all of those can be among the best any more, the common words are added only to
what was found, and what has fallen too far behind is dropped. The hits are those of `memlab.recall.recall`,
and so are their scores, to the last digit.

Source of the idea: Turtle and Flood, Query evaluation: strategies and optimizations (1995), there MaxScore.
"""

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from heapq import nlargest, nsmallest
from math import log

from memlab.recall import Hit
from memlab.record import Memory
from memlab.words import terms

# To look a record up among those that hold a word takes as long as to read so many of them.
LOOK_UP = 8


@dataclass(slots=True)
class Postings:
    """Which records hold a word, by their places in ascending order, and how often; what bounds its worth."""

    places: "array[int]" = field(default_factory=lambda: array("L"))
    often: "array[int]" = field(default_factory=lambda: array("L"))
    most: int = 0
    shortest: int = 0


class Index:
    """An index over the active records of one scope; more of them can be added, and none taken out.

    >>> from datetime import UTC, datetime
    >>> from memlab.recall import recall
    >>> from memlab.record import Provenance, Scope, make_memory
    >>> at, ada = datetime(2026, 3, 14, tzinfo=UTC), Scope("ada")
    >>> said = Provenance("s1/1", "user", 1.0)
    >>> contents = ("I like tea", "I like trains", "Green tea")
    >>> records = [make_memory(content, "semantic", ada, said, at, at) for content in contents]
    >>> Index(records).search("Which tea do I like?", 2) == recall("Which tea do I like?", records, ada, 2)
    True
    """

    def __init__(self, records: Iterable[Memory] = (), k1: float = 1.2, b: float = 0.75) -> None:
        self._k1, self._b = k1, b
        self._records: list[Memory] = []
        self._lengths = array("L")
        self._distinct: set[int] = set()
        self._total = 0
        self._postings: dict[str, Postings] = {}
        self.add(records)

    def add(self, records: Iterable[Memory]) -> None:
        """Add records, of one scope, as the caller sees to; those that are not active are left out."""
        for record in records:
            if record.status == "active":
                self._add(record)

    def _add(self, record: Memory) -> None:
        place, counts = len(self._records), Counter(terms(record.content))
        length = counts.total()
        for term, often in counts.items():
            held = self._postings.setdefault(term, Postings(shortest=length))
            held.places.append(place)
            held.often.append(often)
            held.most = max(held.most, often)
            held.shortest = min(held.shortest, length)
        self._records.append(record)
        self._lengths.append(length)
        self._distinct.add(length)
        self._total += length

    def search(self, query: str, limit: int) -> tuple[Hit, ...]:
        """Find what `recall` finds: the best first, `limit` at most, and none without a word of the query."""
        asked = [term for term in terms(query) if term in self._postings]
        if limit <= 0 or not asked:
            return ()
        weights = {term: self._weight(term) for term in asked}
        norms = {length: self._norm(length) for length in self._distinct}
        scored = []
        for place in self._candidates(Counter(asked), weights, norms, limit):
            score = 0.0
            for term in asked:  # in the order of the query, because a sum of floats depends on its order
                score += self._part(term, weights[term], norms, place)
            record = self._records[place]
            scored.append((-score, record.happened_at, record.id))
        return tuple(Hit(id, -score) for score, _, id in nsmallest(limit, scored))

    def _candidates(
        self, asked: Counter[str], weights: dict[str, float], norms: dict[int, float], limit: int
    ) -> Iterable[int]:
        """The places of all records that can be among the best, and of few others."""
        bounds = {term: times * self._bound(term, weights[term], norms) for term, times in asked.items()}
        found: dict[int, float] = {}
        least = 0.0
        rarest_first = sorted(bounds, key=lambda term: -bounds[term])
        for position, term in enumerate(rarest_first):
            rest = sum(bounds[later] for later in rarest_first[position:])
            if rest < least:
                # Whatever holds none of the words so far is out, and so is what is too far behind.
                found = {place: score for place, score in found.items() if score + rest >= least}
                self._add_to_found(term, asked[term] * weights[term], norms, found)
            else:
                self._add_parts(term, asked[term] * weights[term], norms, found)
            if len(found) >= limit:
                # What a sum of floats may be off is far less than this share of it.
                least = nlargest(limit, found.values())[-1] * (1 - 1e-9)
        return [place for place, score in found.items() if score >= least]

    def _weight(self, term: str) -> float:
        holding = len(self._postings[term].places)
        return log(1 + (len(self._records) - holding + 0.5) / (holding + 0.5))

    def _norm(self, length: int) -> float:
        """What stands beside the count of a word, under the line, in a text of this length."""
        relative = length * len(self._records) / self._total
        return self._k1 * (1 - self._b + self._b * relative)

    def _bound(self, term: str, weight: float, norms: dict[int, float]) -> float:
        """What the term adds at most: where it stands most often, if that were the shortest of its texts."""
        held = self._postings[term]
        return weight * held.most * (self._k1 + 1) / (held.most + norms[held.shortest])

    def _part(self, term: str, weight: float, norms: dict[int, float], place: int) -> float:
        """What a term adds to the score of the record at a place."""
        held = self._postings[term]
        at = bisect_left(held.places, place)
        if at == len(held.places) or held.places[at] != place:
            return 0.0
        often = held.often[at]
        return weight * often * (self._k1 + 1) / (often + norms[self._lengths[place]])

    def _add_to_found(
        self, term: str, weight: float, norms: dict[int, float], found: dict[int, float]
    ) -> None:
        """Add to the scores of what was found what a term adds, by whichever way reads less."""
        held, lengths, factor = self._postings[term], self._lengths, self._k1 + 1
        if len(found) * LOOK_UP < len(held.places):
            for place in found:
                found[place] += self._part(term, weight, norms, place)
            return
        for place, often in zip(held.places, held.often, strict=True):
            if place in found:
                found[place] += weight * often * factor / (often + norms[lengths[place]])

    def _add_parts(self, term: str, weight: float, norms: dict[int, float], found: dict[int, float]) -> None:
        """Add to the scores what a term adds to each record that holds it. This loop is where time goes."""
        held, lengths, factor, score_of = self._postings[term], self._lengths, self._k1 + 1, found.get
        for place, often in zip(held.places, held.often, strict=True):
            part = weight * often * factor / (often + norms[lengths[place]])
            found[place] = score_of(place, 0.0) + part
