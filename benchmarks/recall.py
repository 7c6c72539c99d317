"""Store, index and recall of 10,000, 30,000 and 100,000 generated records: time, size and how they grow.

    uv run --group ranking python benchmarks/recall.py [SIZE ...] [--questions N]

The records are short statements in which a few words are common and most are rare, as in language (Zipf);
all but one in five begin with "I". Of the questions half are three words of one record and two common ones,
a quarter hold rare words alone and a quarter only the very commonest. Beside memlab's index stand SQLite's
FTS5 and, where the group `ranking` is installed, rank-bm25, over the same texts. Both split words and weigh
them in ways of their own, so that they are compared in time and not in what they find.
"""

import argparse
import random
import sqlite3
import statistics
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from memlab.index import Index
from memlab.record import Memory, Provenance, Scope, make_memory
from memlab.store import add, create, load
from memlab.words import terms

START = datetime(2026, 1, 1, tzinfo=UTC)
ADA = Scope("ada")
SYLLABLES = ["ba", "ce", "di", "fo", "gu", "ha", "ke", "li", "mo", "nu", "pa", "re", "si", "to", "vu", "za"]
VOCABULARY = 20_000
COMMONEST = 12
LIMIT = 8
# rank-bm25 scores every text at every question; a few show how long that takes.
FEW = 10
RUNS = 3


def vocabulary(draw: random.Random) -> list[str]:
    """Different words, the shorter ones first, as the common words of a language are."""
    made = {"".join(draw.choices(SYLLABLES, k=draw.randint(1, 5))) for _ in range(2 * VOCABULARY)}
    return sorted(made, key=lambda word: (len(word), word))[:VOCABULARY]


def generated(size: int, words: Sequence[str], draw: random.Random) -> list[Memory]:
    """Make `size` records of one scope, a minute apart."""
    weights = [1 / (rank + 2.7) for rank in range(len(words))]
    records = []
    for number in range(size):
        said = draw.choices(words, weights, k=draw.randint(4, 14))
        content = " ".join(said if draw.random() < 0.2 else ["I", *said])
        at = START + timedelta(minutes=number)
        source = Provenance(f"s{number // 20}/{number % 20 + 1}", "user", 1.0)
        records.append(make_memory(content, "semantic", ADA, source, at, at))
    return records


def asked(records: Sequence[Memory], words: Sequence[str], number: int, draw: random.Random) -> list[str]:
    common, rare = ["I", *words[:COMMONEST]], words[len(words) // 2 :]
    questions = []
    for place in range(number):
        if place % 4 == 0:
            said = draw.sample(common, draw.randint(1, 5))
        elif place % 4 == 1:
            said = draw.sample(rare, 3)
        else:
            content = draw.choice(records).content.split()
            said = [*draw.sample(content, 3), *draw.sample(common, 2)]
        questions.append(" ".join(said) + "?")
    return questions


def took(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def searched(search: Callable[[str], object], questions: Sequence[str]) -> tuple[float, float]:
    """Median and worst over the questions, in milliseconds: each question's best of some runs."""
    times = [min(took(partial(search, question)) for _ in range(RUNS)) * 1e3 for question in questions]
    return statistics.median(times), max(times)


def stored(records: Sequence[Memory]) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "memories.db")
        create(path)
        adding = took(lambda: add(path, records))
        loading = took(lambda: load(path, ADA))
        with closing(sqlite3.connect(path)) as store:
            store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = Path(path).stat().st_size
    return {"add, s": adding, "file, MB": size / 1e6, "load, s": loading}


def indexed(records: Sequence[Memory], questions: Sequence[str]) -> dict[str, float]:
    building = took(lambda: Index(records))
    tracemalloc.start()
    index = Index(records)
    megabytes = tracemalloc.get_traced_memory()[0] / 1e6
    tracemalloc.stop()
    median, worst = searched(lambda question: index.search(question, LIMIT), questions)
    return {"build, s": building, "memory, MB": megabytes, "median, ms": median, "worst, ms": worst}


def in_fts5(records: Sequence[Memory], questions: Sequence[str]) -> dict[str, float]:
    with closing(sqlite3.connect(":memory:")) as store:
        store.execute("CREATE VIRTUAL TABLE said USING fts5(content)")
        rows = [(record.content,) for record in records]
        building = took(lambda: store.executemany("INSERT INTO said VALUES (?)", rows))
        best = "SELECT rowid, rank FROM said WHERE said MATCH ? ORDER BY rank LIMIT ?"

        def search(question: str) -> object:
            any_word = " OR ".join(f'"{term}"' for term in terms(question))
            return store.execute(best, (any_word, LIMIT)).fetchall()

        median, worst = searched(search, questions)
    return {"build, s": building, "median, ms": median, "worst, ms": worst}


def in_rank_bm25(records: Sequence[Memory], questions: Sequence[str]) -> dict[str, float] | None:
    try:
        from rank_bm25 import BM25Okapi
    except ImportError:
        return None
    split = [terms(record.content) for record in records]
    start = time.perf_counter()
    ranked = BM25Okapi(split)
    building = time.perf_counter() - start
    places = range(len(split))
    median, worst = searched(
        lambda question: ranked.get_top_n(terms(question), places, LIMIT), questions[:FEW]
    )  # fmt: skip
    return {"build, s": building, "median, ms": median, "worst, ms": worst}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sizes", nargs="*", type=int, default=[10_000, 30_000, 100_000])
    parser.add_argument("--questions", type=int, default=200)
    options = parser.parse_args()
    before: dict[str, dict[str, float]] = {}
    for size in options.sizes:
        draw = random.Random(1)
        words = vocabulary(draw)
        records = generated(size, words, draw)
        questions = asked(records, words, options.questions, draw)
        measured = {
            "memlab.store": stored(records),
            "memlab.index": indexed(records, questions),
            "SQLite FTS5": in_fts5(records, questions),
            "rank-bm25": in_rank_bm25(records, questions),
        }
        print(f"{size:,} records")
        for name, figures in measured.items():
            if figures is None:
                print(f"  {name:14}not installed: uv run --group ranking ...")
                continue
            known = before.get(name, {})
            for what, value in figures.items():
                growth = f"   x {value / known[what]:.2f}" if what in known else ""
                print(f"  {name:14}{what:12}{value:10.2f}{growth}")
            before[name] = figures
        print(f"  {'add a record':14}{'us':12}{measured['memlab.store']['add, s'] / size * 1e6:10.2f}")
        ours = measured["memlab.index"]
        for name in ("SQLite FTS5", "rank-bm25"):
            if other := measured[name]:
                ratios = " and ".join(
                    f"{ours[what] / other[what]:.2f}" for what in ("median, ms", "worst, ms")
                )
                print(f"  index over {name}: {ratios} (median and worst search)")
    print("x: against the size before. rank-bm25 is asked", FEW, "questions, the others all.")


if __name__ == "__main__":
    main()
