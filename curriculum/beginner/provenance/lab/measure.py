"""The figures of this lesson: who said what, what becomes of it in a summary, and what may be believed."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from statistics import fmean
from types import SimpleNamespace
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from curriculum.figures import cells, if_written, read_rows, remark, share, table
from memlab.corpus import read_turns
from memlab.cues import CUES
from memlab.dedup import deduplicate
from memlab.record import Memory, Provenance, Scope, Turn, session_of
from memlab.write import AUTHORITY, Candidate, attribute, candidates, is_belief, write

DATA = Path(__file__).resolve().parents[4] / "data"
SUMMARISER = AUTHORITY["agent"]  # whoever makes a summary is an agent
THRESHOLD, STRICTER = 0.5, 0.7
ROUNDS = ("s5", "calendar-agent", "s6", "travel-agent", "s7", "s10")  # shown of all sources

Figures = dict[str, Any]
Rule = Callable[[Sequence[Provenance]], float]


# What was said does not depend on the lab: it is read once, however many labs are measured.
@cache
def priya() -> tuple[Memory, ...]:
    """Priya's store: what she and two agents said, without what was said twice."""
    turns = (read_turns(DATA / "priya" / name) for name in ("sessions.jsonl", "agents.jsonl"))
    written = [memory for read in turns for memory in write(read, Scope("priya"))]
    return deduplicate(written).records


@cache
def said() -> tuple[tuple[Candidate, Turn], ...]:
    """Every sentence that a cue claims in what was said about Elin, with its turn."""
    turns = read_turns(DATA / "hearsay" / "turns.jsonl")
    return tuple((candidate, turn) for turn in turns for candidate in candidates(turn, CUES))


@cache
def holds() -> tuple[bool, ...]:
    """Whether each of them holds, as Elin says when she is asked."""
    return tuple(row["holds"] for row in read_rows(DATA / "hearsay" / "gold.jsonl"))


def figures(lab: SimpleNamespace) -> Figures:
    """Measure with the lab's three pieces; None stands for what a piece that is still a stub would give."""
    return {
        "thresholds": {"of_the_course": THRESHOLD, "stricter": STRICTER},
        "speakers": if_written(lambda: _speakers(lab)),
        "running": {"sources": len(by_source())},
        "rounds": if_written(lambda: _rounds(lab)),
        "summaries": if_written(lambda: _summaries(lab)),
        "priya": if_written(lambda: _priya(lab)),
        "rules": if_written(lambda: _rules(lab)),
        "wrong": if_written(lambda: _wrong(lab)),
    }


def _speakers(lab: SimpleNamespace) -> list[Figures]:
    """Who said the sentences about Elin, by the lab's own account, and how many of them hold."""
    told = [lab.attribute(candidate, turn) for candidate, turn in said()]
    count = Counter(provenance.speaker for provenance in told)
    right = Counter(provenance.speaker for provenance, so in zip(told, holds(), strict=True) if so)
    authority = {provenance.speaker: provenance.authority for provenance in told}
    return [
        {
            "speaker": speaker,
            "authority": authority.get(speaker),
            "sentences": count[speaker],
            "hold": right[speaker],
        }
        for speaker in AUTHORITY
    ]


def by_source() -> dict[str, list[Provenance]]:
    """The provenances of Priya's store by source, sources by first appearance."""
    grouped: dict[str, list[Provenance]] = {}
    for memory in priya():
        grouped.setdefault(session_of(memory), []).append(memory.provenance)
    return grouped


def _authority_rules(lab: SimpleNamespace) -> dict[str, Rule]:
    """What a summary may inherit: three ways that people choose, and the lab's."""
    return {
        "highest": lambda sources: max(source.authority for source in sources),
        "average": lambda sources: fmean(source.authority for source in sources),
        "summariser's own": lambda sources: SUMMARISER,
        "derived_authority": lambda sources: lab.derived_authority(sources),
    }


def _running(rule: Rule) -> Iterator[tuple[str, float]]:
    """One summary of everything, made anew after each source from the last one and what is new."""
    summary: list[Provenance] = []
    for source, provenances in by_source().items():
        authority = rule([*summary, *provenances])
        summary = [Provenance("summary:all", "agent", authority)]
        yield source, authority


def _rounds(lab: SimpleNamespace) -> list[Figures]:
    running = {name: dict(_running(rule)) for name, rule in _authority_rules(lab).items()}
    return [
        {"after": source, **{name: round(running[name][source], 2) for name in running}} for source in ROUNDS
    ]


def _summaries(lab: SimpleNamespace) -> list[Figures]:
    """By rule: the hearsay in summaries that are believed, and Priya's own words in those that are not.

    First for one summary of everything, then for one a source.
    """
    rows = []
    for name, rule in _authority_rules(lab).items():
        *_, (_, of_all) = _running(rule)
        one = _believed(dict.fromkeys(by_source(), of_all))
        each = _believed({source: rule(provenances) for source, provenances in by_source().items()})
        rows.append(
            {
                "rule": name,
                "hearsay_in_one": one["agent", True],
                "own_in_one": one["user", False],
                "hearsay_in_each": each["agent", True],
                "own_in_each": each["user", False],
            }
        )
    return rows


def _believed(authorities: dict[str, float]) -> Counter[tuple[str, bool]]:
    """Count Priya's memories by speaker, and by whether the summary that holds their source is believed."""
    count: Counter[tuple[str, bool]] = Counter()
    for source, provenances in by_source().items():
        belief = is_belief(Provenance(f"summary:{source}", "agent", authorities[source]))
        count.update((one.speaker, belief) for one in provenances)
    return count


def _priya(lab: SimpleNamespace) -> Figures:
    records = priya()
    hearsay = [memory for memory in records if not lab.is_belief(memory.provenance)]
    return {
        "memories": len(records),
        "beliefs": len(records) - len(hearsay),
        "hearsay": len(hearsay),
        "which": [f"{session_of(memory)} says: {memory.content}" for memory in hearsay],
    }


def _rules(lab: SimpleNamespace) -> list[Figures]:
    """What is believed about Elin by five rules, and how much of it holds."""
    told = [attribute(candidate, turn) for candidate, turn in said()]
    texts = [candidate.content for candidate, _ in said()]
    times = Counter(texts)
    by_the_user = [provenance.speaker == "user" for provenance in told]
    return [
        _row("everything", "everything", [True] * len(told)),
        _row(
            "text",
            'text says "user:"',
            [own or text.startswith("user:") for own, text in zip(by_the_user, texts, strict=True)],
        ),
        _row(
            "votes",
            "said by two or more",
            [own or times[text] > 1 for own, text in zip(by_the_user, texts, strict=True)],
        ),
        _row("course", f"authority {THRESHOLD}", [lab.is_belief(provenance) for provenance in told]),
        _row(
            "stricter", f"authority {STRICTER}", [lab.is_belief(provenance, STRICTER) for provenance in told]
        ),
    ]


def _row(name: str, rule: str, believed: list[bool]) -> Figures:
    right = sum(so for so, belief in zip(holds(), believed, strict=True) if belief)
    return {
        "rule": rule,
        "name": name,
        "believed": sum(believed),
        "hold": right,
        "do_not": sum(believed) - right,
        "precision": share(right, sum(believed)),
        "left_out": sum(holds()) - right,
    }


def _wrong(lab: SimpleNamespace) -> list[str]:
    """What is believed of Elin with the threshold of the course, and does not hold."""
    told = [attribute(candidate, turn) for candidate, turn in said()]
    return [
        f"{provenance.source_id} ({provenance.speaker}): {candidate.content}"
        for provenance, (candidate, _), so in zip(told, said(), holds(), strict=True)
        if lab.is_belief(provenance) and not so
    ]


def draw(figures: Figures, expected: Figures) -> RenderableType:
    """Draw the figures as the lab prints them; one that differs has the expected one in brackets."""
    headings = {
        "speakers": {
            "speaker": "about Elin", "authority": "authority", "sentences": "sentences", "hold": "hold",
        },
        "rounds": {
            "after": "one summary, after", "highest": "highest", "average": "average",
            "summariser's own": "summariser's own", "derived_authority": "derived_authority",
        },
        "summaries": {
            "rule": "of Priya", "hearsay_in_one": "hearsay, one", "own_in_one": "own lost, one",
            "hearsay_in_each": "hearsay, each", "own_in_each": "own lost, each",
        },
        "rules": {
            "rule": "believed of Elin", "believed": "in all", "hold": "hold", "do_not": "do not",
            "precision": "precision", "left_out": "left out",
        },
    }  # fmt: skip
    parts: list[RenderableType] = []
    for name, columns in headings.items():
        if figures[name] is not None:
            parts += [table(figures[name], expected[name], columns), Text()]
    lines = [Text(line) for line in _lines(figures, expected)]
    return Group(*(parts if lines else parts[:-1]), *lines)


def _lines(figures: Figures, expected: Figures) -> list[str]:
    lines = []
    if figures["priya"] is not None:
        store = cells(figures["priya"], expected["priya"])
        lines += [
            f"Priya's store: {store['memories']} memories, {store['beliefs']} beliefs, "
            f"{store['hearsay']} hearsay:",
            *(f"  {which}" for which in figures["priya"]["which"]),
        ]
    return lines + remark(figures, expected)


def plot(axes: Any, figures: Figures, expected: Figures) -> None:
    """Draw the authority of one summary of everything, source by source, under each rule."""
    rounds = figures["rounds"]
    places = range(len(rounds))
    for name in ("highest", "average", "summariser's own", "derived_authority"):
        axes.plot(places, [row[name] for row in rounds], marker="o", label=name)
    axes.axhline(THRESHOLD, color="black", linewidth=0.8)
    axes.set_xticks(places, [row["after"] for row in rounds], rotation=30, ha="right")
    axes.set_ylabel("authority")
    axes.set_title("What one summary of everything inherits")
    axes.legend()
