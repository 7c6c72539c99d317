"""The figures of this lesson: how much of what is written is worth it, and a store that reads itself."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from curriculum.figures import cell, cells, if_written, joined, read_rows, remark, share, table
from memlab.corpus import read_turns
from memlab.cues import CUES
from memlab.record import Decision, Memory, Provenance, Role, Scope, Turn, make_memory
from memlab.write import Candidate, attribute, candidates

DATA = Path(__file__).resolve().parents[4] / "data"
KINDS = ("echo", "greeting", "recalled")
NIGHTS = 4
STORED = 10  # memories in the store that is recalled night after night
FIRST_NIGHT = datetime(2026, 6, 1, 3, tzinfo=UTC)
ABOUT = "vegetarian"  # what the person of the page's first section is taken for
LEAD = "Reminder: "

Figures = dict[str, Any]
Gate = Callable[[Candidate, Provenance, tuple[str, ...]], Decision]


# What was said and what it is worth does not depend on the lab: it is read once.
@cache
def claimed() -> tuple[tuple[Candidate, Provenance, tuple[str, ...]], ...]:
    """All that a cue claims in the conversations of this lesson, with what was recalled in that session."""
    recalled: dict[str, list[str]] = {}
    for row in read_rows(DATA / "gate" / "recalled.jsonl"):
        recalled.setdefault(row["session"], []).append(row["content"])
    texts = {session: tuple(contents) for session, contents in recalled.items()}
    return tuple(
        (candidate, attribute(candidate, turn), texts.get(turn.session, ()))
        for turn in read_turns(DATA / "gate" / "turns.jsonl")
        for candidate in candidates(turn, CUES)
    )


@cache
def judged() -> dict[tuple[str, str], str]:
    """What a careful reader says of each sentence, by its source and content."""
    return {
        (row["source_id"], row["content"]): row["judged"] for row in read_rows(DATA / "gate" / "gold.jsonl")
    }


@cache
def gold() -> tuple[str, ...]:
    """The contents that are worth a record."""
    return tuple(
        row["content"] for row in read_rows(DATA / "gate" / "gold.jsonl") if row["judged"] == "statement"
    )


@cache
def priya() -> tuple[tuple[Candidate, Provenance], ...]:
    """All that a cue claims in what Priya and other agents said."""
    files = (DATA / "priya" / name for name in ("sessions.jsonl", "agents.jsonl"))
    turns = [turn for file in files for turn in read_turns(file) if turn.role in ("user", "agent")]
    return tuple((said, attribute(said, turn)) for turn in turns for said in candidates(turn, CUES))


def figures(lab: SimpleNamespace) -> Figures:
    """Measure with the lab's two pieces; None stands for what a piece that is still a stub would give."""
    decisions = if_written(lambda: [lab.worth_writing(*each) for each in claimed()])
    ways = _ways(decisions)
    known = judged()
    worths = [known[provenance.source_id, candidate.content] for candidate, provenance, _ in claimed()]
    spoken = [(source.speaker, worth) for (_, source, _), worth in zip(claimed(), worths, strict=True)]
    users = [worth for speaker, worth in spoken if speaker == "user"]
    others = [worth for speaker, worth in spoken if speaker in ("agent", "tool")]
    return {
        "data": {
            "turns": len(read_turns(DATA / "gate" / "turns.jsonl")),
            "claimed": len(worths),
            "gold": len(gold()),
            "worth": worths.count("statement"),
            "missed": len(gold()) - worths.count("statement"),
            "nothing": worths.count("nothing"),
            "of_users": len(users),
            "of_users_worth": users.count("statement"),
            "of_others_worth": others.count("statement"),
        },
        "about": [
            f"{provenance.source_id}, {provenance.speaker}: {candidate.content}"
            for candidate, provenance, _ in claimed()
            if ABOUT in candidate.content
        ],
        "about_count": sum(ABOUT in candidate.content for candidate, _, _ in claimed()),
        "ways": [_counted(way, contents) for way, contents in ways.items()] if decisions else None,
        "quality": if_written(lambda: [_quality(lab, way, contents) for way, contents in ways.items()]),
        "gate": None if decisions is None else _gate(decisions, worths),
        "loop": if_written(lambda: _loop(lab.worth_writing)),
        "priya": if_written(lambda: _priya(lab)),
    }


def _ways(decisions: list[Decision] | None) -> dict[str, list[str]]:
    """What is written, by the way in which it is chosen; those of the gate only if there is one."""
    ways: dict[str, Callable[[int, Provenance], bool]] = {
        "all that a cue claims": lambda index, provenance: True,
        "user and agents": lambda index, provenance: provenance.speaker in ("user", "agent"),
        "user alone": lambda index, provenance: provenance.speaker == "user",
    }
    if decisions is not None:
        for kind in KINDS:
            ways[f"only the rule {kind}"] = lambda index, _, kind=kind: decisions[index].kind != kind
        ways["the gate"] = lambda index, _: decisions[index].action == "write"
    return {
        way: [said.content for index, (said, source, _) in enumerate(claimed()) if keeps(index, source)]
        for way, keeps in ways.items()
    }


def _counted(way: str, contents: list[str]) -> Figures:
    # Not by the lab's measure, so that this one does not depend on it.
    return {"way": way, "written": len(contents), "worth": (Counter(contents) & Counter(gold())).total()}


def _quality(lab: SimpleNamespace, way: str, contents: list[str]) -> Figures:
    precision, recall = lab.precision_and_recall(contents, gold())
    return _counted(way, contents) | {"precision": round(precision, 2), "recall": round(recall, 2)}


def _gate(decisions: list[Decision], worths: list[str]) -> Figures:
    """How often each rule refused, what it refused wrongly, and what it let through, by what that was."""
    told = [
        (decision, worth, f"{source.source_id}, {source.speaker}: {said.content}")
        for decision, worth, (said, source, _) in zip(decisions, worths, claimed(), strict=True)
    ]
    written = [(worth, what) for decision, worth, what in told if decision.action == "write"]
    refused = Counter(decision.kind for decision, _, _ in told if decision.action == "refuse")
    wrongly = [what for decision, worth, what in told if decision.action == "refuse" and worth == "statement"]
    nothing = [what for worth, what in written if worth == "nothing"]
    return {
        "refused": {kind: refused[kind] for kind in KINDS},
        "refused_together": sum(refused.values()),
        "wrongly": wrongly,
        "wrongly_count": len(wrongly),
        "let_through": [what for worth, what in written if worth in KINDS],
        "nothing": nothing,
        "nothing_count": len(nothing),
        # Without what says nothing and was claimed all the same, which no rule of the gate is about.
        "precision_apart": share(
            sum(worth == "statement" for worth, _ in written), sum(worth != "nothing" for worth, _ in written)
        ),
    }


def _loop(gate: Gate) -> Figures:
    """What becomes of a store that is recalled whole, night after night, and extracted again."""
    columns = {
        "no_gate": _without_gate(),
        "gate": _grown("tool", "", gate),
        "word_added": _grown("agent", LEAD, gate),
        "as_user": _grown("user", "", gate),
    }
    rows = [
        {"night": night, **{name: sizes[night] for name, sizes in columns.items()}}
        for night in range(NIGHTS + 1)
    ]
    copies = 2**NIGHTS
    return {
        "rows": rows,
        "stored": STORED,
        "nights": NIGHTS,
        "last": dict(rows[-1]),
        "copies": copies,
        "copies_precision": share(1, copies),
    }


@cache
def _without_gate() -> list[int]:
    return _grown("tool", "", None)


def _grown(role: Role, lead: str, gate: Gate | None) -> list[int]:
    """The number of records at the start and after each night in which this role hands all of them over."""
    kept = [
        (said, source)
        for said, source, _ in claimed()
        if source.speaker == "user" and judged()[source.source_id, said.content] == "statement"
    ]
    store = {memory.id: memory for memory in (_record(*each) for each in kept[:STORED])}
    sizes = [len(store)]
    for night in range(1, NIGHTS + 1):
        recalled = tuple(memory.content for memory in store.values())
        time = FIRST_NIGHT + timedelta(days=night)
        # Each in a turn of its own, as a tool is called for each, so that each has a source of its own.
        for place, content in enumerate(recalled, start=1):
            turn = Turn(f"night-{night}", place, role, lead + content, time)
            for said in _taken(turn):
                source = attribute(said, turn)
                if gate is None or gate(said, source, recalled).action == "write":
                    memory = _record(said, source)
                    store[memory.id] = memory
        sizes.append(len(store))
    return sizes


def _taken(turn: Turn) -> list[Candidate]:
    """The candidates of a turn, of which many have the same text."""
    return [replace(said, turn=turn.turn, time=turn.time) for said in _taken_once(turn.role, turn.text)]


@cache
def _taken_once(role: Role, text: str) -> tuple[Candidate, ...]:
    return candidates(Turn("night-0", 1, role, text, FIRST_NIGHT), CUES)


def _record(said: Candidate, source: Provenance) -> Memory:
    return make_memory(said.content, said.type, Scope("gate"), source, said.time, said.time)


def _priya(lab: SimpleNamespace) -> Figures:
    decisions = [lab.worth_writing(candidate, provenance, ()) for candidate, provenance in priya()]
    return {"claimed": len(decisions), "refused": sum(one.action != "write" for one in decisions)}


def draw(figures: Figures, expected: Figures) -> RenderableType:
    """Draw the figures as the lab prints them; one that differs has the expected one in brackets."""
    parts: list[RenderableType] = []
    names = [name for name in ("ways", "quality") if figures[name] is not None]
    if names:
        headings = {"written": "written", "worth": "worth it", "precision": "precision", "recall": "recall"}
        shown = {key for name in names for key in expected[name][0]}
        columns = {"way": "written down"} | {key: head for key, head in headings.items() if key in shown}
        if figures["ways"] is None:  # without a gate there are no rows of one
            known = len(figures["quality"])
            expected = {**expected, "quality": expected["quality"][:known]}
        parts += [
            table(*(joined((side[name] for name in names), "way") for side in (figures, expected)), columns),
            Text(),
        ]
    if figures["loop"] is not None:
        columns = {
            "night": "night", "no_gate": "no gate", "gate": "the gate", "word_added": "a word added",
            "as_user": "as the user's",
        }  # fmt: skip
        parts += [table(figures["loop"]["rows"], expected["loop"]["rows"], columns), Text()]
    return Group(*parts, *(Text(line) for line in _lines(figures, expected)))


def _lines(figures: Figures, expected: Figures) -> list[str]:
    data = figures["data"]
    lines = [
        f"In {data['turns']} turns the cues claim {data['claimed']} sentences. Worth a record are "
        f"{data['gold']}, of which no cue claims {data['missed']}."
    ]
    if figures["gate"] is not None:
        found, right = figures["gate"], expected["gate"]
        refused = cells(found["refused"], right["refused"])
        counts = {name: len(found[name]) for name in ("wrongly", "let_through", "nothing")}
        counted = cells(counts, {name: len(right[name]) for name in counts})
        lines.append(
            f"The gate refuses {refused['echo']} as echo, {refused['greeting']} as greeting and "
            f"{refused['recalled']} as recalled, {counted['wrongly']} of them wrongly. It lets through "
            f"{counted['let_through']} of these kinds, and {counted['nothing']} more that a cue claims and "
            f"that say nothing; without those its precision is "
            f"{cell(found['precision_apart'], right['precision_apart'])}."
        )
    if figures["priya"] is not None:
        said = cells(figures["priya"], expected["priya"])
        lines.append(f"Priya: of {said['claimed']} sentences the gate refuses {said['refused']}.")
    return lines + remark(figures, expected)


def plot(axes: Any, figures: Figures, expected: Figures) -> None:
    """Draw the records after each night."""
    rows = figures["loop"]["rows"]
    nights = [row["night"] for row in rows]
    lines = {
        "no_gate": ("no gate", "#c2410c", "o"),
        "as_user": ("the gate, recalled text as the user's", "#b45309", "x"),
        "word_added": ("the gate, a word added", "#0f766e", "s"),
        "gate": ("the gate", "#1d4ed8", "o"),
    }
    for name, (label, colour, marker) in lines.items():
        axes.plot(nights, [row[name] for row in rows], marker=marker, color=colour, label=label)
    axes.set_xticks(nights)
    axes.set_xlabel("night")
    axes.set_ylabel("records")
    axes.set_title("A store that reads itself")
    axes.legend()
