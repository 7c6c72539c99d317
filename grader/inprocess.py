"""The caller for one's own code on one's own machine: pieces run in this process, through the same wire.

While a piece runs, memlab's own pieces of the lesson are closed: whoever calls them, by whatever name they
were bound to, is told that this is the piece they are writing. They are open again as soon as the call is
over, which is when the judge asks the reference.
"""

import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import FunctionType, TracebackType
from typing import Any

from curriculum.course import Lesson
from grader import wire
from grader.caller import Frame, Reply
from grader.limits import ANSWER_BYTES, CALL_SECONDS
from grader.stopwatch import OverLimit, limit


def _closed(*arguments: object, **named: object) -> object:
    raise RuntimeError("this is the piece you are writing; memlab's own is closed to the lab")


class InProcess:
    """Calls the functions of a namespace, such as a lab's globals, or the reference itself."""

    def __init__(
        self,
        lesson: Lesson,
        namespace: Mapping[str, Any],
        *,
        closed: bool = True,
        file: Path | None = None,
        stubborn: Callable[[], None] = lambda: None,
    ) -> None:
        """closed: whether memlab's own pieces are closed to these; not where the house's own code is judged.

        file: the learner's file, whose lines an error names; None where it is a notebook.
        stubborn: called inside a piece that cannot be interrupted.
        """
        self._closed = closed
        self._references = {piece.function: piece.reference for piece in lesson.pieces}
        self._pieces = {piece.function: namespace.get(piece.name) for piece in lesson.pieces}
        self._file = file.resolve() if file else None
        self._stubborn = stubborn

    def call(self, function: str, arguments: bytes) -> Reply:
        """Call a piece on decoded arguments; see `grader.caller`."""
        reference, piece = self._references[function], self._pieces[function]
        if not callable(piece):
            return Reply("missing")
        decoded = wire.decode_arguments(reference, arguments)
        try:
            with self._closing_memlab(), limit(CALL_SECONDS, self._stubborn):
                reply = self._reply(reference, piece, decoded)
        except OverLimit as error:
            return Reply("over limit", frames=self._frames(error.__traceback__))
        return replace(reply, changed=_changed(reference, decoded, arguments))

    def _reply(self, reference: wire.Function, piece: Callable[..., Any], decoded: tuple[Any, ...]) -> Reply:
        """Call, encode the answer, and put an error into words, all of which may run the learner's code."""
        try:
            return Reply("returned", value=wire.encode_answer(reference, piece(*decoded), ANSWER_BYTES))
        except (OverLimit, KeyboardInterrupt):
            raise
        except wire.WireError as error:
            return Reply("unusable", message=str(error))
        except BaseException as error:
            frames = self._frames(error.__traceback__)
            return Reply("raised", error=type(error).__name__, message=_text_of(error), frames=frames)

    @contextmanager
    def _closing_memlab(self) -> Iterator[None]:
        """Swap the code of memlab's pieces, which reaches every name and wrapper that holds the function."""
        own = [function for function in self._references.values() if isinstance(function, FunctionType)]
        own = own if self._closed else []
        codes = [function.__code__ for function in own]
        for function in own:
            function.__code__ = _closed.__code__
        try:
            yield
        finally:
            for function, code in zip(own, codes, strict=True):
                function.__code__ = code

    def _frames(self, trace: TracebackType | None) -> tuple[Frame, ...]:
        """The learner's own lines among those an error passed through, outermost first."""
        return tuple(
            Frame(frame.lineno or 0, (frame.line or "").strip())
            for frame in traceback.extract_tb(trace)
            if self._is_learners(frame.filename)
        )

    def _is_learners(self, filename: str) -> bool:
        # A script's own frames carry its path as it was typed.
        return Path(filename).resolve() == self._file if self._file else "ipykernel" in filename


def _changed(reference: wire.Function, decoded: tuple[Any, ...], arguments: bytes) -> tuple[str, ...]:
    """Name the arguments that no longer are what was handed over."""
    fresh = wire.decode_arguments(reference, arguments)
    compared = zip(wire.parameters(reference), decoded, fresh, strict=True)
    return tuple(name for name, now, before in compared if not _encoded_alike(now, before))


def _encoded_alike(now: object, before: object) -> bool:
    try:
        return wire.encode_arguments((now,)) == wire.encode_arguments((before,))
    except Exception:
        return False


def _text_of(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:
        return ""
