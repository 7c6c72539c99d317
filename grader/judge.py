"""The judge: runs a lesson's checks here, in a trusted process, over pieces that run where the caller says.

Checks are pytest tests. They are collected once and may then be run on any number of callers. A check sees
fixtures: `lab` (the learner's pieces, as proxies), `reference`, `measure`, `figures`, `expected`, `variant`.
Its assert says what was expected; the judge adds what was called and what came back.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from curriculum.course import Lesson
from grader.bench import UNREADABLE, Bench, Figures, Measured, PastLimit, Unmeasured
from grader.caller import Caller
from grader.marks import Ended, JudgeError, Mark, check_marks, checked, ended, mark_of, state_of
from grader.verdict import Verdict

__all__ = ["PUBLIC_SEED", "JudgeError", "judge"]

PUBLIC_SEED = 1
CHECKS_MODULE = "test_lab"

# Nothing of pytest is wanted but fixtures and collection: no capture, so that print and breakpoint work; no
# report, since the judge makes its own.
OPTIONS = (
    "--noconftest --assert=plain --import-mode=importlib --strict-markers "
    "-p no:terminal -p no:capture -p no:cacheprovider -p no:logging -p no:warnings -p no:faulthandler "
    "-p no:threadexception -p no:unraisableexception -p no:doctest -p no:junitxml -p no:pastebin "
    "-p no:stepwise -p no:setuponly -p no:setupplan -p no:unittest -p no:recwarn -p no:monkeypatch "
    "-p no:tmpdir -p no:skipping -p no:debugging"
).split()


def judge(
    lesson: Lesson,
    callers: Iterable[Caller],
    report: Callable[[Verdict], None],
    *,
    seed: int = PUBLIC_SEED,
    file: str = "lab.py",
) -> None:
    """Judge one lab after another, with the checks collected once; `report` gets each verdict as it comes.

    seed: from which the lesson's variants are made.  file: how messages name the learner's file.
    Raises JudgeError if the lesson's checks cannot be collected, or their marks do not fit together.
    """
    if not lesson.checks.is_file():
        raise JudgeError(f"{lesson.checks}: no such file; it holds the checks of the lesson")
    failed: list[Exception] = []

    def work(checks: "Checks") -> None:
        # An exception that left pytest's loop would be printed as an internal error of pytest.
        try:
            checks.read_marks()
            for caller in callers:
                report(checks.judged(Bench(lesson, caller, seed, file)))
        except Exception as error:
            failed.append(error)

    checks = Checks(lesson, work)
    settings = Path(__file__).with_name("checks.ini")
    arguments = [str(lesson.checks), "-c", str(settings), "--rootdir", str(lesson.checks.parent), *OPTIONS]
    with _nothing_from_outside(), _modules_forgotten(lesson.checks.parent):
        code = pytest.main(arguments, plugins=[checks])
    if checks.loading_error:
        raise JudgeError(f"{lesson.checks}: the checks cannot be loaded: {checks.loading_error}")
    if failed:
        raise failed[0]
    if code == pytest.ExitCode.INTERRUPTED:
        raise KeyboardInterrupt
    if not checks.items:
        raise JudgeError(f"{lesson.checks}: no checks were found")


class Checks:
    """A pytest plug-in: hands the fixtures to the checks, and notes how each ended instead of printing it."""

    def __init__(self, lesson: Lesson, work: Callable[["Checks"], None]) -> None:
        self.lesson = lesson
        self.work = work
        self.items: list[pytest.Item] = []
        self.marks: dict[str, Mark] = {}
        self.loading_error = ""
        self.bench: Bench
        self.measured: Figures
        self.problem: BaseException | None = None

    @pytest.fixture
    def lab(self) -> SimpleNamespace:
        return self.bench.proxies()

    @pytest.fixture
    def reference(self) -> SimpleNamespace:
        return SimpleNamespace(**self.lesson.references)

    @pytest.fixture
    def measure(self) -> ModuleType:
        return self.lesson.measure

    @pytest.fixture
    def figures(self) -> Measured:
        return self.measured.get()

    @pytest.fixture
    def expected(self) -> dict[str, Any]:
        return self.lesson.expected

    @pytest.fixture
    def variant(self) -> dict[str, Any]:
        made: dict[str, Any] = self.lesson.variant.make(self.bench.seed)
        return made

    @pytest.hookimpl
    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.loading_error:
            lines = str(report.longrepr).strip().splitlines()
            self.loading_error = lines[-1].removeprefix("E").strip() if lines else "unknown"

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> pytest.TestReport:
        if call.excinfo is not None and self.problem is None:
            self.problem = call.excinfo.value
        when: Any = call.when
        outcome: Any = "passed" if call.excinfo is None else "failed"
        return pytest.TestReport(item.nodeid, item.location, {}, outcome, None, when)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = session.items
        if self.items and not self.loading_error:
            self.work(self)
        return True

    def read_marks(self) -> None:
        """Read the marks of all checks, which must fit together."""
        self.marks = {item.name: mark_of(item) for item in self.items}
        check_marks(self.marks, {piece.task for piece in self.lesson.pieces}, self.lesson.checks)

    def judged(self, bench: Bench) -> Verdict:
        """Run all checks on one bench."""
        self.bench, self.measured = bench, Figures(bench)
        results: dict[str, Ended] = {}
        for item, following in zip(self.items, [*self.items[1:], None], strict=True):
            results[item.name] = self._stopped(item, results) or self._run(item, following)
        checks = tuple(checked(mark, results, self.marks) for mark in self.marks.values())
        score = sum(check.earned for check in checks)
        return Verdict(
            lesson=self.lesson.id,
            state=state_of(bench, score),
            score=score,
            figures=self.measured.shown(),
            expected=self.lesson.expected,
            checks=checks,
            unwritten=tuple(sorted(bench.unwritten)),
        )

    def _stopped(self, item: pytest.Item, results: dict[str, Ended]) -> Ended | None:
        """After a limit nothing runs.

        It may have been hit while figures were measured for a check of another piece: then the first check
        of the piece that hit it says so.
        """
        limit = self.bench.past_limit
        if limit is None:
            return None
        said = any(earlier.status == "over limit" for earlier in results.values())
        if not said and self.marks[item.name].task == limit.piece.task:
            return ended(limit, self.bench)
        return self._not_run(limit)

    def _run(self, item: pytest.Item, following: pytest.Item | None) -> Ended:
        self.problem, self.bench.last_call, self.bench.last_answer = None, "", ""
        runtestprotocol(item, log=False, nextitem=following)
        problem = self.problem
        if isinstance(problem, UNREADABLE):
            raise problem  # a file cannot be read, and nothing can be judged
        if isinstance(problem, Unmeasured):
            task = self.marks[item.name].task
            limit = self.bench.past_limit
            if limit is not None and limit.piece.task != task and self._comes_later(limit.piece.task, item):
                return self._not_run(limit)
            problem = self.measured.failure(task) or problem
        return ended(problem, self.bench)

    def _comes_later(self, task: str, item: pytest.Item) -> bool:
        """Whether a check of that task is still to come."""
        following = self.items[self.items.index(item) + 1 :]
        return any(self.marks[later.name].task == task for later in following)

    def _not_run(self, limit: PastLimit) -> Ended:
        return Ended("not run", f"a call of {limit.piece.name} did not return, and that ends the run")


@contextmanager
def _nothing_from_outside() -> Iterator[None]:
    """Keep the person's pytest settings and installed plug-ins out."""
    kept = {name: os.environ.pop(name, None) for name in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS")}
    kept["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = os.environ.get("PYTEST_DISABLE_PLUGIN_AUTOLOAD")
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    try:
        yield
    finally:
        for name, value in kept.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value


@contextmanager
def _modules_forgotten(folder: Path) -> Iterator[None]:
    """Forget the checks' modules afterwards, and put back what had their name, which is every lesson's."""
    namesake = sys.modules.pop(CHECKS_MODULE, None)
    before = set(sys.modules)
    try:
        yield
    finally:
        if namesake is not None:
            sys.modules[CHECKS_MODULE] = namesake
        for name in set(sys.modules) - before:
            file = getattr(sys.modules[name], "__file__", None)
            if file and Path(file).parent == folder:
                del sys.modules[name]
