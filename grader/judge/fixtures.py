"""What checks get for errors, files and kills: `raises`, `box` with the scratch folder, and `clean`.

What a submission left in its files is read by the reference, where no code of it runs, and its own account of
them is not believed.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from types import SimpleNamespace
from typing import Any

from grader.calls.caller import NotHere
from grader.calls.scratch import ScratchError
from grader.judge import describe
from grader.judge.bench import Bench, LearnersError, Unusable
from grader.wire import wire


class BoxFixture:
    """The fixture `box`. File names are plain names, as a piece gets them: `shelf.db`."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench

    def put(self, name: str, data: bytes) -> None:
        """Lay a file in before a call."""
        _blaming(self._bench, lambda: self._bench.caller.put({name: data}))

    def fetch(self, name: str) -> bytes:
        """Read a file that a call left; a check fails where there is none."""
        files: dict[str, bytes] = _blaming(self._bench, self._bench.caller.fetch)
        if name not in files:
            raise Unusable(self._bench.last_call, f"left no file {name!r}")
        return files[name]

    def kill_after(self, milliseconds: float) -> AbstractContextManager[None]:
        """A block whose calls run in a process that is killed so long from now, at the end in any case.

        The block ends with the call that is cut off; what was returned before that was acknowledged. A later
        call runs in a new process, with the files as they were left.
        """
        return self._bench.caller.kill_after(milliseconds)


@contextmanager
def raises(kind: str, why: str = "") -> Iterator[None]:
    """The fixture `raises`: a block in which the learner's code has to raise an error of that class.

    why: what in the call is wrong, for the message.
    """
    try:
        yield
    except LearnersError as error:
        if error.kind != kind:
            raise
    else:
        because = f", because {why}" if why else ""
        raise AssertionError(f"{kind} raised{because}; nothing was raised")


def clean_proxies(bench: Bench) -> SimpleNamespace:
    """The fixture `clean`: the public functions of the pieces' modules, over a copy of the files."""
    functions = bench.lesson.functions
    return SimpleNamespace(
        **{name.rpartition(".")[2]: _clean(bench, name, f) for name, f in functions.items()}
    )


def _clean(bench: Bench, name: str, reference: wire.Function) -> Callable[..., Any]:
    own = name.rpartition(".")[2]

    def proxy(*arguments: Any, **named: Any) -> Any:
        laid_out = wire.bind(reference, arguments, named)
        call = bench.last_call or describe.call(own, laid_out)
        data = wire.encode_arguments(laid_out)
        reply = _blaming(bench, lambda: bench.caller.clean(name, data))
        bench.seconds += reply.seconds
        if reply.error == NotHere.__name__:  # no code of a submission runs there that could say so
            raise NotHere(reply.message)
        if reply.outcome != "returned":
            why = f"{reply.error}: {reply.message}" if reply.error else reply.message
            raise Unusable(call, f"left files that {own} cannot read ({why})")
        return wire.decode_answer(reference, reply.value)

    return proxy


def _blaming(bench: Bench, act: Callable[[], Any]) -> Any:
    """Whatever makes the folder unusable, the learner's code did."""
    try:
        return act()
    except ScratchError as error:
        raise Unusable(bench.last_call, str(error)) from error
