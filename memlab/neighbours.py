"""An index that hands over the few texts which could be near duplicates of another, without comparing all.

Three facts about two texts whose shared words are more than `threshold` of the words in either:

1. Of n and m words they must share at least `least_shared(n, m)`, so each has only so many words of its own.
2. Words that carry meaning whatever their case (`is_fixed`) must be the same in both.
3. Put the other words of all texts into one order, rarest first. If two texts may have p and q words of
   their own, then the first p + k words of the one and the first q + k of the other share at least k: the k
   rarest common words cannot be pushed further back than by the words that are not common.

So each text is filed under its fixed words together with every choice of k from its rarest words, and two
texts that could match meet under at least one key. k is 3 where texts differ little, as short ones do,
because three rare words at once are far more telling than one; for long ones, whose rare words are rarer
and whose choices would be many, it is 1.

Source: prefix filtering, after Chaudhuri, Ganti and Kaushik, "A primitive operator for similarity joins"
(2006); taking k at once, after Wang, Li and Feng, "Can we beat the prefix filtering?" (2012).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations

from memlab.words import is_fixed

CHOSEN_TOGETHER = 3
LITTLE_DIFFERENCE = 2


@lru_cache(maxsize=4096)
def least_shared(n: int, m: int, threshold: float) -> int | None:
    """Return how many words texts of n and m words must share to match; None if they never can.

    >>> least_shared(6, 7, 0.85), least_shared(6, 6, 0.85), least_shared(6, 9, 0.85)
    (6, 6, None)
    """
    return next((c for c in range(1, min(n, m) + 1) if c / (n + m - c) > threshold), None)


@lru_cache(maxsize=4096)
def _partners(n: int, threshold: float) -> tuple[tuple[int, int], ...]:
    """Every length a partner of a text of n words can have, with the number of words they must share."""
    lengths = range(int(n * threshold), int(n / threshold) + 2)
    shared = ((m, least_shared(n, m, threshold)) for m in lengths)
    return tuple((m, least) for m, least in shared if least is not None)


class Neighbours:
    """Texts filed by their order number, found again by likeness. A text is the tuple of its folded words."""

    def __init__(self, texts: Iterable[tuple[str, ...]], threshold: float) -> None:
        """Learn from all texts to come which words are rare; nothing is filed yet."""
        self._threshold = threshold
        self._frequency = Counter(word for text in texts for word in set(text))
        self._filed: defaultdict[int, list[int]] = defaultdict(list)

    def file(self, number: int, text: tuple[str, ...]) -> None:
        """File a text under its number."""
        for key in self._keys(text):
            self._filed[key].append(number)

    def near(self, text: tuple[str, ...]) -> list[int]:
        """Return the numbers of all filed texts that could be near duplicates of this one, smallest first."""
        return sorted({number for key in self._keys(text) for number in self._filed.get(key, ())})

    def _keys(self, text: tuple[str, ...]) -> Iterator[int]:
        """Yield the hashes of a text's keys.

        They take a third less memory than the keys. Two keys of one hash mean one candidate too many and no
        more, so that the result does not depend on how this run hashes.
        """
        n = len(text)
        fixed = tuple(sorted(word for word in text if is_fixed(word)))
        rarest = self._rarest_first([word for word in text if not is_fixed(word)])
        far = False
        for m, least in _partners(n, self._threshold):
            if n + m - 2 * least > LITTLE_DIFFERENCE:
                far = True
                continue
            together = max(0, min(CHOSEN_TOGETHER, least - len(fixed)))
            for chosen in combinations(rarest[: n - least + together], together):
                yield hash((fixed, min(n, m), max(n, m), chosen))
        if far:
            first_shared_within = n - int(n * self._threshold)
            for word in rarest[:first_shared_within]:
                yield hash((fixed, word))
            if len(rarest) < first_shared_within:  # all of them may be its own
                yield hash((fixed, ""))

    def _rarest_first(self, text: list[str]) -> list[tuple[str, int]]:
        """Number the occurrences of each word, so that a word said twice is two, and order them."""
        seen: Counter[str] = Counter()
        numbered = []
        for word in text:
            seen[word] += 1
            numbered.append((word, seen[word]))
        return sorted(numbered, key=lambda item: (self._frequency[item[0]], item))
