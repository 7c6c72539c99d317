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
    """One thing that is wrong with one field."""

    field: str
    message: str


@dataclass(frozen=True, slots=True)
class Decision:
    """What is to be done with one thing, by which rule, and why, in a sentence for a person."""

    action: str
    kind: str
    reason: str


def memory_id(content: str, type: MemoryType, scope: Scope, source_id: str) -> str:
    """Name a memory by what it is: 64 hexadecimal digits, equal exactly when all four arguments are equal.

    Composed and decomposed spellings (NFC and NFD) of one text count as equal; the stored text keeps its
    own bytes. The fields are hashed as JSON, not joined, so that moving a letter from one field to the
    next gives another id.

    >>> of_ada = memory_id("Tea", "semantic", Scope("ada"), "s1/1")
    >>> of_ada == memory_id("Tea", "semantic", Scope("ada"), "s1/1")
    True
    >>> of_ada == memory_id("Tea", "semantic", Scope("ben"), "s1/1")
    False
    """
    identity = {
        "content": unicodedata.normalize("NFC", content),
        "scope": [scope.user, scope.agent, scope.session],
        "source_id": source_id,
        "type": type,
    }
    canonical = json.dumps(identity, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()


def record_problems(fields: dict[str, str | float | None]) -> tuple[Problem, ...]:
    """Find everything that is wrong with the fields of a record, all at once, in field order; () is valid.

    fields: content, type, user, source_id, speaker, authority, happened_at, recorded_at, confidence. Times
    are ISO 8601 text and must carry an offset; authority and confidence run from 0 to 1. Text is judged,
    never altered.

    >>> ok = {"content": "Tea", "type": "semantic", "user": "ada", "source_id": "s1/1", "speaker": "user",
    ...       "authority": 1.0, "happened_at": "2026-03-14T09:30:00+01:00",
    ...       "recorded_at": "2026-03-14T08:30:00Z", "confidence": 0.9}
    >>> record_problems(ok)
    ()
    >>> wrong = ok | {"type": "fact", "happened_at": "2026-03-14T09:30:00"}
    >>> [problem.field for problem in record_problems(wrong)]
    ['type', 'happened_at']
    """
    checks = {
        "content": _text_problem,
        "type": lambda value: _choice_problem(value, get_args(MemoryType)),
        "user": _text_problem,
        "source_id": _text_problem,
        "speaker": lambda value: _choice_problem(value, get_args(Role)),
        "authority": _share_problem,
        "happened_at": _time_problem,
        "recorded_at": _time_problem,
        "confidence": _share_problem,
    }
    found = ((field, check(fields.get(field))) for field, check in checks.items())
    return tuple(Problem(field, message) for field, message in found if message)


def _text_problem(value: object) -> str:
    return "" if isinstance(value, str) and value.strip() else "is empty; a text was expected"


def _choice_problem(value: object, choices: tuple[str, ...]) -> str:
    return "" if value in choices else f"is {value!r}; one of {', '.join(choices)} was expected"


def _share_problem(value: object) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1:
        return ""
    return f"is {value!r}; a number from 0 to 1 was expected"


def _time_problem(value: object) -> str:
    try:
        time = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        time = None
    if time is None:
        return f"is {value!r}; a time such as 2026-03-14T09:30:00+01:00 was expected"
    return "" if time.utcoffset() is not None else f"is {value!r}, without an offset; +00:00 stands for UTC"


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
    memlab.errors.RecordError: content is empty; a text was expected
    """
    problems = record_problems(
        {
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
    )
    if problems:
        raise RecordError("; ".join(f"{problem.field} {problem.message}" for problem in problems))
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
