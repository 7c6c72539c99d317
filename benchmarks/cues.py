"""How well the cue tables type sentences that they were never fitted to: precision and recall.

    uv run python benchmarks/cues.py

Precision: of the sentences that a type was given to, the share to which it belongs. Recall: of the sentences
of a type, the share that got it. A sentence of type `none` should be claimed by no cue.
"""

import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from memlab.cues import CUES
from memlab.record import Turn
from memlab.write import candidates

SENTENCES = Path(__file__).resolve().parents[1] / "data" / "sentences" / "typed.jsonl"


def typed(text: str) -> str:
    """The type that the tables give a sentence, or `none`."""
    found = candidates(Turn("s1", 1, "user", text, datetime(2026, 1, 1, tzinfo=UTC)), CUES)
    return found[0].type if found else "none"


def main() -> None:
    rows = [json.loads(line) for line in SENTENCES.read_text(encoding="utf-8").splitlines()]
    pairs = Counter((row["type"], typed(row["text"])) for row in rows)
    kinds = ("semantic", "episodic", "procedural")
    print("type         sentences   claimed   right   precision   recall")
    sums = [0, 0, 0]
    for kind in kinds:
        there = sum(count for (gold, _), count in pairs.items() if gold == kind)
        claimed = sum(count for (_, given), count in pairs.items() if given == kind)
        right = pairs[kind, kind]
        sums = [total + part for total, part in zip(sums, (there, claimed, right), strict=True)]
        print(_row(kind, there, claimed, right))
    print(_row("all", *sums))
    print(f"Of {sum(n for (gold, _), n in pairs.items() if gold == 'none')} sentences not worth keeping, "
          f"{pairs['none', 'none']} were left alone.")  # fmt: skip


def _row(name: str, there: int, claimed: int, right: int) -> str:
    return f"{name:12}{there:10}{claimed:10}{right:8}{right / claimed:12.2f}{right / there:9.2f}"


if __name__ == "__main__":
    main()
