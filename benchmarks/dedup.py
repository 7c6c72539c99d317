"""Deduplication of 10,000, 30,000 and 100,000 generated records: time, memory and how they grow.

    uv run python benchmarks/dedup.py [SIZE ...] [--runs N]

The records are short statements over a vocabulary in which a few words are common and most are rare, as in
language (Zipf). One in ten is said again, half of those with one harmless word more, so that the index has
real work. Near-linear means: three times the records take little more than three times as long.
"""

import argparse
import random
import statistics
import time
import tracemalloc
from datetime import UTC, datetime, timedelta

from memlab.dedup import deduplicate
from memlab.record import Memory, Provenance, Scope, make_memory

START = datetime(2026, 1, 1, tzinfo=UTC)
SYLLABLES = ["ba", "ce", "di", "fo", "gu", "ha", "ke", "li", "mo", "nu", "pa", "re", "si", "to", "vu", "za"]


def generated(size: int, seed: int) -> list[Memory]:
    """Make a store of `size` records, the same for the same seed."""
    draw = random.Random(seed)
    vocabulary = ["".join(draw.choices(SYLLABLES, k=draw.randint(1, 4))) for _ in range(20_000)]
    weights = [1 / (rank + 10) for rank in range(len(vocabulary))]
    texts: list[str] = []
    while len(texts) < size:
        if texts and draw.random() < 0.1:
            again = draw.choice(texts).split()
            if len(again) > 6 and draw.random() < 0.5:
                again.insert(draw.randint(1, len(again) - 1), "really")
            texts.append(" ".join(again))
        else:
            texts.append("I " + " ".join(draw.choices(vocabulary, weights, k=draw.randint(4, 14))))
    return [
        make_memory(
            text, "semantic", Scope("ada"), Provenance(f"s{number // 20}/{number % 20 + 1}", "user", 1.0),
            START + timedelta(minutes=number), START + timedelta(minutes=number),
        )
        for number, text in enumerate(texts)
    ]  # fmt: skip


def seconds(records: list[Memory]) -> tuple[float, int]:
    start = time.perf_counter()
    left = len(deduplicate(records).records)
    return time.perf_counter() - start, left


def peak_megabytes(records: list[Memory]) -> float:
    tracemalloc.start()
    deduplicate(records)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sizes", nargs="*", type=int, default=[10_000, 30_000, 100_000])
    parser.add_argument("--runs", type=int, default=20)
    options = parser.parse_args()
    print("records   left    median s   spread s         us a record   x time   peak MB   x memory")
    before: tuple[float, float] | None = None
    for size in options.sizes:
        records = generated(size, seed=1)
        timed = [seconds(records) for _ in range(options.runs)]
        times, left = [took for took, _ in timed], timed[0][1]
        median, peak = statistics.median(times), peak_megabytes(records)
        growth = (
            f"{median / before[0]:6.2f}   {peak:7.1f}   {peak / before[1]:8.2f}"
            if before
            else f"{'':6}   {peak:7.1f}"
        )
        print(
            f"{size:7}{left:8}{median:11.2f}   {min(times):.2f} to {max(times):.2f}"
            f"{median / size * 1e6:16.1f}   {growth}"
        )
        before = (median, peak)
    print("x: against the size in the row above; memory is what Python allocated at most.")


if __name__ == "__main__":
    main()
