# %% [markdown]
# # Recall
#
# Three functions are yours: one says whose records may be looked at, one says how well a text fits a
# question, and one puts both together. The page, `lesson.md` one folder up, says why. Helpers of your own and
# imports of the standard library may stand wherever you like.
#
# Run this file. Untouched it shows what is still to be written and what will come out: that is where
# everybody begins.

# %%
from collections import Counter
from collections.abc import Sequence
from heapq import nsmallest
from math import log
from statistics import fmean

from memlab.recall import Hit
from memlab.record import Memory, Scope
from memlab.words import terms

# %% [markdown]
# ## Task B7.1: keep the records of one scope
#
# A memory has a `scope`. A `Scope` has `user`, `agent` and `session`, three texts, and two of them can be
# compared with `==`.


# %%
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
    return tuple(filter(lambda record: record.scope == scope, records))


# %% [markdown]
# ## Task B7.2: score texts by the words of a question
#
# What you will need:
#
# - `terms(text)` is the tuple of the words of a text in the form in which they are compared, in their order:
#   `terms("Which train goes to LYON?")` is `("which", "train", "goes", "to", "lyon")`;
# - `log(x)` is the logarithm that the contract calls `ln`; `log(1)` is 0;
# - `Counter(terms(text))` counts the words, if you want it: `Counter(("no", "tea", "no"))["no"]` is 2, and of
#   a word that it does not hold it says 0.


# %%
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
    bags = [Counter(terms(text)) for text in texts]
    if not bags:
        return ()
    average = fmean(bag.total() for bag in bags) or 1.0
    held_by = Counter(word for bag in bags for word in bag)
    asked = Counter(terms(query))

    def weight(word):
        n = held_by[word]
        return log(1 + (len(bags) - n + 0.5) / (n + 0.5))

    def part(f, damped):
        return f and f * (k1 + 1) / (f + damped)

    def score(bag):
        damped = k1 * (1 - b + b * bag.total() / average)
        return sum(times * weight(word) * part(bag[word], damped) for word, times in asked.items())

    return tuple(map(score, bags))


# %% [markdown]
# ## Task B7.3: find what a question is about
#
# What you will need:
#
# - your `in_scope` and your `bm25`;
# - a memory has `id` and `content`, `status`, which is "active", "archived" or "superseded", and
#   `happened_at`, a time with its offset. Two such times can be compared with `<`, whatever their offsets;
# - `Hit(memory_id, score)` holds the id of what was found, and its score;
# - `sorted(things, key=...)` sorts tuples by their first value, equal ones by the second, and so on. With a
#   minus a number sorts the other way round.


# %%
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
    mine = [record for record in in_scope(records, scope) if record.status == "active"]
    scores = bm25(query, [record.content for record in mine])
    found = ((-score, record.happened_at, record.id) for record, score in zip(mine, scores) if score)
    return tuple(Hit(memory_id, -minus) for minus, _, memory_id in nsmallest(limit, found))


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

    run("recall", globals())
