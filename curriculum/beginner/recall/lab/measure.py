"""The figures of this lesson: a score worked by hand, where answers stand, and what likeness cannot tell."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from math import log
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from curriculum.figures import cell, if_written, read_rows, remark, share, table
from memlab.corpus import read_turns
from memlab.dedup import deduplicate
from memlab.record import Memory, Provenance, Scope, make_memory
from memlab.words import terms
from memlab.write import write

DATA = Path(__file__).resolve().parents[4] / "data"
FIRST = (1, 3, 8)  # how many hits are looked at
WAYS = {
    "counted": "words in common counted",
    "rare": "rare words weighted",
    "bm25": "BM25",
    "everybody": "BM25, everybody counted",
    "early": "BM25, limit, then scope",
}

# The question and the three texts that the page works by hand.
ASKED = "Which tea does my sister drink?"
BY_HAND = {
    "X": "My sister drinks tea",
    "Y": "My tea is green tea",
    "Z": "My brother moved to York with his dog yesterday",
}
WORKED = ("tea", "my", "sister")
K1S, BS = (0.0, 1.2, 10.0), (0.0, 0.75, 1.0)
# Tea once, twice and four times, in texts of one length; and once, in texts of 3, 6 and 12 words.
REPEATED = ("tea a b c", "tea tea a b", "tea tea tea tea")
LONGER = ("tea a b", "tea a b c d e", "tea a b c d e f g h i j k", "a b c")

# Questions whose answer stands at another place by another way of ranking, and one that none finds.
SHOWN = (
    "Which languages do I speak?",
    "May the cat leave the house?",
    "Which instrument do I play?",
    "When does the orchestra rehearse?",
    "How old is my viola?",
    "Who do I work for?",
    "Wine or juice tonight?",
)
LEAK = "What is my doctor's name?"
MOVED = "How old is my viola?"
# What Priya asks, and the sentence that answers it.
PRIYA = {
    "work": ("Where do I work?", "I lead the data team at Halvern"),
    "seat": ("A window seat on long flights?", "I prefer an aisle seat on all my flights"),
    "nuts": ("Which nuts must I avoid?", "I am allergic to cashews"),
}

Figures = dict[str, Any]


# What was said does not depend on the lab: it is read once.
@cache
def records() -> tuple[Memory, ...]:
    """The memories of the three people of this lesson, in one list."""
    return tuple(_memory(**row) for row in read_rows(DATA / "recall" / "records.jsonl"))


def _memory(user: str, source_id: str, content: str, happened_at: str) -> Memory:
    at = datetime.fromisoformat(happened_at)
    return make_memory(content, "semantic", Scope(user), Provenance(source_id, "user", 1.0), at, at)


@cache
def questions() -> tuple[dict[str, str], ...]:
    """What they ask: `user`, `question`, and the source of the memory that answers it."""
    return read_rows(DATA / "recall" / "questions.jsonl")


@cache
def priya() -> tuple[Memory, ...]:
    """Priya's store, with what two agents wrote into it."""
    turns = [
        turn
        for name in ("sessions.jsonl", "agents.jsonl")
        for turn in read_turns(DATA / "priya" / name)
    ]  # fmt: skip
    return deduplicate(write(turns, Scope("priya"))).records


def figures(lab: SimpleNamespace) -> Figures:
    """Measure with the lab's three pieces; None stands for what a piece that is still a stub would give."""
    users = list(dict.fromkeys(record.scope.user for record in records()))
    return {
        "data": {
            "records": len(records()),
            "questions": len(questions()),
            "users": len(users),
            "of_each": len(records()) // len(users),
            "asked_by_each": [sum(row["user"] == user for row in questions()) for user in users],
        },
        "counted": _row("counted", [_place(row, _counted(row)) for row in questions()]),
        "leak": _leak(),
        "own": if_written(
            lambda: [{"user": user, "records": len(lab.in_scope(records(), Scope(user)))} for user in users]
        ),
        "hand": if_written(lambda: _hand(lab)),
        "constants": if_written(lambda: _constants(lab)),
        "weights": if_written(lambda: _weights(lab)),
        "everybody": if_written(lambda: _everybody(lab)),
        "moved": if_written(lambda: _moved(lab)),
        "ways": if_written(lambda: _ways(lab)),
        "places": if_written(lambda: _places(lab)),
        "priya": if_written(lambda: _priya(lab)),
        "lent": if_written(lambda: _lent(lab)),
    }


def _hand(lab: SimpleNamespace) -> Figures:
    """The three texts: how long they are, and what each word of the question adds to each."""
    texts = tuple(BY_HAND.values())
    split = {name: terms(text) for name, text in BY_HAND.items()}
    average = sum(map(len, split.values())) / len(split)
    parts = {word: dict(zip(BY_HAND, lab.bm25(word, texts), strict=False)) for word in WORKED}
    words = [
        {
            "word": word,
            "hold": sum(word in words for words in split.values()),
            # With k1 at 0 a word adds its weight and nothing else.
            "weight": round(max(lab.bm25(word, texts, 0.0), default=0.0), 2),
            **{name: round(part, 2) for name, part in parts[word].items()},
        }
        for word in WORKED
    ]
    scores = dict(zip(BY_HAND, lab.bm25(ASKED, texts), strict=False))
    return {
        "asked": ASKED,
        "average": average,
        "texts": [
            {
                "text": name,
                "says": BY_HAND[name],
                "words": len(split[name]),
                "against": round(len(split[name]) / average, 2),
                "damped": round(1.2 * (0.25 + 0.75 * len(split[name]) / average), 2),
                **{word: split[name].count(word) for word in WORKED},
            }
            for name in BY_HAND
        ],
        "words": words,
        "scores": {name: round(score, 2) for name, score in scores.items()},
    }


def _constants(lab: SimpleNamespace) -> Figures:
    """What k1 and b do: scores against that of the text that holds the word once, or is of average length."""
    rows: Figures = {"k1": [], "b": []}
    for k1 in K1S:
        once, twice, four_times = _three(lab.bm25("tea", (*REPEATED, *LONGER[3:]), k1, 0.0))
        rows["k1"].append(
            {
                "k1": k1,
                "once": share(once, once),
                "twice": share(twice, once),
                "four": share(four_times, once),
            }
        )
    for b in BS:
        half, average, twice = _three(lab.bm25("tea", LONGER, 1.2, b))
        rows["b"].append(
            {"b": b, "half": share(half, average), "average": share(average, average),
             "twice": share(twice, average)}
        )  # fmt: skip
    return rows


def _three(scores: Sequence[float]) -> tuple[float, float, float]:
    first, second, third = (*scores, 0.0, 0.0, 0.0)[:3]
    return first, second, third


def _weights(lab: SimpleNamespace) -> list[Figures]:
    """The weight of a word as the source has it, and as the lab has it."""
    contents = tuple(record.content for record in priya())
    of_i = sum("i" in terms(content) for content in contents)
    stores = (
        ("one", "one record, holds it", "tea", ("tea",), 1),
        ("half", "two records, one holds it", "tea", ("tea", "cat"), 1),
        ("both", "two records, both hold it", "tea", ("tea", "tea"), 2),
        ("I", "Priya's, the word I", "I", contents, of_i),
    )
    return [
        {
            "name": name,
            "store": store,
            "records": len(texts),
            "hold": hold,
            "source": round(log((len(texts) - hold + 0.5) / (hold + 0.5)), 2),
            "one_more": round(max(lab.bm25(word, texts, 0.0), default=0.0), 2),
        }
        for name, store, word, texts, hold in stores
    ]


@cache
def _counts(question: str) -> tuple[Memory, ...]:
    """The naive way: everybody's records by how many words of the question they hold."""
    asked = terms(question)
    scores = [sum(term in terms(record.content) for term in asked) for record in records()]
    return tuple(_ranked(records(), scores))


def _counted(row: dict[str, str]) -> list[Memory]:
    return [record for record in _counts(row["question"]) if record.scope.user == row["user"]]


def _leak() -> Figures:
    """What becomes of the questions if words are counted and nobody looks at the scope."""
    first = [(row, _counts(row["question"])[:3]) for row in questions()]
    asked = next(row for row in questions() if row["question"] == LEAK)
    return {
        "asked": asked["question"],
        "hits": [f"{hit.scope.user.capitalize()}: {hit.content}" for hit in _counts(LEAK)[:3]],
        "places": sum(len(hits) for _, hits in first),
        "strangers": sum(hit.scope.user != row["user"] for row, hits in first for hit in hits),
        "place": _place(asked, _counted(asked)),
        "languages": next(_place(row, _counted(row)) for row in questions() if row["question"] == SHOWN[0]),
    }


def _ranked(found: Sequence[Memory], scores: Sequence[float]) -> list[Memory]:
    kept = [(score, record) for score, record in zip(scores, found, strict=False) if score > 0]
    return [
        record for _, record in sorted(kept, key=lambda pair: (-pair[0], pair[1].happened_at, pair[1].id))
    ]


def _place(row: dict[str, str], ranked: Sequence[Memory]) -> int | None:
    """Where the answer to a question stands, from 1; None if it was not found."""
    answers = [
        place
        for place, record in enumerate(ranked, start=1)
        if record.scope.user == row["user"] and record.provenance.source_id == row["answer"]
    ]
    return answers[0] if answers else None


def _row(name: str, places: Sequence[int | None]) -> Figures:
    """How many answers stand within the first hits, and which share of the questions that is."""
    counts = [sum(place is not None and place <= first for place in places) for first in FIRST]
    names = zip(("one", "three", "eight"), counts, strict=True)
    return {"way": WAYS[name], "name": name} | {
        key: value
        for first, count in names
        for key, value in ((first, count), (f"{first}_share", share(count, len(questions()))))
    }


def _weighted(lab: SimpleNamespace, row: dict[str, str]) -> list[Memory]:
    own = lab.in_scope(records(), Scope(row["user"]))
    return _ranked(own, lab.bm25(row["question"], [record.content for record in own], 0.0, 0.0))


def _recalled(lab: SimpleNamespace, row: dict[str, str]) -> list[Memory]:
    by_id = {record.id: record for record in records()}
    hits = lab.recall(row["question"], records(), Scope(row["user"]), len(records()))
    return [by_id[hit.memory_id] for hit in hits if hit.memory_id in by_id]


def _of_all(lab: SimpleNamespace, row: dict[str, str]) -> list[Memory]:
    """All records of everybody, ranked together."""
    return _ranked(records(), lab.bm25(row["question"], [record.content for record in records()]))


def _everybody_counted(lab: SimpleNamespace, row: dict[str, str]) -> list[Memory]:
    return [record for record in _of_all(lab, row) if record.scope.user == row["user"]]


def _scored(lab: SimpleNamespace, row: dict[str, str]) -> list[Memory]:
    own = lab.in_scope(records(), Scope(row["user"]))
    return _ranked(own, lab.bm25(row["question"], [record.content for record in own]))


def _everybody(lab: SimpleNamespace) -> Figures:
    """What changes in the order of a user's own records when everybody's are counted in."""
    pairs = [(row, _scored(lab, row), _everybody_counted(lab, row)) for row in questions()]
    places = [(_place(row, alone), _place(row, mixed)) for row, alone, mixed in pairs]
    return {
        "changed": sum(alone != mixed for _, alone, mixed in pairs),
        "first": sum(alone[:1] != mixed[:1] for _, alone, mixed in pairs),
        "better": sum(mixed < alone for alone, mixed in places if alone and mixed),
        "worse": sum(mixed > alone for alone, mixed in places if alone and mixed),
    }


def _moved(lab: SimpleNamespace) -> list[Figures]:
    """One question, one user's records, and whose records are counted in: what stands first."""
    row = next(row for row in questions() if row["question"] == MOVED)
    rows = []
    for who, others in (("nobody", ()), ("Piotr", ("piotr",)), ("Wanjiru", ("wanjiru",)),
                        ("both", ("piotr", "wanjiru"))):  # fmt: skip
        counted = [record for record in records() if record.scope.user in (row["user"], *others)]
        ranked = _ranked(counted, lab.bm25(MOVED, [record.content for record in counted]))
        own = [record for record in ranked if record.scope.user == row["user"]]
        rows.append(
            {"counted_in": who, "place": _place(row, own), "first": own[0].content if own else None}
        )  # fmt: skip
    return rows


def _ways(lab: SimpleNamespace) -> list[Figures]:
    """How many of the questions each way answers within the first hits."""
    rows = [_row("counted", [_place(row, _counted(row)) for row in questions()])]
    # The place among all people's hits says whether the answer outlives a limit that comes before the scope.
    ways = {"rare": _weighted, "bm25": _recalled, "everybody": _everybody_counted, "early": _of_all}
    for name, ranked in ways.items():
        rows.append(_row(name, [_place(row, ranked(lab, row)) for row in questions()]))
    return rows


def _lent(lab: SimpleNamespace) -> Figures:
    """How often fewer than three are left of three hits that are taken before the scope is looked at."""
    own = [
        sum(record.scope.user == row["user"] for record in _of_all(lab, row)[:3]) for row in questions()
    ]  # fmt: skip
    there = [len(_scored(lab, row)) for row in questions()]
    return {"too_few": sum(kept < min(3, found) for kept, found in zip(own, there, strict=True))}


def _places(lab: SimpleNamespace) -> list[Figures]:
    """Where the answer stands, for questions that differ."""
    rows = [row for question in SHOWN for row in questions() if row["question"] == question]
    return [
        {
            "question": row["question"],
            "counted": _shown(_place(row, _counted(row))),
            "rare": _shown(_place(row, _weighted(lab, row))),
            "bm25": _shown(_place(row, _recalled(lab, row))),
        }
        for row in rows
    ]


def _shown(place: int | None) -> str:
    return "none" if place is None else str(place)


def _priya(lab: SimpleNamespace) -> Figures:
    """What stands first for a question of Priya's, and where the right answer stands."""
    by_id = {record.id: record for record in priya()}
    told: Figures = {"records": len(by_id)}
    for name, (question, answer) in PRIYA.items():
        hits = lab.recall(question, priya(), Scope("priya"), len(by_id))
        rows = [
            {
                "place": place,
                "score": round(hit.score, 2),
                "source": by_id[hit.memory_id].provenance.source_id,
                "content": by_id[hit.memory_id].content,
            }
            for place, hit in enumerate(hits, start=1)
            if hit.memory_id in by_id
        ]
        right = [row for row in rows if row["content"] == answer]
        told[name] = {
            "question": question,
            "hits": len(rows),
            "rows": rows[:1] + right,
            "place": right[0]["place"] if right else None,
            "best": rows[0]["score"] if rows else None,
        }
    return told


def draw(figures: Figures, expected: Figures) -> RenderableType:
    """Draw the figures as the lab prints them; one that differs has the expected one in brackets."""
    parts: list[RenderableType] = []
    if figures["hand"] is not None:
        columns = {
            "word": "by hand",
            "hold": "texts hold it",
            "weight": "weight",
            "X": "X",
            "Y": "Y",
            "Z": "Z",
        }
        mine, right = ([*side["hand"]["words"], _sum_of(side["hand"])] for side in (figures, expected))
        parts += [table(mine, right, columns), Text()]
    if figures["ways"] is not None:
        columns = {
            "way": "the answer is among the", "one": "first", "three": "first 3", "eight": "first 8",
        }  # fmt: skip
        parts += [table(figures["ways"], expected["ways"], columns), Text()]
    if figures["places"] is not None:
        columns = {"question": "the answer stands at", "counted": "counted", "rare": "rare words",
                   "bm25": "BM25"}  # fmt: skip
        parts += [table(figures["places"], expected["places"], columns), Text()]
    if figures["priya"] is not None:
        for name in PRIYA:
            parts += [*_asked(figures["priya"][name], expected["priya"][name]), Text()]
    return Group(*parts, *(Text(line) for line in _lines(figures, expected)))


def _sum_of(hand: Figures) -> Figures:
    return {"word": "score", "hold": "", "weight": "", **hand["scores"]}


def _asked(mine: Figures, right: Figures) -> list[RenderableType]:
    """A question of Priya's: what stands first, and the answer, each with its place and score."""
    lines = [f"{mine['question']} ({cell(mine['hits'], right['hits'])} hits)"]
    for index, wanted in enumerate(right["rows"]):
        row = mine["rows"][index] if index < len(mine["rows"]) else {}
        place, score, content = (
            cell(row.get(name), wanted[name]) for name in ("place", "score", "content")
        )  # fmt: skip
        lines.append(f"  {place:>2}  {score:>5}  {content}")
    return [Text(line) for line in lines]


def _lines(figures: Figures, expected: Figures) -> list[str]:
    data = figures["data"]
    lines = [f"{data['records']} records of {data['users']} people, {data['questions']} questions."]
    if figures["own"] is not None:
        counts = ", ".join(
            f"{mine['user'].capitalize()} {cell(mine['records'], right['records'])}"
            for mine, right in zip(figures["own"], expected["own"], strict=True)
        )
        lines.append(f"In scope: {counts}.")
    if figures["everybody"] is not None and figures["lent"] is not None:
        mine, right = figures["everybody"], expected["everybody"]
        lent, wanted = figures["lent"], expected["lent"]
        lines.append(
            f"With everybody counted, the order changes for {cell(mine['changed'], right['changed'])} "
            f"questions. With a limit of 3 before the scope, {cell(lent['too_few'], wanted['too_few'])} get "
            "fewer than 3 of their own."
        )
    return lines + remark(figures, expected)
