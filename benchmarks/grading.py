"""Submissions graded a second, in their boxes, beside what else could be done and what cannot be beaten.

    uv run python benchmarks/grading.py [--submissions N] [--jobs J] [--runs N] [--growth]

All checks of the summarization lab run on copies of its solved lab. Rows: the grader as it is; a pytest of
its own for each submission, without a box, which is what one would write first; and the floor, a box in which
a bare interpreter starts and ends. Then the parts of one submission, each as a share of the whole. With
`--growth`, what a submission costs and how much memory all processes hold in classes from 10 to 2,000.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from curriculum.course import CHECKOUT, Course, Lesson, load_course
from grader.arriving.submissions import find
from grader.box import bubblewrap, outfit
from grader.box.boxed import Boxed
from grader.box.boxes import Boxes
from grader.calls.caller import Caller, Reply
from grader.gradebook.gradebook import Gradebook
from grader.judge.judge import PUBLIC_SEED, judge
from grader.workers.grading import Grading
from workshop.labs import solved

BUDGET = 40.0
AIM = 80.0
CLASSES = (10, 100, 500, 2_000)
CONFTEST = """
import importlib.util, pathlib, types, pytest
from curriculum.course import CHECKOUT, load_course
lesson = load_course(CHECKOUT).lesson({lesson!r})
spec = importlib.util.spec_from_file_location("lab", pathlib.Path(__file__).with_name("lab.py"))
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
@pytest.fixture
def lab(): return module
@pytest.fixture
def reference(): return types.SimpleNamespace(**lesson.references)
@pytest.fixture(scope="session")
def figures(): return lesson.measure.figures(module)
@pytest.fixture
def expected(): return lesson.expected
@pytest.fixture
def variant(): return lesson.variant.make({seed})
def pytest_configure(config): config.addinivalue_line("markers", "task(label, points, needs): a task")
@pytest.fixture
def rule(): return lambda name: None
"""


class Timed(Boxed):
    """A caller that notes how long each part takes."""

    def __init__(self, *arguments: object, parts: dict[str, float]) -> None:
        super().__init__(*arguments)  # type: ignore[arg-type]
        self.parts = parts

    def load(self) -> Reply:
        begun = time.perf_counter()
        reply = super().load()
        self.parts["import"] += reply.seconds
        self.parts["start"] += time.perf_counter() - begun - reply.seconds
        return reply

    def call(self, function: str, arguments: bytes) -> Reply:
        begun = time.perf_counter()
        reply = super().call(function, arguments)
        self.parts["calls"] += time.perf_counter() - begun
        return reply

    def close(self) -> None:
        begun = time.perf_counter()
        super().close()
        self.parts["end"] += time.perf_counter() - begun


def graded(course: Course, lesson: Lesson, count: int, jobs: int) -> tuple[float, float]:
    """Submissions a second, the start of the workers not counted, and the megabytes held at the end."""
    with tempfile.TemporaryDirectory() as folder:
        handed_in = Path(folder, "class")
        handed_in.mkdir()
        for number in range(count + jobs):
            (handed_in / f"s{number:04}.py").write_text(solved(lesson), encoding="utf-8")
        with Gradebook(Path(folder, "book")) as book:
            done = []
            grading = Grading(course, lesson, book, PUBLIC_SEED, jobs, lambda: datetime.now(UTC))
            for attempt in grading.run(find(handed_in)):
                assert attempt.score == 100, attempt
                done.append(time.perf_counter())
                if len(done) == count:
                    held = megabytes()
    return count / (done[-1] - done[jobs - 1]), held


def megabytes() -> float:
    """What this process and all that came of it hold in memory, what they share counted once."""
    family, kilobytes = {os.getpid()}, 0
    for status in sorted(Path("/proc").glob("[0-9]*/status"), key=lambda path: int(path.parts[2])):
        with suppress(OSError):
            if int(status.parts[2]) in family or int(_field(status, "PPid")) in family:
                family.add(int(status.parts[2]))
                kilobytes += int(_field(status.with_name("smaps_rollup"), "Pss").split()[0])
    return kilobytes / 1024


def _field(path: Path, name: str) -> str:
    return path.read_text(encoding="ascii").partition(f"{name}:")[2].partition("\n")[0]


def each(work: Callable[[int], object], count: int, jobs: int) -> float:
    """How many a second of some work that starts a process of its own, so many at a time."""
    begun = time.perf_counter()
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(work, range(count)))
    return count / (time.perf_counter() - begun)


def with_pytest(lesson: Lesson, count: int, jobs: int) -> float:
    """A pytest of its own for each."""
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            place = Path(folder, str(number))
            place.mkdir()
            (place / "lab.py").write_text(solved(lesson), encoding="utf-8")
            shutil.copy(lesson.checks, place)
            conftest = CONFTEST.format(lesson=lesson.id, seed=PUBLIC_SEED)
            (place / "conftest.py").write_text(conftest, encoding="utf-8")

        def run(number: int) -> None:
            command = [
                sys.executable,
                "-m",
                "pytest",
                "-q",
                "-p",
                "no:cacheprovider",
                str(Path(folder, str(number))),
            ]
            done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
            assert done.returncode == 0, done.stdout

        return each(run, count, jobs)


def floor(count: int, jobs: int) -> float:
    """A box with a bare interpreter for each."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        bare = outfit.bare(place)
        options = bubblewrap.options(bare.box, bare.libraries)
        inside = [bubblewrap.interpreter(), "-s", "-P", "-S", "-c", "pass"]
        command = [bubblewrap.program(), *options, "--", *inside]
        return each(lambda number: subprocess.run(command, check=True, env={}), count, jobs)


def parts(course: Course, lesson: Lesson, count: int) -> dict[str, float]:
    """Milliseconds of each part of one submission, in one process."""
    spent = dict.fromkeys(("start", "import", "calls", "judging", "end"), 0.0)
    with tempfile.TemporaryDirectory() as folder:
        fitted = outfit.make(course, lesson, Path(folder))
        begun = 0.0

        def callers() -> Iterator[Caller]:
            nonlocal begun
            for number in range(count + 1):
                if number == 1:  # the first one warms up
                    spent.update(dict.fromkeys(spent, 0.0))
                    begun = time.perf_counter()
                caller = Timed(boxes, clean, solved_lab, "lab.py", parts=spent)
                yield caller
                caller.close()

        solved_lab = solved(lesson)
        with Boxes(fitted.box, fitted.libraries) as boxes, Boxes(fitted.clean, fitted.libraries, 1) as clean:
            judge(lesson, callers(), lambda verdict: None)
        whole = time.perf_counter() - begun
    spent["judging"] = whole - sum(spent.values())
    return {name: 1000 * seconds / count for name, seconds in spent.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--submissions", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--growth", action="store_true")
    asked = parser.parse_args()
    course = load_course(CHECKOUT)
    lesson = course.lesson("summarization-and-compaction")
    count, jobs = asked.submissions, asked.jobs
    rows = {
        "the grader, one box a submission": lambda: graded(course, lesson, count, jobs)[0],
        "plain pytest, a process a submission": lambda: with_pytest(lesson, max(2, count // 10), jobs),
        "the floor: a box, a bare interpreter": lambda: floor(count, jobs),
    }
    print(f"{count} submissions, {jobs} at a time, {asked.runs} runs")
    medians = {}
    for name, measure in rows.items():
        rates = [measure() for _ in range(asked.runs)]
        medians[name] = statistics.median(rates)
        print(f"  {name:<38} {medians[name]:6.1f} a second  ({min(rates):.1f} to {max(rates):.1f})")
    ours, plain, least = medians.values()
    print(f"  the grader is {ours / plain:.1f} x plain pytest, and {ours / least:.2f} x the floor")
    print(f"  the budget of {BUDGET:g} a second is {'kept' if ours >= BUDGET else 'MISSED'}, ", end="")
    print(f"the aim of {AIM:g} is {'reached' if ours >= AIM else 'not reached'}")
    spent = parts(course, lesson, max(10, count // 4))
    whole = sum(spent.values())
    print(f"one submission alone, {whole:.0f} ms:")
    for name, milliseconds in spent.items():
        print(f"  {name:<8} {milliseconds:6.1f} ms  {milliseconds / whole:4.0%}")
    if asked.growth:
        print_growth(course, lesson, jobs)


def print_growth(course: Course, lesson: Lesson, jobs: int) -> None:
    """Cost and memory of classes of several sizes, beside the smallest."""
    print("classes of several sizes:")
    first: tuple[float, float] | None = None
    for count in CLASSES:
        rate, held = graded(course, lesson, count, jobs)
        first = first or (rate, held)
        print(
            f"  {count:>5} submissions  {1000 / rate:5.1f} ms each (x{first[0] / rate:.2f})"
            f"  {held:4.0f} MB (x{held / first[1]:.2f})"
        )


if __name__ == "__main__":
    main()
