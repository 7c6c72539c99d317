"""From the save of a lab to its verdict, under `learn watch`, on the solved summarization lab.

    uv run python benchmarks/watch.py [--runs N]

Saves are a second and a half apart, as they are by hand at the fastest; the budget is the design's.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO

from curriculum.course import CHECKOUT, load_course
from workshop.labs import solved

BUDGET_SECONDS = 0.3
APART_SECONDS = 1.5
END = " of 100 points"


def verdict_at(printed: IO[str]) -> float:
    """The moment at which the next verdict is printed."""
    for line in printed:
        if line.rstrip().endswith(END):
            return time.perf_counter()
    raise SystemExit("learn watch ended before a verdict")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=20)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        course = Path(folder, "curriculum")
        leave_out = shutil.ignore_patterns("__pycache__")
        shutil.copytree(CHECKOUT, course, ignore=leave_out)
        shutil.copytree(CHECKOUT.parent / "data", Path(folder, "data"), ignore=leave_out)
        lesson = load_course(course).lesson("summarization-and-compaction")
        text = solved(lesson)
        watching = subprocess.Popen(
            [sys.executable, "-c", "from tutor.cli import app; app()", "watch", lesson.code],
            cwd=course,
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        assert watching.stdout is not None
        try:
            verdict_at(watching.stdout)
            times = []
            for number in range(runs + 1):
                time.sleep(APART_SECONDS)
                saved = time.perf_counter()
                lesson.lab.write_text(f"{text}# {number}\n", encoding="utf-8")
                times.append(verdict_at(watching.stdout) - saved)
        finally:
            watching.terminate()
            watching.wait()
    del times[0]  # the first warms the file cache
    median, slowest = statistics.median(times), max(times)
    print(f"{runs} saves: median {median:.3f} s, spread {min(times):.3f} to {slowest:.3f} s")
    kept = "kept" if slowest <= BUDGET_SECONDS else "MISSED"
    print(f"The budget of {BUDGET_SECONDS} s is {kept}; the median is {median / BUDGET_SECONDS:.2f} of it.")


if __name__ == "__main__":
    main()
