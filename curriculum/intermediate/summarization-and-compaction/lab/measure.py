"""The figures of this lesson, measured from Priya's store, and how they are drawn."""

from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from curriculum.figures import cell, cells, if_written, remark, share
from memlab.corpus import read_turns
from memlab.dedup import deduplicate
from memlab.evolve.summarize import Summary, summarise_all
from memlab.record import Memory, Scope, session_of
from memlab.write import write

DATA = Path(__file__).resolve().parents[4] / "data" / "priya"
PRIYA = Scope("priya")
DELETED = "s7/5"  # the turn in which Priya gives the phone number that she later wants deleted
ASKED_ABOUT = ("s3", "s4", "s6")  # the sources that the questions at the end of the page are about

Figures = dict[str, Any]


# The store does not depend on the lab: it is read once, however many labs are measured.
@cache
def naive() -> tuple[Memory, ...]:
    """Everything that was written down of what Priya and the other agents said, twice what was said twice."""
    return write(read_turns(DATA / "sessions.jsonl") + read_turns(DATA / "agents.jsonl"), PRIYA)


@cache
def store() -> tuple[Memory, ...]:
    """The same without what was said twice."""
    return deduplicate(naive()).records


def figures(lab: SimpleNamespace) -> Figures:
    """Measure with the lab's two pieces; None stands for what a piece that is still a stub would give."""
    written, records = naive(), store()
    claims = [memory.content for memory in records if memory.type != "episodic"]
    measured: Figures = {
        "store": {
            "written": len(written),
            "memories": len(records),
            "characters": characters(records),
            "sources": len(_sources(records)),
            "claims": len(claims),
            "one_summary_of_all": len("Summary of all: " + "; ".join(claims)),
        },
        "asked_about": [
            f"{source} ({memory.type}): {memory.content}"
            for source in ASKED_ABOUT
            for memory in records
            if session_of(memory) == source
        ],
    }
    summaries = if_written(lambda: _summaries(lab, records))
    measured |= _of_summaries(records, summaries)
    return measured | {"orphans": if_written(lambda: _orphans(lab, records))}


def characters(records: tuple[Memory, ...] | list[Memory]) -> int:
    """Characters of content in all."""
    return sum(len(memory.content) for memory in records)


def _sources(records: tuple[Memory, ...]) -> list[str]:
    """The sources by first appearance."""
    return list(dict.fromkeys(session_of(memory) for memory in records))


def _summaries(lab: SimpleNamespace, records: tuple[Memory, ...]) -> list[Summary]:
    made = [lab.summarise_session(records, source, PRIYA) for source in _sources(records)]
    return [summary for summary in made if summary is not None]


def _of_summaries(records: tuple[Memory, ...], summaries: list[Summary] | None) -> Figures:
    if summaries is None:
        return dict.fromkeys(("rows", "summaries", "difference", "denominators"))
    summarised = {summary.source for summary in summaries}
    held, summed = characters(records), characters([summary.memory for summary in summaries])
    episodes = sum(summary.dropped_chars for summary in summaries)
    in_summarised = sum(summary.source_chars for summary in summaries)
    return {
        "rows": [
            {
                "source": summary.source,
                "source_chars": summary.source_chars,
                "kept": summary.kept,
                "dropped_chars": summary.dropped_chars,
                "summary_chars": len(summary.memory.content),
                "compression": summary.compression,
                "expanded": summary.expanded,
            }
            for summary in summaries
        ],
        "summaries": {
            "count": len(summaries),
            "characters": summed,
            "ratio": share(summed, held),
            "compress": sum(not summary.expanded for summary in summaries),
            "expand": sum(summary.expanded for summary in summaries),
            "without": [source for source in _sources(records) if source not in summarised],
        },
        "difference": {
            "characters": held - summed,
            "dropped_episodes": episodes,
            "sources_without_summary": held - in_summarised,
            "cost_of_joining": summed - (in_summarised - episodes),
        },
        "denominators": {
            "whole_store": share(summed, held),
            "summarised_sources_alone": share(summed, in_summarised),
            "others_carried_as_they_are": share(summed + held - in_summarised, held),
            "own_sources_lowest": min((_against_own_sources(summary) for summary in summaries), default=0.0),
        },
    }


def _against_own_sources(summary: Summary) -> float:
    return share(len(summary.memory.content), summary.source_chars - summary.dropped_chars)


def _orphans(lab: SimpleNamespace, records: tuple[Memory, ...]) -> Figures:
    """Delete one memory, as Priya asks, and see which summaries were made from it.

    The summaries are memlab's, so that this piece is measured whether or not the other is written.
    """
    everything = (*records, *(summary.memory for summary in summarise_all(records, PRIYA)))
    left = tuple(memory for memory in everything if memory.provenance.source_id != DELETED)
    after = lab.orphaned_summaries(left)
    return {
        "before_deletion": len(lab.orphaned_summaries(everything)),
        "after_deletion": len(after),
        "orphaned": [memory.provenance.source_id for memory in after],
        "which_still_say": [memory.content for memory in after],
    }


def draw(figures: Figures, expected: Figures) -> RenderableType:
    """Draw the figures as the lab prints them; one that differs has the expected one in brackets."""
    table = [_table(figures, expected), Text()] if figures["rows"] is not None else []
    return Group(*table, *(Text(line) for line in _lines(figures, expected)))


def plot(axes: Any, figures: Figures, expected: Figures) -> None:
    """Draw each summary's length over its source's as a bar, and the line above which it is longer."""
    rows = figures["rows"]
    colours = ["#c2410c" if row["expanded"] else "#1d4ed8" for row in rows]
    places = range(len(rows))
    axes.bar(places, [row["compression"] for row in rows], color=colours)
    axes.set_xticks(places, [row["source"] for row in rows], rotation=30, ha="right")
    axes.axhline(1.0, color="black", linewidth=0.8)
    axes.set_ylabel("summary / source")
    axes.set_title("Above the line a summary is longer than its source")


def _table(figures: Figures, expected: Figures) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("summary")
    for heading in ("kept", "dropped", "compression"):
        table.add_column(heading, justify="right")
    table.add_column("")
    mine = {row["source"]: row for row in figures["rows"] or ()}
    wanted = {row["source"]: row for row in expected["rows"]}
    for source in dict.fromkeys((*wanted, *mine)):
        row, right = mine.get(source, {}), wanted.get(source, {})
        table.add_row(
            f"summary:{source}",
            *(cell(row.get(key), right.get(key)) for key in ("kept", "dropped_chars", "compression")),
            "EXPANDED" if row.get("expanded") else "",
        )
    return table


def _lines(figures: Figures, expected: Figures) -> list[str]:
    held = figures["store"]
    lines = [f"The store: {held['memories']} memories, {held['characters']} characters."]
    if figures["rows"] is not None:
        total, right = figures["summaries"], expected["summaries"]
        part, other = (cells(figures[name], expected[name]) for name in ("difference", "denominators"))
        lines += [
            f"{cell(total['count'], right['count'])} summaries: {held['characters']} -> "
            f"{cell(total['characters'], right['characters'])} characters, "
            f"ratio {cell(total['ratio'], right['ratio'])}; "
            f"{cell(total['compress'], right['compress'])} compress, "
            f"{cell(total['expand'], right['expand'])} expand.",
            f"The difference of {part['characters']} = {part['dropped_episodes']} of dropped episodes "
            f"+ {part['sources_without_summary']} of sources without a summary "
            f"({', '.join(total['without']) or 'none'}) - {part['cost_of_joining']} for joining.",
            f"Over the summarised sources alone {other['summarised_sources_alone']}; with the other "
            f"sources carried as they are {other['others_carried_as_they_are']}.",
        ]
    if figures["orphans"] is not None:
        found, right = figures["orphans"], expected["orphans"]
        lines.append(
            f"The memory {DELETED} deleted: "
            f"{cell(found['after_deletion'], right['after_deletion'])} orphaned "
            f"({', '.join(found['orphaned']) or 'none'}); before, "
            f"{cell(found['before_deletion'], right['before_deletion'])}."
        )
    return lines + remark(figures, expected)
