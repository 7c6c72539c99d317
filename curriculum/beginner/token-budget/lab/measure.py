"""The figures of this lesson: what fits as rendered, and what the shortcuts cost."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from itertools import accumulate
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from curriculum.figures import cells, if_written, joined, read_rows, remark, share, table
from memlab.budget import estimate_tokens
from memlab.corpus import read_turns
from memlab.record import Memory, Provenance, Scope, make_memory
from memlab.render import HEARD, KNOWN, line_of, render
from memlab.write import AUTHORITY, is_belief, write

DATA = Path(__file__).resolve().parents[4] / "data"
BUDGETS = (100, 200, 400, 600, 800)
CUT_AT = (114, 301, 511)  # budgets at which the page shows what is left of a record
FLIGHT = "Never book a flight"
PINNED = "I am allergic to cashews"
PINNED_BUDGET = 200
NOOR_BUDGET, WIDER = 130, 230
ROOM, HANDED = 400, 228  # what a model has room for, and what `pack` is told of it
KEPT = {True: "kept", False: "left out"}
WANTED = 5  # the first records of Noor's list, which is ranked

Figures = dict[str, Any]
Records = Sequence[Memory]


# What was said does not depend on the lab: it is read once.
@cache
def priya() -> tuple[Memory, ...]:
    """All that the cues claim in what Priya and two agents said, the newest first."""
    turns = (read_turns(DATA / "priya" / name) for name in ("sessions.jsonl", "agents.jsonl"))
    written = [memory for read in turns for memory in write(read, Scope("priya"))]
    return tuple(sorted(written, key=lambda memory: memory.happened_at, reverse=True))


@cache
def noor() -> tuple[Memory, ...]:
    """Noor's list, ranked by hand for one question."""
    return tuple(_record(row) for row in read_rows(DATA / "budget" / "ranked.jsonl"))


def _record(row: Figures) -> Memory:
    at = datetime.fromisoformat(row["happened_at"])
    source = Provenance(row["source_id"], row["speaker"], AUTHORITY[row["speaker"]])
    return make_memory(row["content"], row["type"], Scope("noor"), source, at, at)


def figures(lab: SimpleNamespace) -> Figures:
    """Measure with the lab's piece; None stands for what a stub would give."""
    return {
        "data": {"records": len(priya()), "tokens": _size(priya())},
        "cut": _cut(),
        "budgets": if_written(lambda: [_packed(lab, priya(), budget) for budget in BUDGETS]),
        "naive": _naive(),
        "rounded": _rounded(),
        "heading": _heading(),
        "noor": _noor(),
        "wider": if_written(lambda: _packed(lab, noor(), WIDER)),
        "ways": if_written(lambda: [_way("pack", lab.pack(noor(), NOOR_BUDGET).kept), *_other_ways()]),
        "pinned": if_written(lambda: _pinned(lab)),
        "counted": _counted(),
        "room": {"room": ROOM, "handed": HANDED},
    }


def _size(records: Records) -> int:
    return estimate_tokens(render(records))


def _packed(lab: SimpleNamespace, records: Records, budget: int) -> Figures:
    packed = lab.pack(records, budget)
    return {
        "budget": budget,
        "kept": len(packed.kept),
        "left_out": len(packed.left_out),
        "tokens": packed.tokens,
    }


@cache
def _cut() -> Figures:
    """What is left of a record where the text of all is cut off at its budget, at every budget below all."""
    text = render(priya())
    whole = set(text.split("\n"))
    # Four times a character has its quarters of a token as whole ones.
    quarters = {character: estimate_tokens(4 * character) for character in set(text)}
    so_far = list(accumulate(quarters[character] for character in text))

    def last(budget: int) -> str:
        return text[: bisect_right(so_far, 4 * budget)].split("\n")[-1]

    budgets = range(20, estimate_tokens(text))
    return {
        "from": budgets[0],
        "budgets": len(budgets),
        "split": sum(last(budget) not in whole for budget in budgets),
        "shown": [f"{budget}: {last(budget)}" for budget in CUT_AT],
        "flight": CUT_AT[-1],
        "said": next(f'"{record.content}"' for record in priya() if record.content.startswith(FLIGHT)),
    }


def _taken(records: Records, budget: int, tokens: Callable[[Memory], int]) -> list[Memory]:
    """What a program keeps that adds up numbers of single records."""
    kept, so_far = [], 0
    for record in records:
        if so_far + tokens(record) <= budget:
            kept.append(record)
            so_far += tokens(record)
    return kept


def _of_content(record: Memory) -> int:
    return estimate_tokens(record.content)


def _of_line(record: Memory) -> int:
    return estimate_tokens(line_of(record))


@cache
def _naive() -> list[Figures]:
    """By budget, what two sums over single records keep of Priya's, and how far that is over."""
    rows = []
    for budget in BUDGETS:
        row: Figures = {"budget": budget}
        for name, tokens in (("contents", _of_content), ("lines", _of_line)):
            kept = _taken(priya(), budget, tokens)
            size = _size(kept)
            row |= {f"{name}_kept": len(kept), f"{name}_tokens": size}
            row |= {f"{name}_over": max(0, size - budget)}
        rows.append(row)
    return rows


@cache
def _rounded() -> Figures:
    """The lines of Priya's records, with their line breaks: rounded up one by one, and together."""
    lines = [f"{line_of(record)}\n" for record in priya()]
    apart, together = sum(map(estimate_tokens, lines)), estimate_tokens("".join(lines))
    return {"apart": apart, "together": together, "more": apart - together}


@cache
def _heading() -> Figures:
    """The first hearsay of Priya's list: its line would fit, and its heading does not."""
    place = next(place for place, record in enumerate(priya()) if not is_belief(record.provenance))
    before, line = _size(priya()[:place]), _of_line(priya()[place])
    return {
        "known": estimate_tokens(KNOWN),
        "heard": estimate_tokens(HEARD),
        "before": before,
        "line": line,
        "budget": before + line + 5,
        "with_it": _size(priya()[: place + 1]),
    }


@cache
def _noor() -> Figures:
    note = next(
        record for record in noor() if "\n" in record.content and record.provenance.speaker == "agent"
    )
    first, long = noor()[:2]
    return {
        "records": len(noor()),
        "tokens": _size(noor()),
        "budget": NOOR_BUDGET,
        "first": first.content,
        "long": _of_line(long),
        "with_long": _size([first, long]),
        "wanted": WANTED,
        "forged": [f"`{line}`" for line in render([note]).split("\n")],
        "joined": [f"`{line}`" for line in note.content.split("\n")],
    }


def _way(way: str, kept: Records) -> Figures:
    size = _size(kept)
    wanted = sum(record in kept for record in noor()[:WANTED])
    over = max(0, size - NOOR_BUDGET)
    return {"way": way, "kept": len(kept), "tokens": size, "over": over, "wanted": wanted}


@cache
def _other_ways() -> list[Figures]:
    """What other programs keep of Noor's list."""
    until = next(n for n in range(len(noor())) if _size(noor()[: n + 1]) > NOOR_BUDGET)
    shortest: list[Memory] = []
    for record in sorted(noor(), key=_of_line):
        if _size([*shortest, record]) <= NOOR_BUDGET:
            shortest.append(record)
    return [
        _way("stop", noor()[:until]),
        _way("shortest", shortest),
        _way("contents", _taken(noor(), NOOR_BUDGET, _of_content)),
        _way("lines", _taken(noor(), NOOR_BUDGET, _of_line)),
    ]


def _pinned(lab: SimpleNamespace) -> Figures:
    """What one pinned record of Priya's, which stands near the end, pushes out."""
    place = max(place for place, record in enumerate(priya()) if record.content == PINNED)
    records = [replace(record, pinned=n == place) for n, record in enumerate(priya())]
    before, after = (
        {record.id for record in lab.pack(some, PINNED_BUDGET).kept} for some in (priya(), records)
    )
    out = [record.content for record in priya() if record.id in before - after]
    return {
        "budget": PINNED_BUDGET,
        "place": place + 1,
        "without": records[place].id in before,
        "with": records[place].id in after,
        "out": out,
    }


@cache
def _counted() -> Figures:
    """What a tokenizer counted in texts of Priya's, beside the estimate."""
    return {
        row["kind"]: {
            "tokens": row["tokens"],
            "estimate": estimate_tokens(row["text"]),
            "share": share(estimate_tokens(row["text"]), row["tokens"]),
        }
        for row in read_rows(DATA / "budget" / "counted.jsonl")
    }


def draw(figures: Figures, expected: Figures) -> RenderableType:
    """Draw the figures as the lab prints them; one that differs has the expected one in brackets."""
    parts: list[RenderableType] = []
    if figures["budgets"] is not None:
        columns = {
            "budget": "budget", "kept": "kept", "left_out": "left out", "tokens": "tokens",
            "contents_kept": "by contents", "contents_over": "over by", "lines_kept": "by lines",
            "lines_over": "over by",
        }  # fmt: skip
        sides = (joined((side["budgets"], side["naive"]), "budget") for side in (figures, expected))
        parts += [table(*sides, columns), Text()]
    if figures["ways"] is not None:
        columns = {
            "way": "Noor's list", "kept": "kept", "tokens": "tokens", "over": "over by",
            "wanted": "of the first five",
        }  # fmt: skip
        parts += [table(figures["ways"], expected["ways"], columns), Text()]
    return Group(*parts, *(Text(line) for line in _lines(figures, expected)))


def _lines(figures: Figures, expected: Figures) -> list[str]:
    cut, rounded, counted = figures["cut"], figures["rounded"], figures["counted"]["rendered"]
    lines = [
        f"Cut off at its budget, the text of all splits a line at {cut['split']} of {cut['budgets']} "
        "budgets.",
        f"Rounded up one by one, Priya's lines have {rounded['more']} tokens more than together.",
        f"A tokenizer counts {counted['tokens']} tokens where {counted['estimate']} are estimated.",
    ]
    if figures["wider"] is not None:
        wider = cells(figures["wider"], expected["wider"])
        lines.append(f"Of Noor's list {wider['kept']} fit a budget of {WIDER}.")
    if figures["pinned"] is not None:
        mine, right = (
            {
                "without": KEPT[side["pinned"]["without"]],
                "with": KEPT[side["pinned"]["with"]],
                "out": ", ".join(side["pinned"]["out"]) or "nothing",
            }
            for side in (figures, expected)
        )
        told = cells(mine, right)
        lines.append(
            f"{PINNED!r}, at a budget of {PINNED_BUDGET}: {told['without']} without a pin, "
            f"{told['with']} with one. Out goes: {told['out']}."
        )
    return lines + remark(figures, expected)


def plot(axes: Any, figures: Figures, expected: Figures) -> None:
    """Draw the tokens that the model is handed, by budget and by what was counted."""
    rows = joined((figures["budgets"], figures["naive"]), "budget")
    budgets = [row["budget"] for row in rows]
    lines = {
        "contents_tokens": ("contents counted", "#c2410c"),
        "lines_tokens": ("lines counted", "#b45309"),
        "tokens": ("the text counted", "#1d4ed8"),
    }
    for name, (label, colour) in lines.items():
        axes.plot(budgets, [row[name] for row in rows], marker="o", color=colour, label=label)
    axes.plot(budgets, budgets, color="black", linewidth=0.8, label="the budget")
    axes.set_xlabel("budget")
    axes.set_ylabel("tokens the model is handed")
    axes.set_title("What was counted, and what the model gets")
    axes.legend()
