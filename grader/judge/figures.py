"""The figures of a lesson, measured with the lab's pieces once for all checks."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from grader.judge.bench import OURS, Bench, Failed, Unwritten


class Unmeasured(NotImplementedError):
    """A figure that a check asks for could not be measured."""


class Measured(dict[str, Any]):
    """Figures, of which those that could not be measured are None and raise when a check asks for them."""

    complete = True

    def __getitem__(self, name: str) -> Any:
        value = super().__getitem__(name)
        if value is None and not self.complete:
            raise Unmeasured(name)
        return value


class Figures:
    """The lesson's figures, measured once however many checks ask for them.

    A piece that fails while they are measured counts as unwritten there, so that what does not depend on it
    is measured all the same; how it failed is kept, by task, for the checks of that task.
    """

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._measured: Measured | None = None
        self._ours: Exception | None = None
        self._failures: dict[str, Exception] = {}

    def get(self) -> Measured:
        """The figures, or what measuring them ended with if that is our fault.

        What a check calls afterwards is noted anew. Raises one of OURS if nothing can be judged.
        """
        if self._measured is None and self._ours is None:
            self._measure()
        self._bench.note()
        if self._measured is None:
            assert self._ours is not None
            raise self._ours
        return self._measured

    def shown(self) -> dict[str, Any]:
        """The figures for the verdict, None where there are none."""
        try:
            return dict(self.get())
        except OURS:
            raise
        except Exception:
            return dict.fromkeys(self._bench.lesson.expected)

    def failure(self, task: str) -> Exception | None:
        """How a piece failed while figures were measured: that of the task, else the first."""
        return self._failures.get(task) or next(iter(self._failures.values()), None)

    def _measure(self) -> None:
        pieces, proxies = self._bench.lesson.pieces, self._bench.proxies()
        noting = {piece.name: self._noting(piece.task, getattr(proxies, piece.name)) for piece in pieces}
        played = {name: self._noting("", scene) for name, scene in vars(self._bench.scenes()).items()}
        lab = SimpleNamespace(**noting, scenes=SimpleNamespace(**played))
        try:
            self._measured = Measured(self._bench.lesson.measure.figures(lab))
            self._measured.complete = not self._failures
        except OURS:
            raise
        except Exception as error:
            self._ours = error

    def _noting(self, task: str, proxy: Callable[..., Any]) -> Callable[..., Any]:
        def noting(*arguments: Any, **named: Any) -> Any:
            if self._bench.past_limit is not None:
                raise NotImplementedError
            try:
                return proxy(*arguments, **named)
            except (Failed, Unwritten) as error:
                self._failures.setdefault(task, error)
                raise NotImplementedError from error

        return noting
