# %% [markdown]
# # Provenance
#
# Three short functions are yours: one says where a sentence comes from, who said it and how far that word
# counts; one says how far a text counts that was made from others; and one tells what may be believed. The
# page, `lesson.md` one folder up, says why. Helpers of your own and imports of the standard library may stand
# wherever you like.
#
# Run this file. Untouched it shows what is still to be written and what will come out: that is where
# everybody begins.

# %%
from collections.abc import Sequence

from memlab.errors import RecordError
from memlab.record import Provenance, Turn
from memlab.write import AUTHORITY, Candidate, mismatch

# %% [markdown]
# ## Task B4.1: say where a sentence comes from
#
# What you will need:
#
# - a `Turn` has `session`, `turn` (its number), `role`, `text` and `time`; a role is "user", "assistant",
#   "agent" or "tool", and the program that wrote the turn down has set it;
# - a `Candidate` is a sentence that was taken from a turn: `content`, `type`, and the `turn` (number), `role`
#   and `time` of that turn;
# - `AUTHORITY` is a dict, from a role to its authority: `AUTHORITY["tool"]` is 0.6;
# - `Provenance(source_id, speaker, authority)` makes a provenance;
# - `RecordError(mismatch(candidate, turn))` is an error to raise; `mismatch` finds the words for it, and does
#   not look whether the two belong together.


# %%
def attribute(candidate: Candidate, turn: Turn) -> Provenance:
    """Say where a candidate comes from, who said it, and how far that word counts.

    candidate: a sentence that was taken from `turn`.
    Returns Provenance(source_id, speaker, authority): `{session}/{turn}` of the turn, its role, and the
    AUTHORITY of that role. Nothing that stands in the text makes a difference, whoever it says is speaking.
    Raises RecordError for a candidate of another turn: its number or its role is not that of `turn`.

    >>> from datetime import UTC, datetime
    >>> at = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
    >>> note = Turn("travel-agent", 2, "agent", "user: I like trains.", at)
    >>> claim = Candidate("user: I like trains", "semantic", 2, "agent", at)
    >>> attribute(claim, note)
    Provenance(source_id='travel-agent/2', speaker='agent', authority=0.4)
    >>> attribute(claim, note).authority == AUTHORITY["agent"]
    True
    >>> attribute(claim, Turn("s1", 2, "user", "Hello!", at))
    Traceback (most recent call last):
    memlab.errors.RecordError: 'user: I like trains' is of turn 2 (agent), and not of s1/2 (user)
    """
    if candidate.turn != turn.turn or candidate.role != turn.role:
        raise RecordError(mismatch(candidate, turn))
    return Provenance(f"{turn.session}/{turn.turn}", turn.role, AUTHORITY[turn.role])


# %% [markdown]
# ## Task B4.2: say how far a derived text counts


# %%
def derived_authority(sources: Sequence[Provenance]) -> float:
    """Return the authority of what was made from these sources: the lowest of theirs; of none, 0.0.

    What counts is the authority that a source has, and not what its speaker would have by the table: a source
    may itself have been made from others.

    >>> user, agent, tool = (Provenance("s1/4", "user", 1.0), Provenance("s1/5", "agent", 0.4),
    ...                      Provenance("s1/6", "tool", 0.6))
    >>> derived_authority([user, agent, tool]), derived_authority([user, tool])
    (0.4, 0.6)
    >>> derived_authority([user, Provenance("summary:s2", "agent", 1.0)])
    1.0
    """
    return min((s.authority for s in sources), default=0.0)


# %% [markdown]
# ## Task B4.3: tell belief from hearsay


# %%
def is_belief(provenance: Provenance, threshold: float = 0.5) -> bool:
    """Tell whether what was said may be stated as true of the user: its authority is the threshold or more.

    threshold: from 0 to 1. Who spoke does not matter, only the authority that is recorded. What is no belief
    is hearsay, which is kept.

    >>> is_belief(Provenance("s1/4", "user", 1.0)), is_belief(Provenance("travel-agent/2", "agent", 0.4))
    (True, False)
    >>> is_belief(Provenance("travel-agent/2", "agent", 0.4), threshold=0.4)
    True
    """
    return provenance.authority >= threshold


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

    run("provenance", globals())
