"""The figures of this lesson: Priya's exam, sat with several loops, and what came back where it fails."""

from functools import cache
from math import sqrt
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from curriculum.figures import cells, if_written, joined, remark, table
from memlab.budget import pack
from memlab.corpus import read_turns
from memlab.evaluate import Question, Scores, holds
from memlab.exam import Exam, read_exam
from memlab.recall import recall
from memlab.record import Memory, Scope
from memlab.render import HEARD, KNOWN, line_of, render
from memlab.write import write

DATA = Path(__file__).resolve().parents[4] / "data"
LIMIT, MORE, FEWER = 6, 20, 60  # hits at most, those of a generous program, the tokens of a sparing one
LIMITS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, MORE)
LOOPS = ("the loop", "limit 20", "budget 60", "everything", "no memory")
RULE, OSLO = "s3/5", "s7/1"  # where Priya sets the rule for late flights, and where the booking goes through
FORBIDDEN = "Never serve anything with peanuts"
NUMBER = "07700 900421"
NO_WORD_IN_COMMON = "Which dishes are dangerous?"

# The exam of the page that is small enough to be scored by hand.
SMALL = (
    Question("pet", "What pet do I have?", ("a cat", "Miso", "three years")),
    Question("tea", "Which tea do I like?", ("green tea",)),
    Question("job", "What is my job?", ("a baker",), ("a cook",)),
)
SMALL_RETRIEVED = {"pet": ("a", "b"), "tea": ("c", "a"), "job": ("d", "e")}
SMALL_TEXTS = {
    "a": "I have a cat", "b": "I like long walks", "c": "I like green tea", "d": "I am a cook",
    "e": "I am a baker since May",
}  # fmt: skip

Figures = dict[str, Any]


# What the loops bring back does not depend on the lab: it is measured once. They run without the store, which
# changes nothing of what comes back, as the tests of this page see, and can be recorded for a handout.
@cache
def exam() -> Exam:
    """Priya's exam."""
    return read_exam(DATA / "priya" / "exam.yaml")


@cache
def memories() -> dict[str, Memory]:
    """All that is written down of what Priya and the agents say, by id."""
    return {memory.id: memory for memory in write(exam().turns, exam().scope)}


@cache
def texts() -> dict[str, str]:
    """The line of each memory, as a model is handed it."""
    return {id: line_of(memory) for id, memory in memories().items()}


@cache
def found() -> dict[str, tuple[Memory, ...]]:
    """The hits for each question, the best first, as many as any of the loops wants."""
    records, scope = tuple(memories().values()), exam().scope
    return {
        question.id: tuple(memories()[hit.memory_id] for hit in recall(question.text, records, scope, MORE))
        for question in exam().questions
    }


@cache
def packed(budget_tokens: int) -> dict[str, tuple[Memory, ...]]:
    """Which of the hits for each question fit a budget."""
    return {id: pack(hits, budget_tokens).kept for id, hits in found().items()}


def handed(limit: int, budget_tokens: int) -> dict[str, tuple[str, ...]]:
    """What a loop brings back for each question.

    Whether a hit fits depends on those before it alone, so that one packing does for every limit.
    """
    kept = packed(budget_tokens)
    return {id: tuple(hit.id for hit in hits[:limit] if hit in kept[id]) for id, hits in found().items()}


@cache
def loops() -> dict[str, dict[str, tuple[str, ...]]]:
    """What each of the loops brings back."""
    budget = exam().budget_tokens
    return {
        "the loop": handed(LIMIT, budget),
        "limit 20": handed(MORE, budget),
        "budget 60": handed(LIMIT, FEWER),
        "everything": {question.id: tuple(memories()) for question in exam().questions},
        "no memory": {question.id: () for question in exam().questions},
    }


@cache
def cake() -> Figures:
    """The conversation of twenty turns: what was forbidden, and what the last turn was handed."""
    *before, asked, answer = read_turns(DATA / "constraint" / "turns.jsonl")
    said = next(turn for turn in before if FORBIDDEN in turn.text)
    scope = Scope("constraint")
    records = {memory.id: memory for memory in write(before, scope)}
    hits = recall(asked.text, tuple(records.values()), scope, LIMIT)
    kept = pack([records[hit.memory_id] for hit in hits], exam().budget_tokens).kept
    return {
        "said": [f"turn {turn.turn}, {turn.role}: {turn.text}" for turn in (said, asked, answer)],
        "memories": len(records),
        "context": [line_of(memory) for memory in kept],
        "turns": answer.turn,
        "forbidden_in": said.turn,
    }


def figures(lab: SimpleNamespace) -> Figures:
    """Measure with the lab's two pieces; None stands for what a piece that is still a stub would give."""
    passed = if_written(lambda: _passed(lab))
    answered = None if passed is None else [_count(name, passed) for name in LOOPS]
    scores = if_written(lambda: _scores(lab))
    return {
        "data": _data(),
        "hand": if_written(lambda: _rounded(lab.score(SMALL, SMALL_RETRIEVED, SMALL_TEXTS))),
        "quiz": if_written(lambda: _quiz(lab)),
        "scores": scores,
        "questions": passed,
        "answered": answered,
        "rows": answered and scores and _rows(answered, scores),
        "few": None if passed is None else _few(_count("the loop", passed)["answered"]),
        "limits": if_written(lambda: _limits(lab)),
        "contexts": {question.id: _lines(question) for question in exam().questions},
        "number_in": sum(any(holds(line, NUMBER) for line in _lines(one)) for one in exam().questions),
        "oslo_after": _turns_between(),
        "cake": cake(),
    }


def _data() -> Figures:
    questions, turns = exam().questions, exam().turns
    needed = [phrase for question in questions for phrase in question.needs]
    against = [phrase for question in questions for phrase in question.contradicted_by]
    return {
        "questions": len(questions),
        "one": round(1 / len(questions), 2),
        "memories": len(memories()),
        "budget": exam().budget_tokens,
        "fewer": FEWER,
        "limit": LIMIT,
        "need_several": sum(len(question.needs) > 1 for question in questions),
        "need_nothing": sum(not question.needs for question in questions),
        "needed": len(needed),
        "needed_as_said": sum(_is_said(phrase) for phrase in needed),
        "worked_out": sum(not _is_said(phrase) for phrase in needed),
        "against": len(against),
        "against_as_said": sum(_is_said(phrase) for phrase in against),
        "turns": len(turns),
        "no_word_in_common": len(recall(NO_WORD_IN_COMMON, tuple(memories().values()), exam().scope, LIMIT)),
    }


def _is_said(phrase: str) -> bool:
    return any(holds(turn.text, phrase) for turn in exam().turns)


def _lines(question: Question) -> list[str]:
    """What the loop hands over with a question, a line a memory, in the order of the context."""
    kept = [memories()[id] for id in loops()["the loop"][question.id]]
    return [line for line in render(kept).splitlines() if line not in (KNOWN, HEARD)]


def _turns_between() -> int:
    """The turns of Priya and her assistant between the rule and the booking that it is for."""
    spoken = [f"{turn.session}/{turn.turn}" for turn in exam().turns if turn.role != "agent"]
    return spoken.index(OSLO) - spoken.index(RULE) - 1


def _passed(lab: SimpleNamespace) -> list[Figures]:
    """A row a question: with which loop it is answered."""
    return [
        {"question": question.id}
        | {
            name: "yes" if lab.answered(question, tuple(texts()[id] for id in back[question.id])) else "no"
            for name, back in loops().items()
        }
        for question in exam().questions
    ]


def _count(name: str, passed: list[Figures]) -> Figures:
    return {"loop": name, "answered": sum(row[name] == "yes" for row in passed)}


def _few(answered: int) -> Figures:
    """The 95 % interval of Wilson: what so many of so many say of a share, were they drawn by lot."""
    n, z = len(exam().questions), 1.96
    share, spread = answered / n, z * z / n
    middle = (share + spread / 2) / (1 + spread)
    half = z * sqrt(share * (1 - share) / n + spread / n / 4) / (1 + spread)
    return {"low": round(middle - half, 2), "high": round(middle + half, 2)}


def _scores(lab: SimpleNamespace) -> list[Figures]:
    return [
        {"loop": name} | _rounded(lab.score(exam().questions, back, texts()))
        for name, back in loops().items()
    ]


def _rows(answered: list[Figures], scores: list[Figures]) -> Figures:
    """All that is known of each loop, by a short name for the page."""
    names = dict(zip(LOOPS, ("loop", "more", "fewer", "everything", "no_memory"), strict=True))
    return {names[row["loop"]]: row for row in joined((answered, scores), "loop")}


def _quiz(lab: SimpleNamespace) -> Figures:
    """The figures that the answers of the quiz quote."""
    texts = {"a": "I work at Brim", "b": "I lead a team at Halden", "c": "I like tea"}
    work = Question("work", "Where do I work?", ("Halden",), ("work at Brim",))
    five = Question("five", "Which five?", ("Halden", "Lund", "Mora", "Visby", "Falun"))
    one = Question("one", "Which tea?", ("tea",))
    both = lab.score((five, one), {"five": ("b",), "one": ("c",)}, texts).recall
    each = [lab.score((question,), {question.id: ("b", "c")}, texts).recall for question in (five, one)]
    return {
        "tokens": lab.score((work,), {"work": ("a", "b", "c")}, texts).tokens,
        "together": round(both, 2),
        "mean": round(sum(each) / 2, 2),
    }


def _limits(lab: SimpleNamespace) -> list[Figures]:
    budget = exam().budget_tokens
    return [
        {"limit": limit} | _rounded(lab.score(exam().questions, handed(limit, budget), texts()))
        for limit in LIMITS
    ]


def _rounded(scores: Scores) -> Figures:
    return {
        "recall": round(scores.recall, 2),
        "precision": round(scores.precision, 2),
        "contradiction_rate": round(scores.contradiction_rate, 2),
        "tokens": scores.tokens,
    }


def draw(figures: Figures, expected: Figures) -> RenderableType:
    """Draw the figures as the lab prints them; one that differs has the expected one in brackets."""
    parts: list[RenderableType] = []
    names = [name for name in ("answered", "scores") if figures[name] is not None]
    if names:
        headings = {
            "answered": f"answered of {figures['data']['questions']}", "recall": "recall",
            "precision": "precision", "contradiction_rate": "contradictions", "tokens": "tokens",
        }  # fmt: skip
        shown = {key for name in names for key in expected[name][0]}
        columns = {"loop": "Priya's exam"} | {key: head for key, head in headings.items() if key in shown}
        rows = (joined((side[name] for name in names), "loop") for side in (figures, expected))
        parts += [table(*rows, columns), Text()]
    if figures["questions"] is not None:
        columns = {name: name for name in ("question", *LOOPS)}
        parts += [table(figures["questions"], expected["questions"], columns), Text()]
    return Group(*parts, *(Text(line) for line in _told(figures, expected)))


def _told(figures: Figures, expected: Figures) -> list[str]:
    data = figures["data"]
    lines = [
        f"{data['questions']} questions need {data['needed']} phrases: {data['needed_as_said']} stand in a "
        f"turn, {data['worked_out']} are dates worked out."
    ]
    if figures["hand"] is not None:
        hand = cells(figures["hand"], expected["hand"])
        lines.append(
            f"The exam by hand: recall {hand['recall']}, precision {hand['precision']}, contradictions "
            f"{hand['contradiction_rate']}, {hand['tokens']} tokens."
        )
    return lines + remark(figures, expected)


def plot(axes: Any, figures: Figures, expected: Figures) -> None:
    """Draw the scores over the limit."""
    rows = figures["limits"]
    limits = [row["limit"] for row in rows]
    most = max(row["tokens"] for row in rows) or 1
    lines = {
        "recall": ("recall", "#1d4ed8", "o"),
        "precision": ("precision", "#0f766e", "s"),
        "contradiction_rate": ("contradiction rate", "#c2410c", "x"),
    }
    for name, (label, colour, marker) in lines.items():
        axes.plot(limits, [row[name] for row in rows], marker=marker, color=colour, label=label)
    tokens = [row["tokens"] / most for row in rows]
    axes.plot(limits, tokens, color="#6b7280", linestyle="--", label=f"tokens, as a share of {most:,}")
    axes.set_xticks(limits)
    axes.set_xlabel("memories at most for a question")
    axes.set_ylim(0, 1.05)
    axes.set_title("Four scores over one setting")
    axes.legend()
