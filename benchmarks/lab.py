"""From the command to the verdict of the solved summarization lab, beside its own floor.

    uv run python benchmarks/lab.py [--runs N]

Each row starts a process of its own. The budget is the design's: a solved lab takes at most 1.0 s more than
a bare interpreter. The floor is what no lab of this kind can go below: the imports, and pytest collecting an
empty file of checks.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from curriculum.course import CHECKOUT, load_course
from workshop.labs import solved

BUDGET_SECONDS = 1.0
FLOOR = """
import pytest, rich.console, rich.table, yaml, msgspec, frontmatter
from grader.judge.judge import OPTIONS
pytest.main([{file!r}, "-c", {settings!r}, *OPTIONS])
"""


def timed(command: list[str], runs: int) -> list[float]:
    """Seconds of each run, after one that warms the file cache."""
    times = []
    for _ in range(runs + 1):
        start = time.perf_counter()
        subprocess.run(command, capture_output=True, check=False)
        times.append(time.perf_counter() - start)
    return times[1:]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=20)
    runs = parser.parse_args().runs
    lesson = load_course(CHECKOUT).lesson("summarization-and-compaction")
    with tempfile.TemporaryDirectory() as folder:
        lab, empty = Path(folder, "lab.py"), Path(folder, "test_lab.py")
        lab.write_text(solved(lesson), encoding="utf-8")
        empty.write_text("", encoding="utf-8")
        settings = str(CHECKOUT.parent / "grader" / "judge" / "checks.ini")
        rows = {
            "bare interpreter": [sys.executable, "-c", "pass"],
            "floor: imports and an empty collection": [
                sys.executable, "-c", FLOOR.format(file=str(empty), settings=settings),
            ],
            "the solved lab, to its verdict": [sys.executable, str(lab)],
        }  # fmt: skip
        times = {name: timed(command, runs) for name, command in rows.items()}
    print(f"{runs} runs each                             median s   spread s        x floor")
    bare, floor, full = (statistics.median(taken) for taken in times.values())
    for name, taken in times.items():
        median = statistics.median(taken)
        print(f"{name:40}{median:9.3f}   {min(taken):.3f} to {max(taken):.3f}{median / floor:9.2f}")
    over = full - bare
    kept = "kept" if over <= BUDGET_SECONDS else "MISSED"
    print(f"Over a bare interpreter: {over:.3f} s; the budget of {BUDGET_SECONDS:.1f} s is {kept}.")


if __name__ == "__main__":
    main()
