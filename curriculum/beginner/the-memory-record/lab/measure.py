"""The figures of this lesson: what each identity keeps of awkward memories, and what an import brings in."""

import hashlib
import json
import random
import re
import unicodedata
from collections import Counter
from collections.abc import Callable
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from curriculum.figures import cell, cells, if_written, read_rows, remark, table
from memlab.corpus import read_turns
from memlab.record import FIELDS, Memory, Scope
from memlab.write import write

DATA = Path(__file__).resolve().parents[4] / "data"
ASKED_AT = datetime(2026, 4, 10, 20, 0, tzinfo=UTC)  # when somebody asks for the notes of the last hour
NOTE = "a note"  # how the cases of that hour begin
LAST_OF_THIS_LESSON = "confidence"  # the fields of a record that come after it belong to later lessons

Figures = dict[str, Any]
Row = dict[str, Any]


# What is read does not depend on the lab: it is read once, however many labs are measured.
@cache
def arrivals() -> tuple[Row, ...]:
    """Awkward memories as they arrive; `memory` says which of them are one and the same."""
    return read_rows(DATA / "records" / "incoming.jsonl")


@cache
def imported() -> tuple[Row, ...]:
    """Records of another system: what is the `case` of each, and its `fields`."""
    return read_rows(DATA / "records" / "imported.jsonl")


@cache
def written() -> tuple[Memory, ...]:
    """Everything that was written down of what Priya and the other agents said."""
    turns = read_turns(DATA / "priya" / "sessions.jsonl") + read_turns(DATA / "priya" / "agents.jsonl")
    return write(turns, Scope("priya"))


def figures(lab: SimpleNamespace) -> Figures:
    """Measure with the lab's two pieces; None stands for what a piece that is still a stub would give."""
    by_text, joined = _ids(IDENTITIES["the text alone"]), _ids(IDENTITIES["joined"])
    return {
        "record": _of_record(),
        "arrivals": {
            "rows": len(arrivals()),
            "memories": len({row["memory"] for row in arrivals()}),
            "never_stored": _shut_out(by_text),
            "looked_alike": _shut_out(joined),
        },
        "identities": [{"identity": name, **_kept(_ids(identity))} for name, identity in IDENTITIES.items()],
        "mine": if_written(lambda: _of_ids(lab)),
        "priya": {"records": len(written()), "texts": len({one.content for one in written()})},
        "naive_time": _naive_time(),
        "imported": if_written(lambda: _of_problems(lab)),
    }


def _of_record() -> Figures:
    names = [field.name for field in fields(Memory)]
    now = names.index(LAST_OF_THIS_LESSON) + 1
    return {"fields": now, "later": len(names) - now, "flat": len(FIELDS)}


# Identities that systems have used, each with one flaw and otherwise as good as can be


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def _composed(row: Row) -> list[str]:
    scope = [row["user"], row["agent"], row["session"]]
    return [*scope, row["source_id"], unicodedata.normalize("NFC", row["content"]), row["type"]]


def _slug(row: Row) -> str:
    return re.sub(r"[^a-z0-9]+", "-", row["content"].lower()).strip("-") or "unnamed"


def _bytes(row: Row) -> str:
    return _digest(json.dumps([row[name] for name in sorted(row.keys() - {"memory"})]))


_DRAW = random.Random(0)  # what it draws does not matter, only that it never draws the same twice

IDENTITIES: dict[str, Callable[[Row], str]] = {
    "the text alone": lambda row: _digest(unicodedata.normalize("NFC", row["content"])),
    "a slug of the text": _slug,
    "joined": lambda row: _digest("".join(_composed(row))),
    "joined with /": lambda row: _digest("/".join(_composed(row))),
    "bytes as they come": _bytes,
    "a random number": lambda row: f"{_DRAW.getrandbits(256):064x}",
}


def _ids(identity: Callable[[Row], str]) -> list[str]:
    return [identity(row) for row in arrivals()]


def _stored(ids: list[str]) -> dict[str, Row]:
    """What a store holds in the end that keeps the first record of each id."""
    held: dict[str, Row] = {}
    for id, row in zip(ids, arrivals(), strict=True):
        held.setdefault(id, row)
    return held


def _kept(ids: list[str]) -> Figures:
    held = [row["memory"] for row in _stored(ids).values()]
    memories = {row["memory"] for row in arrivals()}
    return {
        "ids": len(held),
        "lost": len(memories.difference(held)),
        "twice": len(held) - len(set(held)),
    }


def _shut_out(ids: list[str]) -> list[str]:
    """The first memory that is lost, below the one whose id it has."""
    held = _stored(ids)
    for id, row in zip(ids, arrivals(), strict=True):
        if held[id]["memory"] != row["memory"]:
            return [_told(held[id]), _told(row)]
    return []


def _told(row: Row) -> str:
    agent = f", agent {row['agent']}" if row["agent"] else ""
    return f"{row['user']}{agent}, {row['source_id']}: {row['content']}"


def _of_ids(lab: SimpleNamespace) -> Figures:
    ids = [
        lab.memory_id(
            row["content"], row["type"], Scope(row["user"], row["agent"], row["session"]), row["source_id"]
        )
        for row in arrivals()
    ]
    of_priya = {
        lab.memory_id(one.content, one.type, one.scope, one.provenance.source_id) for one in written()
    }
    return {**_kept(ids), "priya_ids": len(of_priya)}


# What an import would bring


def _naive_time() -> Figures:
    """What becomes of the note whose time has no offset, if it is read as UTC like the others."""
    notes = [row for row in imported() if row["case"].startswith(NOTE)]
    (naive,) = [row for row in notes if "meant" in row]
    as_utc = [_in_utc(row["fields"]["happened_at"]) for row in notes]
    meant = [_in_utc(row.get("meant", row["fields"]["happened_at"])) for row in notes]
    read, right = as_utc[notes.index(naive)], meant[notes.index(naive)]
    return {
        "written": naive["fields"]["happened_at"],
        "notes": len(notes),
        "minutes_off": _minutes(read - right),
        "minutes_ahead": _minutes(read - ASKED_AT),
        "place": sorted(meant).index(right) + 1,
        "place_as_utc": sorted(as_utc).index(read) + 1,
        "last_hour": sum(map(_in_last_hour, meant)),
        "last_hour_as_utc": sum(map(_in_last_hour, as_utc)),
    }


def _in_utc(text: str) -> datetime:
    """The time, which is taken for one in UTC if it does not say otherwise."""
    time = datetime.fromisoformat(text)
    return time if time.utcoffset() is not None else time.replace(tzinfo=UTC)


def _minutes(span: timedelta) -> int:
    return span // timedelta(minutes=1)


def _in_last_hour(time: datetime) -> bool:
    return timedelta(0) <= ASKED_AT - time < timedelta(hours=1)


def _of_problems(lab: SimpleNamespace) -> Figures:
    found = [[problem.field for problem in lab.record_problems(row["fields"])] for row in imported()]
    counted = Counter(field for wrong in found for field in wrong)
    known = [field for field in FIELDS if field in counted]
    unknown = [field for field in counted if field not in FIELDS]
    return {
        "records": len(found),
        "clean": sum(not wrong for wrong in found),
        "faulty": sum(bool(wrong) for wrong in found),
        "problems": counted.total(),
        "most": max(map(len, found), default=0),
        "by_field": [{"field": field, "problems": counted[field]} for field in (*known, *unknown)],
        "of_priya": sum(len(lab.record_problems(_flat(one))) for one in written()),
    }


def _flat(one: Memory) -> dict[str, str | float]:
    said = one.provenance
    times = (one.happened_at.isoformat(), one.recorded_at.isoformat())
    values = (one.content, one.type, one.scope.user, said.source_id, said.speaker, said.authority)
    return dict(zip(FIELDS, (*values, *times, one.confidence), strict=True))


def draw(figures: Figures, expected: Figures) -> RenderableType:
    """Draw the figures as the lab prints them; one that differs has the expected one in brackets."""
    parts: list[RenderableType] = []
    if figures["mine"] is not None:
        columns = {name: name for name in ("identity", "ids", "lost", "twice")}
        drawn = table(_with_mine(figures), _with_mine(expected), columns)
        parts += [drawn, *map(Text, _of_names(figures, expected))]
    if figures["imported"] is not None:
        parts += [*([Text()] if parts else []), *map(Text, _of_imports(figures, expected))]
    return Group(*parts, *map(Text, remark(figures, expected)))


def plot(axes: Any, figures: Figures, expected: Figures) -> None:
    """Draw for each identity how many memories are lost and how many are stored twice."""
    rows = _with_mine(figures)
    places = range(len(rows))
    axes.bar(
        [place - 0.2 for place in places], [row["lost"] for row in rows], 0.4, color="#c2410c", label="lost"
    )
    axes.bar(
        [place + 0.2 for place in places], [row["twice"] for row in rows], 0.4, color="#1d4ed8", label="twice"
    )
    axes.set_xticks(places, [row["identity"] for row in rows], rotation=30, ha="right")
    axes.set_ylabel("memories")
    axes.legend()
    axes.set_title("What each identity does to the same memories")


def _with_mine(figures: Figures) -> list[Figures]:
    return [*figures["identities"], {"identity": "yours", **figures["mine"]}]


def _of_names(figures: Figures, expected: Figures) -> list[str]:
    came, held, mine, right = figures["arrivals"], figures["priya"], figures["mine"], expected["mine"]
    return [
        "",
        f"{came['rows']} arrivals are {came['memories']} memories. "
        f"Priya: {held['records']} records, {held['texts']} texts, "
        f"{cell(mine['priya_ids'], right['priya_ids'])} ids.",
    ]


def _of_imports(figures: Figures, expected: Figures) -> list[str]:
    mine, right = figures["imported"], expected["imported"]
    told = cells({key: mine[key] for key in mine if key != "by_field"}, right)
    wanted = {row["field"]: row["problems"] for row in right["by_field"]}
    counted = {row["field"]: row["problems"] for row in mine["by_field"]}
    by_field = ", ".join(
        f"{field} {cell(counted.get(field, 0), wanted.get(field, 0))}"
        for field in dict.fromkeys((*wanted, *counted))
    )
    return [
        f"{told['records']} records to import: {told['clean']} clean, {told['faulty']} with "
        f"{told['problems']} problems, up to {told['most']} in one.",
        f"By field: {by_field}.",
        f"Priya's own records: {told['of_priya']} problems.",
    ]
