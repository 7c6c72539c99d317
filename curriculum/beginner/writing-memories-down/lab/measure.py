"""The figures of this lesson: what Priya's turns become, and how well the tables do on what others say."""

from functools import cache
from itertools import permutations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from curriculum.figures import cell, cells, if_written, read_rows, remark, share, table
from memlab.corpus import read_turns
from memlab.cues import CUES, fitting, specificity
from memlab.record import Turn
from memlab.sentences import is_question, sentences

DATA = Path(__file__).resolve().parents[4] / "data"
KINDS = ("semantic", "episodic", "procedural")
STRANGERS = ("unseen.jsonl", "typed.jsonl")  # the tables were not made from these
EXAMPLES = 3
EXAMPLE = ("s1", 3)  # a turn in which an event and a standing fact stand side by side

Figures = dict[str, Any]


@cache
def said() -> tuple[Turn, ...]:
    """What Priya and the other agents said; the assistant's own turns are no candidates."""
    turns = read_turns(DATA / "priya" / "sessions.jsonl") + read_turns(DATA / "priya" / "agents.jsonl")
    return tuple(turn for turn in turns if turn.role in ("user", "agent"))


@cache
def strangers() -> tuple[tuple[str, str], ...]:
    """Sentences of other people, each with the type that a careful reader gives it."""
    return tuple(
        (row["text"], row["type"]) for name in STRANGERS for row in read_rows(DATA / "sentences" / name)
    )


def figures(lab: SimpleNamespace) -> Figures:
    """Measure with the lab's two pieces; None stands for what a piece that is still a stub would give."""
    everything = [sentence for turn in said() for sentence in sentences(turn.text)]
    (example,) = (turn for turn in said() if (turn.session, turn.turn) == EXAMPLE)
    return {
        "said": {
            "turns": len(said()),
            "characters": sum(len(turn.text) for turn in said()),
            "sentences": len(everything),
            "questions": sum(map(is_question, everything)),
        },
        "cues": {kind: len(getattr(CUES, kind)) for kind in KINDS},
        "example": [example.text],
        "two_tables": _two_tables(),
        "wrongly_claimed": _wrongly_claimed(),
        "strangers": if_written(lambda: _strangers(lab)),
        "priya": if_written(lambda: _priya(lab)),
    }


def _two_tables() -> Figures:
    """The sentences that hold cues of more than one type, and how many of them each rule would get right.

    This is about rules that the lab does not have, so it asks the tables alone.
    """
    held = []
    for text, kind in strangers():
        letters = {
            type: max(map(specificity, fit))
            for type in KINDS
            if not is_question(text) and (fit := fitting(getattr(CUES, type), text))
        }
        if len(letters) > 1:
            held.append((letters, kind))
    orders = [
        sum(next(type for type in order if type in letters) == kind for letters, kind in held)
        for order in permutations(KINDS)
    ]
    # Of equals the order of the tables decides, as it does in the lab.
    ranked = ("procedural", "episodic", "semantic")
    most_specific = [
        max((type for type in ranked if type in letters), key=letters.get) for letters, _ in held
    ]
    return {
        "sentences": len(held),
        "most_specific": sum(type == kind for type, (_, kind) in zip(most_specific, held, strict=True)),
        "best_order": max(orders),
        "worst_order": min(orders),
    }


def _wrongly_claimed() -> list[str]:
    """Events that the tables see in sentences that tell of none, of those that one may look at."""
    seen = read_rows(DATA / "sentences" / "seen.jsonl")
    texts = [row["text"] for row in seen if row["type"] == "none" and not is_question(row["text"])]
    claimed = [(text, fitting(CUES.episodic, text)) for text in texts]
    return [f"{text} ({', '.join(fit)})" for text, fit in claimed if fit][:EXAMPLES]


def _strangers(lab: SimpleNamespace) -> Figures:
    given = [(kind, lab.type_of(text, CUES) or "none") for text, kind in strangers()]
    rows = []
    for kind in KINDS:
        there = sum(gold == kind for gold, _ in given)
        claimed = sum(type == kind for _, type in given)
        right = sum(gold == type == kind for gold, type in given)
        rows.append(
            {
                "type": kind,
                "sentences": there,
                "claimed": claimed,
                "right": right,
                "precision": share(right, claimed),
                "recall": share(right, there),
            }
        )
    return {
        "rows": rows,
        "sentences": len(given),
        "found": share(sum(row["right"] for row in rows), sum(row["sentences"] for row in rows)),
        "not_worth": sum(gold == "none" for gold, _ in given),
        "left_alone": sum(gold == type == "none" for gold, type in given),
    }


def _priya(lab: SimpleNamespace) -> Figures:
    found = [one for turn in said() for one in lab.candidates(turn, CUES)]
    (example,) = (turn for turn in said() if (turn.session, turn.turn) == EXAMPLE)
    return {
        "candidates": len(found),
        "characters": sum(len(one.content) for one in found),
        **{kind: sum(one.type == kind for one in found) for kind in KINDS},
        "example": [f"{one.type}: {one.content}" for one in lab.candidates(example, CUES)],
    }


def draw(figures: Figures, expected: Figures) -> RenderableType:
    """Draw the figures as the lab prints them; one that differs has the expected one in brackets."""
    parts: list[RenderableType] = []
    if figures["strangers"] is not None:
        columns = {name: name for name in expected["strangers"]["rows"][0]}
        parts += [table(figures["strangers"]["rows"], expected["strangers"]["rows"], columns), Text()]
    return Group(*parts, *(Text(line) for line in _lines(figures, expected)))


def _lines(figures: Figures, expected: Figures) -> list[str]:
    lines = []
    if figures["strangers"] is not None:
        others = cells(figures["strangers"], expected["strangers"])
        lines.append(
            f"Of {others['sentences']} sentences of strangers {others['not_worth']} are not worth keeping; "
            f"{others['left_alone']} of those were left alone. Of the others {others['found']} are right."
        )
    held = figures["said"]
    lines.append(
        f"What Priya and two agents said: {held['turns']} turns, {held['sentences']} sentences, "
        f"{held['questions']} of them questions."
    )
    if figures["priya"] is not None:
        found = cells(figures["priya"], expected["priya"])
        lines.append(
            f"Candidates: {found['candidates']} ({found['semantic']} semantic, {found['episodic']} episodic, "
            f"{found['procedural']} procedural), {found['characters']} of {held['characters']} characters."
        )
        lines += [f"{'/'.join(map(str, EXAMPLE))} gives:"]
        mine, right = figures["priya"]["example"], expected["priya"]["example"]
        lines += [f"  {cell(got, want)}" for got, want in zip(mine, right, strict=False)]
    return lines + remark(figures, expected)


def plot(axes: Any, figures: Figures, expected: Figures) -> None:
    """Draw precision and recall of each type as two bars."""
    rows = figures["strangers"]["rows"]
    places = range(len(rows))
    for shift, name, colour in ((-0.2, "precision", "#1d4ed8"), (0.2, "recall", "#c2410c")):
        axes.bar(
            [place + shift for place in places], [row[name] for row in rows], 0.4, color=colour, label=name
        )
    axes.set_xticks(places, [row["type"] for row in rows])
    axes.set_ylim(0, 1.25)
    axes.set_title("What the tables make of sentences that nobody fitted them to")
    axes.legend(loc="upper center", ncols=2)
