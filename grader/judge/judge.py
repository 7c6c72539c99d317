"""The judge: runs a lesson's checks here, in a trusted process, over pieces that run where the caller says.

Checks are pytest tests. They are collected once and may then be run on any number of callers. A check sees
fixtures: `lab` (the learner's pieces, as proxies), `reference`, `measure`, `figures`, `expected`, `variant`,
`rule` (which rule of the page is tried from here on), and for errors, files and kills `raises`, `scenes`,
`box` and `clean`. Its assert says what was expected; the judge adds what was called and what came back.

Checks of a variant run last, whatever their place, so that a submission which remembers what it was handed
meets no later check whose message is shown.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from curriculum.course import Lesson, uncached
from grader.calls.caller import BoxError, Caller
from grader.judge.bench import OURS, Bench, Failed, PastLimit
from grader.judge.figures import Figures, Measured, Unmeasured
from grader.judge.fixtures import BoxFixture, clean_proxies, raises
from grader.judge.marks import Ended, JudgeError, Mark, check_marks, checked, ended, mark_of, state_of
from grader.judge.recorded import answered, variant_of
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
    examples: tuple[int, ...] = (),
) -> None:
    """Judge one lab after another, with the checks collected once; `report` gets each verdict as it comes.

    A caller is closed before its verdict is reported, so that nothing of it runs any more.

    seed: from which the lesson's variants are made.
    examples: public seeds, on which a lab that fails a private case is tried once more, to show how.
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
                try:
                    verdict = checks.judged(Bench(lesson, caller, seed))
                finally:
                    caller.close()
                report(verdict)
        except Exception as error:
            failed.append(error)

    checks = Checks(lesson, work, tuple(public for public in examples if public != seed))
    settings = Path(__file__).with_name("checks.ini")
    folder = str(lesson.checks.parent)
    # Without a cut pytest lists every folder above this one, whatever lies there.
    here = ["--rootdir", folder, "--confcutdir", folder]
    arguments = [str(lesson.checks), "-c", str(settings), *here, *OPTIONS]
    with answered(lesson), uncached(), _nothing_from_outside(), _modules_forgotten(lesson.checks.parent):
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

    def __init__(
        self, lesson: Lesson, work: Callable[["Checks"], None], examples: tuple[int, ...] = ()
    ) -> None:
        self.lesson = lesson
        self.work = work
        self.examples = examples
        self.items: list[pytest.Item] = []
        self.marks: dict[str, Mark] = {}
        self.loading_error = ""
        self.bench: Bench
        self.measured: Figures
        self.problem: BaseException | None = None
        self.stateful = False
        self.private = False
        self._variants: dict[int, dict[str, Any]] = {}

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
        seed, lesson = self.bench.seed, self.lesson
        if seed not in self._variants:
            made = variant_of(lesson, seed) if lesson.handed_out else lesson.variant.make(seed)
            self._variants[seed] = made
        return dict(self._variants[seed])

    @pytest.fixture
    def rule(self) -> Callable[[str], None]:
        def trying(name: str) -> None:
            self.bench.rule = name

        return trying

    @pytest.fixture
    def box(self) -> BoxFixture:
        return BoxFixture(self.bench)

    @pytest.fixture
    def scenes(self, box: BoxFixture) -> SimpleNamespace:
        return self.bench.scenes()

    @pytest.fixture
    def raises(self) -> Callable[[str], AbstractContextManager[None]]:
        return raises

    @pytest.fixture
    def clean(self, box: BoxFixture) -> SimpleNamespace:
        return clean_proxies(self.bench)

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
        """Read the marks of all checks, which must fit together, and order the checks as they run."""
        self.marks = {item.name: mark_of(item) for item in self.items}
        check_marks(self.marks, {piece.task for piece in self.lesson.pieces}, self.lesson.checks)
        self.items = sorted(self.items, key=lambda item: self.marks[item.name].private)
        self.stateful = any("box" in getattr(item, "fixturenames", ()) for item in self.items)

    def judged(self, bench: Bench) -> Verdict:
        """Load one lab and run all checks on it."""
        self.bench, self.measured = bench, Figures(bench)
        try:
            bench.load()
            if self.stateful:
                bench.caller.empty_scratch()
                self.measured.shown()  # before there are files of checks
            results = self._results()
            limit = bench.past_limit
            figures = self.measured.shown()
            shown = self._shown(bench, results)
        except Failed as error:
            return self._unloadable(bench, ended(error, bench))
        except BoxError as error:
            return self._unloadable(bench, Ended("ungraded", str(error)))
        checks = tuple(checked(mark, results, self.marks, shown) for mark in self.marks.values())
        score = sum(check.earned for check in checks)
        return Verdict(
            lesson=self.lesson.id,
            state=state_of(bench, checks),
            score=score,
            figures=figures,
            expected=self.lesson.expected,
            checks=checks,
            unwritten=tuple(sorted(bench.unwritten)),
            problem=self._said(limit) if limit else "",
        )

    def _said(self, limit: PastLimit) -> str:
        """What ended the run; where that was a private check, not in which line, for it tells of the case."""
        return f"a call {f'of {limit.name} ' if limit.name else ''}{limit.reason if self.private else limit}"

    def _results(self) -> dict[str, Ended]:
        results: dict[str, Ended] = {}
        for item, following in zip(self.items, [*self.items[1:], None], strict=True):
            results[item.name] = self._stopped(item, results) or self._run(item, following)
        return results

    def _shown(self, bench: Bench, results: Mapping[str, Ended]) -> dict[str, str]:
        """How the lab breaks the rules that private cases found broken, on cases that may be shown.

        It is started anew for that: what it remembers of a private case could come out as an answer here.
        """
        failed = [
            item
            for item in self.items
            if self.marks[item.name].private and results[item.name].status in ("wrong", "broken")
        ]
        shown: dict[str, str] = {}
        if not (failed and self.examples) or bench.past_limit:
            return shown
        if bench.caller.start_anew().outcome != "returned":
            return shown
        for seed in self.examples:
            self.bench = Bench(bench.lesson, bench.caller, seed, seconds=bench.seconds)
            for item in [item for item in failed if item.name not in shown]:
                how = self._stopped(item, {}) or self._run(item, None)
                if (how.status, how.rule) == (results[item.name].status, results[item.name].rule):
                    shown[item.name] = how.message
        return shown

    def _unloadable(self, bench: Bench, how: Ended) -> Verdict:
        """Every check ends alike where there is nothing to call."""
        results = dict.fromkeys(self.marks, how)
        checks = tuple(checked(mark, results, self.marks, {}) for mark in self.marks.values())
        figures = dict.fromkeys(self.lesson.expected)
        return Verdict(
            self.lesson.id, "broken", 0, figures, self.lesson.expected, checks, (), problem=how.message
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
        if not said and self.marks[item.name].task == limit.task:
            return ended(limit, self.bench)
        return self._not_run(limit)

    def _run(self, item: pytest.Item, following: pytest.Item | None) -> Ended:
        self.problem = None
        self.bench.begin()
        if self.stateful:
            self.bench.caller.empty_scratch()
        runtestprotocol(item, log=False, nextitem=following)
        problem = self.problem
        self.private = self.marks[item.name].private
        if isinstance(problem, OURS):
            raise problem  # a file cannot be read, and nothing can be judged
        if isinstance(problem, Unmeasured):
            task = self.marks[item.name].task
            limit = self.bench.past_limit
            if limit is not None and limit.task != task and self._comes_later(limit.task, item):
                return self._not_run(limit)
            problem = self.measured.failure(task) or problem
        how = ended(problem, self.bench)
        return replace(how, rule=self.bench.rule if problem else "", printed=self.bench.printed)

    def _comes_later(self, task: str, item: pytest.Item) -> bool:
        """Whether a check of that task is still to come."""
        following = self.items[self.items.index(item) + 1 :]
        return any(self.marks[later.name].task == task for later in following)

    def _not_run(self, limit: PastLimit) -> Ended:
        called = f"a call of {limit.name}" if limit.name else "a call"
        return Ended("not run", f"{called} {limit.reason}, and that ends the run")


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
