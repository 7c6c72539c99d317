# %% [markdown]
# # The memory record
#
# Two functions are yours: one gives a memory an id by which it is known again, the other finds everything
# that is wrong with a record before it is stored. The page, `lesson.md` one folder up, says why. Helpers of
# your own and imports of the standard library may stand wherever you like.
#
# Run this file. Untouched it shows what is still to be written and what will come out: that is where
# everybody begins.

# %%
import hashlib
import unicodedata
from datetime import datetime

from memlab.record import CHOICES, FIELDS, NO_FIELD, MemoryType, Problem, Scope, canonical_json

# %% [markdown]
# ## Task B2.1: name a memory by what it is
#
# What you will need:
#
# - a `Scope` has three texts, `user`, `agent` and `session`; the last two may be "";
# - `type` is "semantic", "episodic" or "procedural", an ordinary text;
# - `canonical_json(value)` writes dictionaries and lists of texts as bytes: the same value always as the same
#   bytes, and two different values never as the same; it cannot write a `Scope`, but its three texts;
# - `hashlib.sha256(some_bytes).hexdigest()` turns bytes into 64 digits, other bytes into others;
# - `unicodedata.normalize("NFC", text)` returns the composed spelling of a text.


# %%
def memory_id(content: str, type: MemoryType, scope: Scope, source_id: str) -> str:
    """Name a memory by what it is: 64 hexadecimal digits, equal exactly when all four arguments are equal.

    content: counts as it stands, but for one thing: the composed and the decomposed spelling (NFC and NFD) of
    one text are equal.
    scope, source_id: keys, compared as they are; the three parts of a scope all count.
    Text that moves from one argument, or part of the scope, to another gives another id, whatever it holds.
    The id is a SHA-256 digest in lower-case digits, the same in every process and on every day.
    Source of the idea: content-addressed storage, as in Git.

    >>> of_ada = memory_id("Tea", "semantic", Scope("ada"), "s1/1")
    >>> of_ada == memory_id("Tea", "semantic", Scope("ada"), "s1/1")
    True
    >>> of_ada == memory_id("Tea", "semantic", Scope("ben"), "s1/1")
    False
    >>> len(of_ada)
    64
    """
    raise NotImplementedError("Task B2.1: name a memory by what it is")


# %% [markdown]
# ## Task B2.2: find everything wrong with a record
#
# What you will need:
#
# - `FIELDS` is a dictionary: the nine names in their order, and for each what to say if its value is
#   wrong; `NO_FIELD` is what to say of a name that is none of the nine;
# - `CHOICES` is a dictionary too: `CHOICES["type"]` and `CHOICES["speaker"]` are tuples of allowed texts;
# - `Problem(field, message)` is one thing that is wrong;
# - `datetime.fromisoformat(text)` reads a time; of a text that is none it raises ValueError, and of what is
#   no text TypeError; the `utcoffset()` of a time that was written without an offset is None;
# - in Python `True` is an `int` as well: `isinstance(True, int)` holds.


# %%
def record_problems(fields: dict[str, str | int | float | bool | None]) -> tuple[Problem, ...]:
    """Find everything that is wrong with the fields of a record, all at once; () if nothing is.

    fields: by name, as they came from somewhere else; they are judged and never altered.
    Each name in FIELDS is wanted; one that is absent or None is a problem. content and user are texts that
    are not blank. source_id is a text that names a source: before its first `/`, or in all of it if there is
    none, stands something that is not blank. type and speaker are one of their CHOICES. authority and
    confidence are numbers from 0 to 1, both included; a text is no number, and neither are True, False and
    NaN. happened_at and recorded_at are times in ISO 8601, as `datetime.fromisoformat` reads them, with an
    offset or Z.
    Returns one Problem for each wrong field, in the order of FIELDS, then one for each name in `fields` that
    is none of these, in the order given. A message is never empty; FIELDS and NO_FIELD have words for it.

    >>> ok = {"content": "Tea", "type": "semantic", "user": "ada", "source_id": "s1/1", "speaker": "user",
    ...       "authority": 1.0, "happened_at": "2026-03-14T09:30:00+01:00",
    ...       "recorded_at": "2026-03-14T08:30:00Z", "confidence": 0.9}
    >>> record_problems(ok)
    ()
    >>> wrong = ok | {"mood": "calm", "type": "fact", "happened_at": "2026-03-14T09:30:00"}
    >>> [problem.field for problem in record_problems(wrong)]
    ['type', 'happened_at', 'mood']
    >>> record_problems(ok | {"user": " "}) == (Problem("user", FIELDS["user"]),)
    True
    >>> record_problems(ok | {"mood": "calm"}) == (Problem("mood", NO_FIELD),)
    True
    """
    raise NotImplementedError("Task B2.2: find everything wrong with a record")


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

    run("the-memory-record", globals())
