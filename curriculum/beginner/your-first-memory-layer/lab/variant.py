"""A conversation and a store from a seed: all roles, all that is refused, two scopes, and tight budgets.

What must come out is found here, by the reference and in a folder of its own, so that no check has to ask it.
"""

import random
import tempfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from memlab.budget import estimate_tokens
from memlab.pipeline import context_for, remember
from memlab.record import Memory, Provenance, Role, Scope, Turn, make_memory
from memlab.render import render
from memlab.store import add, create, load
from memlab.write import AUTHORITY

ROLES: tuple[Role, ...] = ("user", "tool", "agent", "assistant")
SYLLABLES = "ba de fi go lu mi no pu ra se ti vo".split()
CLAIMS = (
    "I prefer {}",
    "I keep a {} in the shed",
    "Yesterday I lost the {}",
    "My {} is green",
    "Never sell my {}",
)
COURTESIES = ("Thank you so much!", "I am glad.", "Never mind.")
START = datetime(2026, 5, 1, 9, 30, tzinfo=UTC)


def make(seed: int) -> dict[str, Any]:
    """Return a conversation and a store with questions, each with what must come out of it."""
    draw = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="variant-") as folder:
        return {
            "told": _told(draw, str(Path(folder, "told.db"))),
            "asked": _asked(draw, str(Path(folder, "asked.db"))),
        }


def _told(draw: random.Random, path: str) -> dict[str, Any]:
    """A conversation of all roles, the first part of which has been remembered before."""
    scope = Scope(_word(draw), _word(draw), draw.choice(("", _word(draw))))
    offset = timezone(timedelta(hours=draw.choice((-7, 2, 9))))
    recalled = f"What is known of the user:\n- 2026-01-02, user, old/1: I prefer {_word(draw)}"
    twice = draw.choice(CLAIMS).format(_word(draw)) + "."
    turns = []
    # Each role twice, in any order, and around them the user, who says the same twice.
    for number, role in enumerate(("user", *draw.sample(ROLES * 2, len(ROLES) * 2), "user"), start=1):
        said = [draw.choice(CLAIMS).format(_word(draw)) + "." for _ in range(2)]
        said.insert(draw.randrange(3), draw.choice(COURTESIES))
        said.insert(draw.randrange(4), recalled.rpartition(": ")[2] + ".")
        said += [twice] if number in (1, 2 + len(ROLES) * 2) else []
        at = (START + timedelta(days=number, minutes=draw.randrange(900))).astimezone(offset)
        turns.append(Turn(f"s{draw.randint(1, 9)}", number, role, " ".join(said), at))
    before = tuple(turns[: draw.randint(3, 6)])
    recalled_texts = ("The shed is locked", recalled)
    first = remember(path, before, scope, recalled_texts)
    second = remember(path, turns, scope, recalled_texts)
    held = {record.id: record for record in load(path, scope)}
    # By what they say and not by their ids and reasons, which in a learner's own pieces may be others.
    return {
        "scope": scope,
        "recalled": recalled_texts,
        "before": before,
        "turns": tuple(turns),
        "added": tuple(
            tuple((held[id].provenance.source_id, held[id].content) for id in written.added)
            for written in (first, second)
        ),
        "refused": tuple((one.source_id, one.content, one.kind) for one in second.refused),
        "held": tuple(held.values()),
    }


def _asked(draw: random.Random, path: str) -> dict[str, Any]:
    """A store of two scopes, with hearsay, records that are archived, and questions about some of it."""
    mine, other = Scope(_word(draw)), Scope(_word(draw), "shop")
    names = [_word(draw) for _ in range(6)]
    records = []
    for number in range(24):
        words = draw.sample(names, 3)
        content = f"{' '.join(words[: draw.randint(1, 3)])} {'and so on ' * draw.choice((0, 0, 3))}{number}"
        record = _record(draw, content, number, other if number % 6 == 5 else mine)
        records.append(replace(record, status="archived") if number % 8 == 3 else record)
    # The best hit for this word is a long one; a short one would fit where it does not.
    rare = f"{_word(draw)}s"
    short = _record(draw, rare, 31, mine)
    records += [_record(draw, f"{rare}, " * 12 + "always", 30, mine), short]
    records = draw.sample(records, len(records))
    create(path)
    add(path, records)
    questions = []
    for name in names[:3]:
        for limit in (2, 6):
            question = f"What of {name}?"
            whole = context_for(path, question, mine, 9999, limit)
            questions.append((question, 9999, limit, whole))
            tight = estimate_tokens(whole) - draw.randint(1, 30)
            questions.append((question, tight, limit, context_for(path, question, mine, tight, limit)))
    question, tight = f"Which {rare}?", estimate_tokens(render([short]))
    for limit in (1, 2):
        questions.append((question, tight, limit, context_for(path, question, mine, tight, limit)))
    return {"scope": mine, "records": tuple(records), "questions": tuple(questions)}


def _record(draw: random.Random, content: str, number: int, scope: Scope) -> Memory:
    speaker = draw.choice(ROLES[:3])
    said = Provenance(f"s{draw.randint(1, 9)}/{number}", speaker, AUTHORITY[speaker])
    at = START + timedelta(days=draw.randrange(200), minutes=number)
    return make_memory(content, "semantic", scope, said, at, at)


def _word(draw: random.Random) -> str:
    return "".join(draw.choices(SYLLABLES, k=4))
