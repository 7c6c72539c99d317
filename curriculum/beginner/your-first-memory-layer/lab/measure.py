"""The figures of this lesson: a chat in two runs, what becomes of Priya's turns, and what she is handed."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from curriculum.figures import cell, cells, if_written, remark, share, table
from memlab.budget import carried_tokens, estimate_tokens, pack
from memlab.chat import converse
from memlab.corpus import read_turns
from memlab.cues import CUES
from memlab.pipeline import Written
from memlab.recall import recall
from memlab.record import Memory, Scope, Turn
from memlab.render import render
from memlab.write import attribute, candidates, is_belief, worth_writing, write

DATA = Path(__file__).resolve().parents[4] / "data" / "priya"
PRIYA = Scope("priya")
BUDGET = 300
LIMIT = 6
SMALL_BUDGET = 40  # in which one memory has room, or two short ones
KINDS = ("echo", "greeting", "recalled")
# What she is asked about, and three questions whose contexts the page calls wrong.
ASKED = {
    "rent": "How much is my rent?",
    "birthday": "When is my sister's birthday?",
    "letter": "How do I want you to draft a letter?",
}
STALE, KEYS, TWICE = "Where do I work?", "Where are my keys?", "Which seat do I prefer on a flight?"

# Two runs of one chat, with the program ended in between.
NOOR = Scope("noor")
RUNS = {
    "monday": (
        "2026-03-09T18:30:00+01:00",
        ("Hello! I am allergic to sesame.", "My brother Karim lives in Utrecht.", "Thank you!"),
    ),
    "friday": (
        "2026-03-13T07:45:00+01:00",
        ("Where does my brother live?", "Which bread is without sesame?"),
    ),
}

Figures = dict[str, Any]


@cache
def turns() -> tuple[Turn, ...]:
    """What Priya and her assistant said, and then what two agents wrote about her."""
    files = (DATA / name for name in ("sessions.jsonl", "agents.jsonl"))
    return tuple(turn for file in files for turn in read_turns(file))


@cache
def history() -> int:
    """The input of the last call if every call carries all that was said, as the first lesson counts it."""
    calls, new = [], ""
    for turn in read_turns(DATA / "sessions.jsonl"):
        new += f"{turn.role}: {turn.text}\n"
        if turn.role == "user":
            calls.append(new)
            new = ""
    return carried_tokens(calls)[-1]


def figures(lab: SimpleNamespace) -> Figures:
    """Measure with the lab's two pieces; None stands for what a piece that is still a stub would give."""
    written = if_written(lambda: lab.remember("priya.db", turns(), PRIYA))
    return {
        "data": {
            "turns": len(turns()),
            "claimed": sum(len(candidates(turn, CUES)) for turn in turns()),
            "history": history(),
            "budget": BUDGET,
            "limit": LIMIT,
            "small_budget": SMALL_BUDGET,
        },
        "without": _without(),
        "written": None if written is None else _written(written),
        "again": None if written is None else if_written(lambda: _again(lab)),
        "chat": if_written(lambda: _chat(lab)),
        "asked": None if written is None else if_written(lambda: [asked(lab, one) for one in ASKED]),
        "wrong": None
        if written is None
        else if_written(
            lambda: {
                "stale": handed(lab, STALE),
                "keys": handed(lab, KEYS),
                "twice": handed(lab, TWICE),
                "keys_count": len(handed(lab, KEYS)) - 1,
            }
        ),
    }


def _written(written: Written) -> Figures:
    refused = Counter(refusal.kind for refusal in written.refused)
    return {"added": len(written.added), "refused": {kind: refused[kind] for kind in KINDS}}


def _again(lab: SimpleNamespace) -> Figures:
    """What a second import adds, and one that is begun anew after the first half."""
    again = lab.remember("priya.db", turns(), PRIYA)
    half = lab.remember("half.db", turns()[: len(turns()) // 2], PRIYA)
    rest = lab.remember("half.db", turns(), PRIYA)
    return {"added": len(again.added), "half": len(half.added), "rest": len(rest.added)}


def _chat(lab: SimpleNamespace) -> dict[str, list[str]]:
    """What is said in each run, and what is answered, a line each."""
    runs = {}
    for name, (begun, messages) in RUNS.items():
        at = datetime.fromisoformat(begun)
        times = iter([at + timedelta(minutes=minute) for minute in range(2 * len(messages))])
        replies = converse(
            messages,
            "chat.db",
            NOOR,
            name,
            times.__next__,
            remember=lab.remember,
            context_for=lab.context_for,
        )
        runs[name] = []
        for message, reply in zip(messages, replies, strict=True):
            runs[name] += [f"Noor: {message}", *reply.replace("\n(", " (").split("\n")]
    return runs


def asked(lab: SimpleNamespace, about: str) -> Figures:
    """How much comes back for a question, beside a history that rides along."""
    question = ASKED[about]
    context = lab.context_for("priya.db", question, PRIYA, BUDGET)
    tokens = estimate_tokens(context)
    return {
        "question": question,
        "about": about,
        "memories": sum(line.startswith("- ") for line in context.split("\n")),
        "tokens": tokens,
        "times": round(share(history(), tokens)),
    }


def handed(lab: SimpleNamespace, question: str) -> list[str]:
    """The lines of the context for a question."""
    context: str = lab.context_for("priya.db", question, PRIYA, BUDGET)
    return context.split("\n")


@cache
def _without() -> Figures:
    """What goes wrong where a step does not get what another knows; nothing of it depends on the lab."""
    records = write(turns(), PRIYA)
    contexts = [_best(records, question, BUDGET, LIMIT) for question in ASKED.values()]
    told = Turn("reader", 1, "tool", "\n".join(contexts), turns()[-1].time)
    claims = [(said, attribute(said, told)) for said in candidates(told, CUES)]
    half = len(turns()) // 2
    questions = (*ASKED.values(), STALE, KEYS, TWICE)
    best = [recall(question, records, PRIYA, 1)[0].memory_id for question in questions]
    orders = {
        "by_hits": [_kept(records, question, SMALL_BUDGET) for question in questions],
        "by_store": [_kept(records, question, SMALL_BUDGET, of_store=True) for question in questions],
    }
    return {
        "hearsay": sum(not is_belief(record.provenance) for record in records),
        "days": len({record.happened_at.date() for record in records}),
        "handed_on": len(claims),
        "handed_on_told": sum(worth_writing(*one, contexts).action == "write" for one in claims),
        "handed_on_untold": sum(worth_writing(*one, ()).action == "write" for one in claims),
        "half": half,
        "of_half": len(write(turns()[:half], PRIYA)),
        "questions": len(questions),
        **{
            name: sum(wanted in kept for wanted, kept in zip(best, found, strict=True))
            for name, found in orders.items()
        },
        "limited": sum(len(_kept(records, question, BUDGET)) for question in questions),
        "unlimited": sum(len(_kept(records, question, BUDGET, limit=999)) for question in questions),
    }


def _kept(
    records: Sequence[Memory], question: str, budget: int, *, limit: int = LIMIT, of_store: bool = False
) -> list[str]:
    """The ids of what fits, packed in the order of the hits or in that of the store."""
    hits = [hit.memory_id for hit in recall(question, records, PRIYA, limit)]
    in_store = sorted(records, key=lambda record: (record.recorded_at, record.id))
    found = [record for record in in_store if record.id in hits]
    if not of_store:
        found.sort(key=lambda record: hits.index(record.id))
    return [record.id for record in pack(found, budget).kept]


def _best(records: Sequence[Memory], question: str, budget: int, limit: int) -> str:
    kept = _kept(records, question, budget, limit=limit)
    return render([record for id in kept for record in records if record.id == id])


def draw(figures: Figures, expected: Figures) -> RenderableType:
    """Draw the figures as the lab prints them; one that differs has the expected one in brackets."""
    parts: list[RenderableType] = []
    if figures["chat"] is not None:
        for lines in figures["chat"].values():
            parts += [Text("\n".join(lines)), Text()]
        if figures["chat"] != expected["chat"]:
            parts += [Text("That is another chat than the page has."), Text()]
    if figures["asked"] is not None:
        columns = {
            "question": "Priya asks",
            "memories": "memories",
            "tokens": "tokens",
            "times": "times less",
        }
        parts += [table(figures["asked"], expected["asked"], columns), Text()]
    return Group(*parts, *(Text(line) for line in _lines(figures, expected)))


def _lines(figures: Figures, expected: Figures) -> list[str]:
    lines = []
    if figures["written"] is not None:
        got, want = figures["written"], expected["written"]
        refused = cells(got["refused"], want["refused"])
        lines += [
            f"Priya: in {figures['data']['turns']} turns the cues claim {figures['data']['claimed']} "
            f"sentences; {cell(got['added'], want['added'])} are added.",
            f"Refused: {', '.join(f'{refused[kind]} as {kind}' for kind in KINDS)}.",
        ]
    if figures["again"] is not None:
        again = cells(figures["again"], expected["again"])
        lines.append(
            f"Imported again: {again['added']} more. First half of the turns, then all: {again['half']} and "
            f"{again['rest']} more."
        )
    if figures["asked"] is not None:
        lines.append(f"With the whole history a call carries {figures['data']['history']:,} tokens.")
    return lines + remark(figures, expected)
