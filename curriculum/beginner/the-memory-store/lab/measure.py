"""The figures of this lesson: Priya's store, and what is left of it when its writer is killed."""

import json
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from curriculum.figures import cells, if_written, remark, table
from memlab.corpus import read_turns
from memlab.record import Memory, Scope, session_of
from memlab.rows import COLUMNS, SLOTS, row_of
from memlab.schema import migrate
from memlab.write import write

DATA = Path(__file__).resolve().parents[4] / "data"
PRIYA = Scope("priya")
KILLED = 4  # the batch in which the writer is killed, counted from 0
TOGETHER = 3  # batches a transaction, where somebody commits now and then
FAILING = 4  # the record of that batch that breaks a rule of the table, counted from 1

Figures = dict[str, Any]
Batch = Sequence[Memory]


# What was said does not depend on the lab: it is read once, however many labs are measured.
@cache
def priya() -> tuple[Memory, ...]:
    """All that Priya and two agents said, as it is written down."""
    files = (DATA / "priya" / name for name in ("sessions.jsonl", "agents.jsonl"))
    return tuple(memory for file in files for memory in write(read_turns(file), PRIYA))


@cache
def batches() -> tuple[tuple[Memory, ...], ...]:
    """The same, a batch for each session and agent."""
    grouped: dict[str, list[Memory]] = {}
    for memory in priya():
        grouped.setdefault(session_of(memory), []).append(memory)
    return tuple(tuple(batch) for batch in grouped.values())


def before() -> tuple[tuple[Memory, ...], ...]:
    """The batches before that in which the writer is killed."""
    return batches()[:KILLED]


def killed() -> tuple[Memory, ...]:
    """The batch in which the writer is killed."""
    return batches()[KILLED]


def figures(lab: SimpleNamespace) -> Figures:
    """Measure with the lab's two pieces; None stands for what a piece that is still a stub would give."""
    return {
        "history": {
            "batches": len(batches()),
            "records": len(priya()),
            "before": len(before()),
            "said": sum(map(len, before())),
            "batch": len(killed()),
            "right": sum(map(len, before())) + len(killed()),
            "failing": FAILING,
        },
        "table": {"columns": len(COLUMNS.split(", "))},
        "ignored": ignored(),
        "ways": if_written(lambda: [*naive_ways(), _killed_while_adding(lab)]),
        "added": if_written(lambda: _added(lab)),
        "failed": if_written(lambda: _failed(lab)),
        "loaded": if_written(lambda: _loaded(lab)),
    }


def _added(lab: SimpleNamespace) -> Figures:
    """Everything that Priya said, added twice."""
    lab.scenes.create("priya.db")
    first, second = lab.add("priya.db", priya()), lab.add("priya.db", priya())
    return {
        "first": len(first),
        "second": len(second),
        "characters": sum(len(memory.content) for memory in priya()),
        "bytes": lab.scenes.size("priya.db"),
    }


def _loaded(lab: SimpleNamespace) -> Figures:
    """What is loaded of Priya's store, in her scope and in another."""
    lab.scenes.fill("loaded.db", priya())
    mine, others = lab.load("loaded.db", PRIYA), lab.load("loaded.db", Scope("priya", "travel-agent"))
    equal = sum(memory in mine for memory in priya())
    return {"records": len(mine), "equal": equal, "of_another_scope": len(others)}


def _failed(lab: SimpleNamespace) -> Figures:
    """A batch in which one record breaks a rule of the table."""
    lab.scenes.create("failed.db")
    refused = lab.scenes.refused("failed.db", failing())
    return {"refused": "yes" if refused else "no", "written": lab.scenes.count("failed.db")}


def failing() -> tuple[Memory, ...]:
    """The batch, with a record in it that breaks a rule of the table."""
    batch = [*killed()]
    batch[FAILING - 1] = replace(batch[FAILING - 1], confidence=1.5)
    return tuple(batch)


def _killed_while_adding(lab: SimpleNamespace) -> Figures:
    """Add batch after batch with the lab's `add`, until the writer is killed in the middle of one."""
    lab.scenes.create("ways.db")
    said = sum(len(lab.add("ways.db", batch)) for batch in before())
    statements = lab.scenes.snapshots("ways.db", killed())
    left = f"before-{statements // 2 + 1}.db"
    found = lab.scenes.count(left)
    lab.add(left, killed())
    lab.add("ways.db", killed())  # nobody had heard of the answer
    again, unheard = lab.scenes.count(left), lab.scenes.count("ways.db")
    return _row("add", said, found, again, unheard)


def _row(way: str, said: int, found: int, again: int, unheard: int) -> Figures:
    name = way.partition(",")[0].replace(" ", "_")
    row = {"way": way, "name": name, "said": said, "found": found, "again": again, "unheard": unheard}
    return row | {"half": max(0, found - said)}


# The naive ways. A kill leaves what lies on the disk: another connection sees that, and no more.


@cache
def naive_ways() -> tuple[Figures, ...]:
    """Ways in which people write memories down, and what a kill in the middle leaves of each."""
    return (
        _as_json(),
        _in_rows("commit each, no id", each=True),
        _in_rows("commit now and then, no id", every=TOGETHER),
        _in_rows("commit a batch, no id"),
    )


def _as_json() -> Figures:
    """All records in one file that is written anew for each batch."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "memories.json"
        contents: list[str] = []
        for batch in before():
            contents += [memory.content for memory in batch]
            file.write_text(json.dumps(contents), encoding="utf-8")
        said = len(contents)
        whole = json.dumps([*contents, *(memory.content for memory in killed())])
        file.write_text(whole[: len(whole) // 2], encoding="utf-8")  # the other half was never written
        found = _in_json(file)
        # Whoever adds the batch again cannot read what to add it to. An answer that was lost makes two.
        return _row("JSON, written anew", said, found, found, said + 2 * len(killed()))


def _in_json(file: Path) -> int:
    try:
        return len(json.loads(file.read_text(encoding="utf-8")))
    except ValueError:
        return 0


def _in_rows(way: str, each: bool = False, every: int = 1) -> Figures:
    """Rows of SQLite that nothing tells apart.

    each: whether there is a commit after each record. every: after how many batches there is one in any case.
    """
    with _database() as path, closing(sqlite3.connect(path)) as store:
        said = 0
        for place, batch in enumerate(before(), start=1):
            _insert(store, batch, each)
            said += len(batch)
            if place % every == 0:
                store.commit()
        _insert(store, killed()[: len(killed()) // 2], each)
        store.rollback()  # the kill: what was not committed is gone
        found = _rows(path)
        _insert(store, killed(), each=True)
        again = _rows(path)
    with _database() as path, closing(sqlite3.connect(path)) as store:
        for batch in (*before(), killed(), killed()):  # the last one twice: its answer was lost
            _insert(store, batch, each=True)
        unheard = _rows(path)
    return _row(way, said, found, again, unheard)


def _insert(store: sqlite3.Connection, batch: Batch, each: bool) -> None:
    for memory in batch:
        store.execute("INSERT INTO memory VALUES (?)", (memory.content,))
        if each:
            store.commit()


@contextmanager
def _database() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.db"
        with closing(sqlite3.connect(path)) as store:
            store.execute("PRAGMA journal_mode = WAL")  # which stays so
            store.execute("CREATE TABLE memory (content TEXT)")
        yield path


def _rows(path: Path) -> int:
    """What another process would see."""
    with closing(sqlite3.connect(path)) as other:
        return int(other.execute("SELECT count(*) FROM memory").fetchone()[0])


@cache
def ignored() -> Figures:
    """The batch with a record that breaks a rule, written with INSERT OR IGNORE."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as store:
        migrate(store)
        for memory in failing():
            store.execute(f"INSERT OR IGNORE INTO memory ({COLUMNS}) VALUES ({SLOTS})", row_of(memory))
        return {"written": int(store.execute("SELECT count(*) FROM memory").fetchone()[0])}


def draw(figures: Figures, expected: Figures) -> RenderableType:
    """Draw the figures as the lab prints them; one that differs has the expected one in brackets."""
    parts: list[RenderableType] = []
    if figures["ways"] is not None:
        columns = {
            "way": "killed in the middle of a batch", "said": "said", "found": "found",
            "again": "added again", "unheard": "answer lost",
        }  # fmt: skip
        parts += [table(figures["ways"], expected["ways"], columns), Text()]
    lines = [Text(line) for line in _lines(figures, expected)]
    return Group(*(parts if lines else parts[:-1]), *lines)


def _lines(figures: Figures, expected: Figures) -> list[str]:
    lines = []
    if figures["added"] is not None:
        added = cells(figures["added"], expected["added"])
        lines += [
            f"Priya's records: {added['first']} are new the first time, {added['second']} the second time.",
            f"Their texts have {added['characters']} characters, the file has {added['bytes']} bytes.",
        ]
    if figures["failed"] is not None:
        failed = cells(figures["failed"], expected["failed"])
        lines.append(
            f"A batch of {figures['history']['batch']} with one wrong record: refused {failed['refused']}, "
            f"written {failed['written']}."
        )
    if figures["loaded"] is not None:
        loaded = cells(figures["loaded"], expected["loaded"])
        lines.append(
            f"Loaded: {loaded['records']}, of which {loaded['equal']} are equal to what was written; of "
            f"another scope: {loaded['of_another_scope']}."
        )
    return lines + remark(figures, expected)
