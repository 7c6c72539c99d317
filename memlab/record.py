"""The memory record: what is stored, who said it, and an identity that makes writing twice writing once.

A record is frozen plain data. Its id is a hash of what makes it *that* memory (type, scope, source and
content) and of nothing that may change later, so importance, tier or status never move it.

Source of the idea: content-addressed storage, as in Git: the same object always has the same name.
"""

import hashlib
import json
import unicodedata
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

from memlab.errors import RecordError

MemoryType = Literal["semantic", "episodic", "procedural"]
Role = Literal["user", "assistant", "agent", "tool"]
Status = Literal["active", "archived", "superseded"]
Tier = Literal["working", "session", "long-term", "archive"]


CHOICES: dict[str, tuple[str, ...]] = {"type": get_args(MemoryType), "speaker": get_args(Role)}
# The fields of a record before it has an id, in their order, and what is said of one that is wrong.
FIELDS: dict[str, str] = {
    "content": "a text that is not blank was expected",
    "type": f"one of {', '.join(CHOICES['type'])} was expected",
    "user": "the name of a user was expected",
    "source_id": "the name of a source was expected, alone or before the first /",
    "speaker": f"one of {', '.join(CHOICES['speaker'])} was expected",
    "authority": "a number from 0 to 1 was expected",
    "happened_at": "a time with its offset was expected, such as 2026-03-14T09:30:00+01:00, or Z for UTC",
    "recorded_at": "a time with its offset was expected, such as 2026-03-14T09:30:00+01:00, or Z for UTC",
    "confidence": "a number from 0 to 1 was expected",
}
NO_FIELD = "this is no field of a record"


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a conversation. `turn` counts from 1 within its session; `time` carries its offset."""

    session: str
    turn: int
    role: Role
    text: str
    time: datetime


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose memory it is. Nothing crosses from one scope to another."""

    user: str
    agent: str = ""
    session: str = ""


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a memory comes from: `source_id` is `{source}/{turn}`; `authority` runs from 0 to 1."""

    source_id: str
    speaker: Role
    authority: float


@dataclass(frozen=True, slots=True)
class Memory:
    """One stored memory. The fields after `confidence` arrive with later lessons, each with its default."""

    id: str
    content: str
    type: MemoryType
    scope: Scope
    provenance: Provenance
    happened_at: datetime
    recorded_at: datetime
    confidence: float = 1.0
    corroborated_by: tuple[str, ...] = ()
    derived_from: tuple[str, ...] = ()
    status: Status = "active"
    valid_from: datetime | None = None
    invalid_at: datetime | None = None
    superseded_by: str = ""
    importance: float = 0.5
    pinned: bool = False
    access_count: int = 0
    last_accessed_at: datetime | None = None
    tier: Tier = "working"
    protected: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    language: str = ""
    title: str = ""
    merged_into: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with one field. The message says what was expected, and not what was found."""

    field: str
    message: str


def canonical_json(value: object) -> bytes:
    """Write texts, and lists and dictionaries of them, as JSON in one way only.

    Names are sorted, blanks left out, and all but ASCII escaped. Equal values give equal bytes on every
    machine, and different values different bytes: quotes inside a text are escaped, so that no text looks
    like its own end.

    >>> canonical_json({"b": ["x", ""], "a": 1})
    b'{"a":1,"b":["x",""]}'
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode("ascii")


@dataclass(frozen=True, slots=True)
class Decision:
    """What is to be done with one thing, by which rule, and why, in a sentence for a person."""

    action: str
    kind: str
    reason: str


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
    identity = {
        "content": unicodedata.normalize("NFC", content),
        "scope": [scope.user, scope.agent, scope.session],
        "source_id": source_id,
        "type": type,
    }
    return hashlib.sha256(canonical_json(identity)).hexdigest()


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
    problems = []
    for field in FIELDS:
        value = fields.get(field)
        if field in CHOICES:
            right = value in CHOICES[field]
        elif field in {"authority", "confidence"}:
            right = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
        elif not isinstance(value, str):
            right = False
        elif field in {"happened_at", "recorded_at"}:
            try:
                right = datetime.fromisoformat(value).utcoffset() is not None
            except ValueError:
                right = False
        else:
            named = value.partition("/")[0] if field == "source_id" else value
            right = named.strip() != ""
        if not right:
            problems.append(Problem(field, FIELDS[field]))
    unknown = [Problem(name, NO_FIELD) for name in fields if name not in FIELDS]
    return tuple(problems + unknown)


def make_memory(
    content: str,
    type: MemoryType,
    scope: Scope,
    provenance: Provenance,
    happened_at: datetime,
    recorded_at: datetime,
    confidence: float = 1.0,
) -> Memory:
    """Build a valid record with its id, or raise RecordError with every problem in one sentence.

    >>> at = datetime.fromisoformat("2026-03-14T09:30:00+01:00")
    >>> said = Provenance("s1/1", "user", 1.0)
    >>> make_memory("Likes tea", "semantic", Scope("ada"), said, at, at).status
    'active'
    >>> make_memory("", "semantic", Scope("ada"), said, at, at)
    Traceback (most recent call last):
    memlab.errors.RecordError: content is ''; a text that is not blank was expected
    """
    fields: dict[str, str | int | float | bool | None] = {
        "content": content,
        "type": type,
        "user": scope.user,
        "source_id": provenance.source_id,
        "speaker": provenance.speaker,
        "authority": provenance.authority,
        "happened_at": happened_at.isoformat(),
        "recorded_at": recorded_at.isoformat(),
        "confidence": confidence,
    }
    if problems := record_problems(fields):
        said = (f"{problem.field} is {fields[problem.field]!r}; {problem.message}" for problem in problems)
        raise RecordError("; ".join(said))
    id = memory_id(content, type, scope, provenance.source_id)
    return Memory(id, content, type, scope, provenance, happened_at, recorded_at, confidence)


def session_of(memory: Memory) -> str:
    """Return the source of a memory: its `source_id` before the first `/`.

    It may be a session (`s5`), another agent (`calendar-agent`) or a summary (`summary:s5`).

    >>> at = datetime.fromisoformat("2026-03-14T09:30:00+01:00")
    >>> said = Provenance("s5/3", "user", 1.0)
    >>> session_of(make_memory("Likes tea", "semantic", Scope("ada"), said, at, at))
    's5'
    """
    return memory.provenance.source_id.partition("/")[0]
