"""A memory as a row of the store, and back: a column for each field, of the field's own type.

What SQLite has no type for is written as text that gives back the same value: a time as ISO 8601 with its
offset, several texts as a list in JSON.
"""

import json
from datetime import datetime
from typing import Any

from memlab.errors import StoreError
from memlab.record import Memory, Provenance, Scope

Value = str | int | float | None

# The columns of a row in their order, for SELECT and INSERT, and as many places for values.
NAMES = (
    "id", "content", "type", "user", "agent", "session", "source_id", "speaker", "authority",
    "happened_at", "recorded_at", "confidence", "corroborated_by", "derived_from", "status", "valid_from",
    "invalid_at", "superseded_by", "importance", "pinned", "access_count", "last_accessed_at", "tier",
    "protected", "keywords", "language", "title", "merged_into",
)  # fmt: skip
COLUMNS = ", ".join(NAMES)
SLOTS = ", ".join("?" for _ in NAMES)


def row_of(memory: Memory) -> tuple[Value, ...]:
    """Write a memory as the values of its COLUMNS, in their order.

    Raises StoreError for a time without an offset, which could never be compared with the others.

    >>> at = datetime.fromisoformat("2026-03-14T09:30:00+01:00")
    >>> said = Provenance("s1/1", "user", 1.0)
    >>> row = row_of(Memory("7f", "Likes tea", "semantic", Scope("ada"), said, at, at, derived_from=("3c",)))
    >>> row[:6], row[9], row[13]
    (('7f', 'Likes tea', 'semantic', 'ada', '', ''), '2026-03-14T09:30:00+01:00', '["3c"]')
    >>> len(row) == len(COLUMNS.split(", ")) == len(SLOTS.split(", "))
    True
    """
    return (
        memory.id,
        memory.content,
        memory.type,
        memory.scope.user,
        memory.scope.agent,
        memory.scope.session,
        memory.provenance.source_id,
        memory.provenance.speaker,
        memory.provenance.authority,
        _timed(memory.happened_at),
        _timed(memory.recorded_at),
        memory.confidence,
        _listed(memory.corroborated_by),
        _listed(memory.derived_from),
        memory.status,
        _timed(memory.valid_from),
        _timed(memory.invalid_at),
        memory.superseded_by,
        memory.importance,
        int(memory.pinned),
        memory.access_count,
        _timed(memory.last_accessed_at),
        memory.tier,
        _listed(memory.protected),
        _listed(memory.keywords),
        memory.language,
        memory.title,
        memory.merged_into,
    )


def memory_of(row: tuple) -> Memory:  # type: ignore[type-arg]  # the types are those of COLUMNS
    """Read a row of COLUMNS as the memory that it was written from.

    A time keeps its offset; the name of its zone is not written. Raises StoreError for a row in which a time
    or a list is none.

    >>> at = datetime.fromisoformat("2026-03-14T09:30:00+01:00")
    >>> said = Provenance("s1/1", "user", 1.0)
    >>> tea = Memory("7f", "Likes tea", "semantic", Scope("ada"), said, at, at, derived_from=("3c",))
    >>> memory_of(row_of(tea)) == tea
    True
    """
    value = dict(zip(NAMES, row, strict=True))
    try:
        return _memory(value)
    except (ValueError, TypeError) as error:
        raise StoreError(f"is damaged at record {value['id']} ({error}); put a copy in its place") from error


def _memory(value: dict[str, Any]) -> Memory:
    return Memory(
        id=value["id"],
        content=value["content"],
        type=value["type"],
        scope=Scope(value["user"], value["agent"], value["session"]),
        provenance=Provenance(value["source_id"], value["speaker"], value["authority"]),
        happened_at=_time(value["happened_at"]),
        recorded_at=_time(value["recorded_at"]),
        confidence=value["confidence"],
        corroborated_by=_texts(value["corroborated_by"]),
        derived_from=_texts(value["derived_from"]),
        status=value["status"],
        valid_from=_time_or_none(value["valid_from"]),
        invalid_at=_time_or_none(value["invalid_at"]),
        superseded_by=value["superseded_by"],
        importance=value["importance"],
        pinned=bool(value["pinned"]),
        access_count=value["access_count"],
        last_accessed_at=_time_or_none(value["last_accessed_at"]),
        tier=value["tier"],
        protected=_texts(value["protected"]),
        keywords=_texts(value["keywords"]),
        language=value["language"],
        title=value["title"],
        merged_into=value["merged_into"],
    )


def _listed(texts: tuple[str, ...]) -> str:
    return json.dumps(texts, ensure_ascii=False) if texts else "[]"


def _texts(listed: str) -> tuple[str, ...]:
    if listed == "[]":  # as nearly always
        return ()
    texts = json.loads(listed)
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise ValueError(f"{listed!r} is no list of texts")
    return tuple(texts)


def _timed(time: datetime | None) -> str | None:
    if time is None:
        return None
    if time.utcoffset() is None:
        raise StoreError(f"refuses the time {time.isoformat()}, which has no offset; mend the record")
    return time.isoformat()


def _time(text: str) -> datetime:
    time = datetime.fromisoformat(text)
    if time.utcoffset() is None:
        raise ValueError(f"the time {text!r} has no offset")
    return time


def _time_or_none(text: str | None) -> datetime | None:
    return None if text is None else _time(text)
