# %% [markdown]
# # The token budget
#
# One function is yours: it chooses what a prompt has room for. The page, `lesson.md` one folder up, says why.
# Helpers of your own and imports of the standard library may stand wherever you like.
#
# Run this file. Untouched it shows what is still to be written and what will come out: that is where
# everybody begins.

# %%
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce

from memlab.budget import Packed, estimate_tokens, no_room_for
from memlab.errors import BudgetError
from memlab.record import Memory, Problem
from memlab.render import render

# %% [markdown]
# ## Task B8.1: choose what fits
#
# What you will need:
#
# - a record has an `id`, a `content`, a `provenance` with its `source_id`, and `pinned`, which is True or
#   False. Records are frozen; you hand them on as they are;
# - `render(records)` is the text that a model will be handed: a line for each record, or more if its content
#   has several, with a heading above what is believed and another one above what is hearsay, each only where
#   there is any. No records give "";
# - `estimate_tokens(text)` is how many tokens a text has;
# - `Problem(field, message)` and `Packed(kept, left_out, tokens)` hold what their names say; the first two
#   parts of a `Packed` are tuples;
# - `no_room_for(record, tokens, budget_tokens)` is a sentence for a person: "no room for s1/3: with it the
#   text has 30 tokens, and the budget is 28". It is handed both numbers and compares nothing;
# - `BudgetError` is an exception like any other: `raise BudgetError("what happened")`.


# %%
@dataclass(frozen=True)
class Tray:
    """What has been chosen so far, as places in the ranking, and the problems of what was not."""

    records: Sequence[Memory]
    budget: int
    chosen: frozenset[int] = frozenset()
    refused: tuple[tuple[int, Problem], ...] = ()

    def kept(self) -> tuple[Memory, ...]:
        return tuple(self.records[place] for place in sorted(self.chosen))

    def tokens(self) -> int:
        return estimate_tokens(render(self.kept()))

    def offer(self, place: int) -> "Tray":
        fuller = replace(self, chosen=self.chosen | {place})
        return fuller if fuller.tokens() <= self.budget else self.refuse(place, fuller.tokens())

    def refuse(self, place: int, tokens: int) -> "Tray":
        record = self.records[place]
        words = no_room_for(record, tokens, self.budget)
        if record.pinned:
            raise BudgetError(words)
        return replace(self, refused=(*self.refused, (place, Problem(record.id, words))))


def pack(records: Sequence[Memory], budget_tokens: int) -> Packed:
    """Choose from records, the most wanted first, what fits a budget of tokens; a record is never split.

    What counts is the text that a model will be handed: `tokens` is `estimate_tokens(render(kept))`, which is
    never above `budget_tokens`, unless nothing is kept: then it is 0.
    Pinned records are chosen before all others, in their order. Then each of the others, in theirs, is kept
    if it fits beside all that was chosen so far, and left out otherwise; a shorter one after it may still
    fit.
    `kept` has what was chosen in the order of `records`. `left_out` has a Problem for each of the others, in
    that order too: its `field` is the id, and its message holds two numbers, in digits alone: first the
    tokens that the text would have had with the record beside all that was chosen so far, then the budget.
    `no_room_for` has words for it.
    Nothing is compared: a record that stands there twice is two, each kept or left out by itself.
    Raises BudgetError, for which `no_room_for` has words too, where the pinned records do not all fit. No
    records give Packed((), (), 0), whatever the budget.

    >>> from datetime import datetime
    >>> from memlab.record import Provenance, Scope, make_memory
    >>> at, said = datetime.fromisoformat("2026-03-14T09:30:00Z"), Provenance("s1/3", "user", 1.0)
    >>> tea, long, cat = (make_memory(content, "semantic", Scope("ada"), said, at, at)
    ...                   for content in ("I like tea", "I like long walks in the rain", "I have a cat"))
    >>> packed = pack([tea, long, cat], budget_tokens=28)
    >>> packed.kept == (tea, cat), packed.tokens == estimate_tokens(render((tea, cat)))
    (True, True)
    >>> packed.left_out == (Problem(long.id, no_room_for(long, 30, 28)),)
    True
    """
    turns = sorted(range(len(records)), key=lambda place: not records[place].pinned)
    tray = reduce(Tray.offer, turns, Tray(records, budget_tokens))
    return Packed(tray.kept(), tuple(problem for _, problem in tray.refused), tray.tokens())


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

    run("token-budget", globals())
