"""The figures of this lesson: what a chat costs that carries all of itself, and how far the estimate errs."""

from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from curriculum.figures import cells, if_written, joined, read_rows, remark, share, table
from curriculum.quoting import written
from memlab.budget import estimate_tokens, first_turn_over
from memlab.corpus import read_turns
from memlab.dedup import deduplicate
from memlab.record import Scope
from memlab.write import write

DATA = Path(__file__).resolve().parents[4] / "data"

# What the page assumes, and says that it assumes.
DOLLARS_PER_MILLION = 15.0
TOKENS_A_SECOND = 7_000  # how fast a model reads its input
TURNS = 50
TOKENS_A_TURN = 600  # the last answer, a page that a tool returned, and a new question
TOKEN = "茶"  # a character that is a token of its own
MEMORY_TOKENS = 300  # what a memory adds to a call instead of the history
BUDGETS = {"small": 8_000, "middle": 16_000, "large": 32_000}
SHOWN = (1, 10, 20, 30, 40, 50)
CHATS = 100
PICTURE = "👩🏾‍🔧"  # a woman, the tone of her skin, a joiner, and a wrench

Figures = dict[str, Any]


@cache
def counted() -> tuple[dict[str, Any], ...]:
    """Texts of many kinds, each with the tokens that a tokenizer counted in it."""
    return read_rows(DATA / "tokens" / "counted.jsonl")


def generated(turns: int) -> list[str]:
    """A chat in which every turn adds as much to the history as every other."""
    return [TOKEN * TOKENS_A_TURN for _ in range(turns)]


@cache
def priya() -> tuple[str, ...]:
    """What is new at each call of Priya's talks: what the assistant said last, and what she says now.

    As a model is handed it, with the name of who speaks.
    """
    turns, new = [], ""
    for turn in read_turns(DATA / "priya" / "sessions.jsonl"):
        new += f"{turn.role}: {turn.text}\n"
        if turn.role == "user":
            turns.append(new)
            new = ""
    return tuple(turns)


@cache
def memories() -> tuple[str, ...]:
    """What the finished course keeps of that."""
    written = write(read_turns(DATA / "priya" / "sessions.jsonl"), Scope("priya"))
    return tuple(memory.content for memory in deduplicate(written).records)


def figures(lab: SimpleNamespace) -> Figures:
    """Measure with the lab's three pieces; None stands for what a piece that is still a stub would give."""
    return {
        "assumed": {
            "dollars_per_million": int(DOLLARS_PER_MILLION),
            "tokens_a_second": TOKENS_A_SECOND,
            "turns": TURNS,
            "tokens_a_turn": TOKENS_A_TURN,
            "memory_tokens": MEMORY_TOKENS,
            "budgets": BUDGETS,
            "halved_breaks": BUDGETS["middle"] // (TOKENS_A_TURN // 2) + 1,
            "chats": CHATS,
        },
        "picture": if_written(lambda: lab.estimate_tokens(PICTURE)),
        "estimates": if_written(lambda: _estimates(lab)),
        "carried": if_written(lambda: _carried(lab)),
        "priya": if_written(lambda: _priya(lab)),
        "costs": if_written(lambda: _costs(lab)),
    }


def _estimates(lab: SimpleNamespace) -> list[Figures]:
    rows = []
    for row in counted():
        text, tokens = row["text"], row["tokens"]
        estimate = lab.estimate_tokens(text)
        rows.append(
            {
                "text": row["kind"],
                "characters": len(text),
                "tokens": tokens,
                "estimate": estimate,
                "share": share(estimate, tokens),
                "quarter": share(-(-len(text) // 4), tokens),
            }
        )
    return rows


def _carried(lab: SimpleNamespace) -> Figures:
    """The generated chat; its first half; and when a budget breaks."""
    carried = lab.carried_tokens(generated(TURNS))
    half = lab.carried_tokens(generated(TURNS // 2))
    with_memory = TURNS * (TOKENS_A_TURN + MEMORY_TOKENS)
    return {
        "rows": [
            {
                "turn": turn,
                "tokens": carried[turn - 1],
                "so_far": sum(carried[:turn]),
                "seconds": share(carried[turn - 1], TOKENS_A_SECOND),
            }
            for turn in SHOWN
            if turn <= len(carried)
        ],
        "together": sum(carried),
        "half_the_turns": TURNS // 2,
        "half_together": sum(half),
        "growth": share(sum(carried), sum(half)),
        "second_half": share(100 * (sum(carried) - sum(half)), sum(carried)),
        "with_memory": with_memory,
        "saved": sum(carried) // with_memory,
        "breaks": {name: first_turn_over(carried, budget) or "never" for name, budget in BUDGETS.items()},
    }


def _priya(lab: SimpleNamespace) -> Figures:
    carried = lab.carried_tokens(priya())
    kept = sum(map(estimate_tokens, memories()))
    return {
        "calls": len(carried),
        "last": carried[-1] if carried else 0,
        "together": sum(carried),
        "memories": len(memories()),
        "of_memories": kept,
        "kept_percent": round(100 * share(kept, carried[-1] if carried else 0)),
    }


def _costs(lab: SimpleNamespace) -> Figures:
    """Only the prices depend on the lab, so that this piece is measured whatever the others do."""

    def dollars(tokens: int, times: int = 1) -> float:
        return round(times * lab.call_cost(tokens, DOLLARS_PER_MILLION), 6)

    together = TOKENS_A_TURN * TURNS * (TURNS + 1) // 2
    with_memory = TURNS * (TOKENS_A_TURN + MEMORY_TOKENS)
    return {
        "rows": [{"turn": turn, "dollars": dollars(turn * TOKENS_A_TURN)} for turn in SHOWN],
        "last_call": dollars(TURNS * TOKENS_A_TURN),
        "chats": dollars(together, CHATS),
        "chats_with_memory": dollars(with_memory, CHATS),
    }


def draw(figures: Figures, expected: Figures) -> RenderableType:
    """Draw the figures as the lab prints them; one that differs has the expected one in brackets."""
    parts: list[RenderableType] = []
    if figures["estimates"] is not None:
        columns = {
            "text": "text", "characters": "characters", "tokens": "tokens", "estimate": "estimate",
            "share": "share", "quarter": "a quarter",
        }  # fmt: skip
        parts += [table(figures["estimates"], expected["estimates"], columns), Text()]
    rows = [name for name in ("carried", "costs") if figures[name] is not None]
    if rows:
        columns = {"turn": "turn", "tokens": "carried", "so_far": "all so far", "seconds": "seconds"}
        columns = {
            name: heading
            for name, heading in (columns | {"dollars": "dollars"}).items()
            if name in ("turn", *(key for part in rows for key in expected[part]["rows"][0]))
        }
        parts += [
            table(
                *(joined((side[name]["rows"] for name in rows), "turn") for side in (figures, expected)),
                columns,
            ),
            Text(),
        ]
    return Group(*parts, *(Text(line) for line in _lines(figures, expected)))


def _lines(figures: Figures, expected: Figures) -> list[str]:
    lines = []
    if figures["carried"] is not None:
        chat, breaks = cells(figures["carried"], expected["carried"]), _breaks(figures, expected)
        lines += [
            f"All {TURNS} calls together: {chat['together']} tokens, {chat['growth']} times as many as half "
            f"of the turns ({chat['half_together']}).",
            f"Over the budget: {breaks}.",
            f"With a memory of {MEMORY_TOKENS} tokens a call instead of the history: "
            f"{chat['with_memory']} tokens, {chat['saved']} times fewer.",
        ]
    if figures["costs"] is not None:
        cost = cells(figures["costs"], expected["costs"])
        lines.append(
            f"The last call costs {cost['last_call']} dollars; {CHATS} such chats {cost['chats']}, "
            f"with the memory {cost['chats_with_memory']}."
        )
    if figures["priya"] is not None:
        said = cells(figures["priya"], expected["priya"])
        lines.append(
            f"Priya: the last of {said['calls']} calls carries {said['last']} tokens, all together "
            f"{said['together']}; her {said['memories']} memories have {said['of_memories']}."
        )
    return lines + remark(figures, expected)


def _breaks(figures: Figures, expected: Figures) -> str:
    """At which turn each budget breaks, as one clause a budget."""
    turns = cells(figures["carried"]["breaks"], expected["carried"]["breaks"])
    return ", ".join(
        f"{written(budget)} {turns[name] if turns[name].startswith('never') else f'at turn {turns[name]}'}"
        for name, budget in BUDGETS.items()
    )


def plot(axes: Any, figures: Figures, expected: Figures) -> None:
    """Draw what each call carries, with the whole history and with a memory."""
    rows = figures["carried"]["rows"]
    turns = [row["turn"] for row in rows]
    axes.plot(turns, [row["tokens"] for row in rows], marker="o", color="#c2410c", label="the whole history")
    axes.plot(
        turns,
        [TOKENS_A_TURN + MEMORY_TOKENS] * len(turns),
        color="#1d4ed8",
        label=f"a memory of {MEMORY_TOKENS} tokens",
    )
    axes.set_xlabel("turn")
    axes.set_ylabel("tokens of input")
    axes.set_title("What a call carries")
    axes.legend()
