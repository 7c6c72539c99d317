"""How well the cue tables type sentences: precision and recall, on what they were made from and on others.

    uv run python benchmarks/cues.py

Precision: of the sentences that a type was given to, the share to which it belongs. Recall: of the sentences
of a type, the share that got it. A sentence of type `none` should be claimed by no cue. The tables were
extended with `seen.jsonl` in view, with nothing of `unseen.jsonl`, and with five lines of `typed.jsonl`.
"""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from curriculum.figures import read_rows
from memlab.cues import CUES
from memlab.write import type_of

SENTENCES = Path(__file__).resolve().parents[1] / "data" / "sentences"
FILES = ("unseen.jsonl", "typed.jsonl", "seen.jsonl")


def main() -> None:
    for name in FILES:
        _print(name, read_rows(SENTENCES / name))


def _print(name: str, typed: Sequence[dict[str, str]]) -> None:
    pairs = Counter((row["type"], type_of(row["text"], CUES) or "none") for row in typed)
    print(f"{name:14}sentences   claimed   right   precision   recall")
    sums = [0, 0, 0]
    for kind in ("semantic", "episodic", "procedural"):
        there = sum(count for (gold, _), count in pairs.items() if gold == kind)
        claimed = sum(count for (_, given), count in pairs.items() if given == kind)
        right = pairs[kind, kind]
        sums = [total + part for total, part in zip(sums, (there, claimed, right), strict=True)]
        print(_row(kind, there, claimed, right))
    print(_row("all", *sums))
    print(f"Of {sum(n for (gold, _), n in pairs.items() if gold == 'none')} sentences not worth keeping, "
          f"{pairs['none', 'none']} were left alone.\n")  # fmt: skip


def _row(name: str, there: int, claimed: int, right: int) -> str:
    return f"{name:14}{there:9}{claimed:10}{right:8}{right / claimed:12.2f}{right / there:9.2f}"


if __name__ == "__main__":
    main()
