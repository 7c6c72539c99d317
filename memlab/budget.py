"""What remembering costs: tokens by estimate, and what they add up to when a history rides along.

A language model is handed its whole input anew at every call, and is paid by the token. How many tokens a
text has, only the model's own tokenizer can tell; the estimate here needs none, and errs towards too many
where it cannot be right. `benchmarks/tokens.py` measures how far it errs.

Source of the idea: byte-level byte pair encoding, as in GPT-2: what was frequent where a vocabulary came from
has tokens of many letters, and what was rare falls back to its bytes in UTF-8.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from memlab.errors import BudgetError
from memlab.record import Memory, Problem
from memlab.render import render


@dataclass(frozen=True, slots=True)
class Packed:
    """What fits a budget; what was left out, by id, and why; and the tokens of what fits, as rendered."""

    kept: tuple[Memory, ...]
    left_out: tuple[Problem, ...]
    tokens: int


def estimate_tokens(text: str) -> int:
    """Estimate how many tokens a text has, from the length of each character in UTF-8.

    Of characters with one byte (English letters, digits, blanks) four make a token; of those with two
    (accented letters, Greek, Cyrillic, Arabic) two do; each with three (Chinese, Japanese, Korean, Thai)
    is a token, and each with four (nearly all emoji) is four tokens, one a byte. The sum over all
    characters is rounded up, once. "" has 0 tokens.

    >>> estimate_tokens("I like tea")
    3
    >>> estimate_tokens("我喜欢茶"), estimate_tokens("🍵")
    (4, 4)
    """
    quarters = 0
    for character in text:
        if character < "\u0080":
            quarters += 1
        elif character < "\u0800":
            quarters += 2
        elif character < "\U00010000":
            quarters += 4
        else:
            quarters += 16
    return -(-quarters // 4)


def carried_tokens(turns: Sequence[str]) -> tuple[int, ...]:
    """Count the input tokens of every call of a chat in which the whole history rides along.

    turns: what is new in the input of each call, as text, oldest first.
    Returns one number a turn: call n carries turns 1 to n. Each turn is estimated once, by itself, and keeps
    its number; an empty one adds 0. No turns: ().

    >>> carried_tokens(["ok", "ok", "", "I like tea"])
    (1, 2, 2, 5)
    """
    carried = []
    tokens = 0
    for turn in turns:
        tokens += estimate_tokens(turn)
        carried.append(tokens)
    return tuple(carried)


def call_cost(tokens: int, dollars_per_million: float) -> float:
    """Price so many tokens, in dollars, not rounded to cents.

    tokens: of one call or of many together, 0 or more. dollars_per_million: what a million of them cost.
    The last digits of a float may differ.

    >>> call_cost(30_000, 15.0)
    0.45
    """
    return tokens * dollars_per_million / 1_000_000


def first_turn_over(carried: Sequence[int], budget_tokens: int) -> int | None:
    """Find the first turn that carries more than the budget; turns count from 1. None: every turn fits.

    >>> first_turn_over([100, 200, 300], budget_tokens=200)
    3
    >>> first_turn_over([100, 200, 300], budget_tokens=300) is None
    True
    """
    return next((turn for turn, tokens in enumerate(carried, start=1) if tokens > budget_tokens), None)


def no_room_for(record: Memory, tokens: int, budget_tokens: int) -> str:
    """Say in words that a record does not fit; whether it does is not looked at.

    tokens: those of the text with the record in it. The two numbers stand there in digits alone.

    >>> from datetime import datetime
    >>> from memlab.record import Provenance, Scope, make_memory
    >>> at, said = datetime.fromisoformat("2026-03-14T09:30:00Z"), Provenance("s1/3", "user", 1.0)
    >>> no_room_for(make_memory("I like tea", "semantic", Scope("ada"), said, at, at), 1416, 1400)
    'no room for s1/3: with it the text has 1416 tokens, and the budget is 1400'
    """
    source = record.provenance.source_id
    return f"no room for {source}: with it the text has {tokens} tokens, and the budget is {budget_tokens}"


def pack(records: Sequence[Memory], budget_tokens: int) -> Packed:
    """Choose from records, the most wanted first, what fits a budget of tokens; a record is never split.

    What counts is the text that a model will be handed: `tokens` is `estimate_tokens(render(kept))`, which is
    never above `budget_tokens`, unless nothing is kept: then it is 0.
    Pinned records are chosen before all others. Then each record that is not pinned, in the order given, is
    kept if it fits beside all that was chosen so far, and left out otherwise; a shorter one after it may
    still fit.
    `kept` has what was chosen in the order of `records`. `left_out` has a Problem for each that was not, in
    that order too: its `field` is the id, and the last two numbers in its message, in digits without commas,
    are the tokens that the text would have had with the record beside all that was chosen so far, and the
    budget. `no_room_for` has words for it.
    Nothing is compared: a record that stands there twice, be it one object, is two, each kept or left out by
    itself.
    Raises BudgetError, for which `no_room_for` has words too, where the pinned records do not all fit. No
    records give Packed((), (), 0), whatever the budget.

    >>> from datetime import datetime
    >>> from memlab.record import Provenance, Scope, make_memory
    >>> at, said = datetime.fromisoformat("2026-03-14T09:30:00Z"), Provenance("s1/3", "user", 1.0)
    >>> tea, long, cat = (make_memory(content, "semantic", Scope("ada"), said, at, at)
    ...                   for content in ("I like tea", "I like long walks in the rain", "I have a cat"))
    >>> packed = pack([tea, long, cat], budget_tokens=28)
    >>> packed.kept == (tea, cat), packed.tokens == estimate_tokens(render((tea, cat)))
    (True, True)
    >>> packed.left_out == (Problem(long.id, no_room_for(long, 30, 28)),)
    True
    """
    chosen: list[int] = []
    left_out = []
    # Sorting keeps the order of what is equal: the pinned first, and both in the order given.
    for place in sorted(range(len(records)), key=lambda place: not records[place].pinned):
        record = records[place]
        tokens = estimate_tokens(render([records[other] for other in (*chosen, place)]))
        if tokens <= budget_tokens:
            chosen.append(place)
            continue
        said = no_room_for(record, tokens, budget_tokens)
        if record.pinned:
            raise BudgetError(said)
        left_out.append(Problem(record.id, said))
    kept = tuple(records[place] for place in sorted(chosen))
    return Packed(kept, tuple(left_out), estimate_tokens(render(kept)))
