"""Calls the pieces of one lab from encoded arguments: the part that is the same at home and in the box.

While the learner's code runs, memlab's own pieces of the lesson are closed to it: whoever calls them, by
whatever name they were bound to, is told that this is the piece they are writing. While a scene runs, they
are the learner's: what memlab gives to all and the scene uses then works on the learner's pieces.
"""

import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FunctionType, SimpleNamespace, TracebackType
from typing import Any

from msgspec.structs import replace

from grader.calls.caller import Frame, Reply
from grader.calls.stopwatch import OverLimit, Watch, limit
from grader.calls.swapped import swapped
from grader.limits import ANSWER_BYTES, CALL_SECONDS, MESSAGE_CHARACTERS
from grader.wire import wire
from grader.wire.arguments import Decoder, fixed_parameters

SCENES = "scenes."
CLOSED = "this is the piece you are writing; memlab's own is closed to the lab"
TOO_SLOW = f"did not return within {CALL_SECONDS:g} s"
TOO_LARGE = "ran out of memory"

# What stands in place of memlab's own pieces; `function` is a piece's full name.
# A parameter could have any usual name, and would be hidden by an import of that name.
INSTEAD = (
    "from grader.calls.calling import submitted as _submitted_\nreturn _submitted_({function!r})({arguments})"
)

_playing: "Calling | None" = None


def submitted(function: str) -> Callable[..., Any]:
    """The learner's function in place of memlab's own, while a scene plays; closed at any other time."""
    if _playing is None or _playing.busy:
        raise RuntimeError(CLOSED)
    return _playing.in_scenes[function]


class Calling:
    """The pieces of one lab, ready to be called."""

    def __init__(
        self,
        references: Mapping[str, wire.Function],
        pieces: Mapping[str, Any],
        is_learners: Callable[[str], bool],
        scenes: Mapping[str, wire.Function],
        *,
        closed: bool = True,
        stubborn: Callable[[], None] = lambda: None,
    ) -> None:
        """references: memlab's own functions by full name; pieces: the learner's.

        is_learners: whether a file name of a traceback is the learner's file.
        scenes: the functions of the lesson's scenes, by name.
        closed: whether memlab's own pieces are closed to these; not where the house's own code is judged.
        stubborn: called inside a piece that cannot be interrupted.
        """
        self._references = references
        self._pieces = pieces
        self._is_learners = is_learners
        self._scenes = scenes
        self._closed = closed
        self._stubborn = stubborn
        self.busy = False
        self._decoder = Decoder()
        self.in_scenes = {name: self._in_scene(name) for name in references}

    def reply(self, function: str, arguments: bytes) -> Reply:
        """Call a piece, or a scene with the pieces, on decoded arguments; see `grader.calls.caller`."""
        if function.startswith(SCENES):
            scene = self._scenes[function.removeprefix(SCENES)]
            pieces = SimpleNamespace(**{name.rpartition(".")[2]: p for name, p in self.in_scenes.items()})
            return self._timed(scene, scene, (pieces, *self._decoder.decode(scene, arguments)[1:]))
        reference, piece = self._references[function], self._pieces[function]
        if not callable(piece):
            return Reply("missing")
        decoded = self._decoder.decode(reference, arguments)
        with self._at_work():
            return self._timed(reference, piece, decoded, arguments)

    def loaded(self, load: Callable[[], object]) -> Reply:
        """Load the learner's file, which is a call like any other."""
        with self._at_work():
            return self._timed(_loads, load, ())

    def _timed(
        self,
        reference: wire.Function,
        called: Callable[..., Any],
        decoded: tuple[Any, ...],
        arguments: bytes | None = None,
    ) -> Reply:
        """Call within the limit of time, and look there too which arguments changed: they may loop as well.

        arguments: what was decoded; None where nobody asks for changes.
        """
        begun, watch = time.monotonic(), Watch()
        try:
            with self._instead_of_memlab(), limit(CALL_SECONDS, self._stubborn, watch):
                reply = self._reply(reference, called, decoded)
                if arguments is not None:
                    reply = replace(reply, changed=_changed(reference, decoded, arguments))
        except OverLimit as error:
            reply = Reply("over limit", message=TOO_SLOW, frames=self._frames(error.__traceback__))
        return replace(reply, seconds=0.0 if watch.debugged else time.monotonic() - begun)

    def _reply(self, reference: wire.Function, called: Callable[..., Any], decoded: tuple[Any, ...]) -> Reply:
        """Call, encode the answer, and put an error into words, all of which may run the learner's code."""
        try:
            return Reply("returned", value=wire.encode_answer(reference, called(*decoded), ANSWER_BYTES))
        except (OverLimit, KeyboardInterrupt):
            raise
        except wire.WireError as error:
            return Reply("unusable", message=_in_words(error))
        except MemoryError as error:
            return Reply("over limit", message=TOO_LARGE, frames=self._frames(error.__traceback__))
        except BaseException as error:
            frames = self._frames(error.__traceback__)
            if unread := self._unread_line(error):
                # The line is told as other lines are; Python's words would name it once more.
                said = _in_words(getattr(error, "msg", ""))
                return Reply("raised", error=_name_of(error), message=said, frames=(*frames, unread))
            return Reply("raised", error=_name_of(error), message=_in_words(error), frames=frames)

    def _unread_line(self, error: BaseException) -> Frame | None:
        """The line of the learner's file that Python could not read, which no traceback passes through."""
        if type(error) not in (SyntaxError, IndentationError, TabError):
            return None
        file, line, code = (getattr(error, name, None) for name in ("filename", "lineno", "text"))
        if type(file) is not str or type(line) is not int or not self._is_learners(file):
            return None
        return Frame(line, code.strip()[:MESSAGE_CHARACTERS] if type(code) is str else "")

    def _in_scene(self, function: str) -> Callable[..., Any]:
        """The learner's piece as a scene gets it: memlab's own closed to it, its answer looked at."""
        reference = self._references[function]

        def piece(*arguments: Any, **named: Any) -> Any:
            own = self._pieces[function]
            if not callable(own):
                raise NameError(f"there is no function {function.rpartition('.')[2]}")
            with self._at_work():
                value = own(*arguments, **named)
            return wire.decode_answer(reference, wire.encode_answer(reference, value, ANSWER_BYTES))

        return piece

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        """The learner's code runs."""
        before, self.busy = self.busy, True
        try:
            yield
        finally:
            self.busy = before

    @contextmanager
    def _instead_of_memlab(self) -> Iterator[None]:
        """Swap the code of memlab's pieces, which reaches every name and wrapper that holds the function."""
        global _playing
        own = {
            name: f for name, f in self._references.items() if self._closed and isinstance(f, FunctionType)
        }
        before, _playing = _playing, self
        try:
            with swapped(own, INSTEAD):
                yield
        finally:
            _playing = before

    def _frames(self, trace: TracebackType | None) -> tuple[Frame, ...]:
        """The learner's own lines among those an error passed through, outermost first."""
        return tuple(
            Frame(frame.lineno or 0, (frame.line or "").strip()[:MESSAGE_CHARACTERS])
            for frame in traceback.extract_tb(trace)
            if self._is_learners(frame.filename)
        )


def _loads() -> None:
    """The annotation of what loading returns."""


def _changed(reference: wire.Function, decoded: tuple[Any, ...], arguments: bytes) -> tuple[str, ...]:
    """Name the arguments that no longer are what was handed over."""
    if all(fixed_parameters(reference)) or _encoded(decoded) == arguments:  # as nearly always
        return ()
    fresh = Decoder().decode(reference, arguments)
    compared = zip(wire.parameters(reference), decoded, fresh, strict=True)
    return tuple(name for name, now, before in compared if _encoded((now,)) != _encoded((before,)))


def _encoded(arguments: tuple[Any, ...]) -> bytes | None:
    try:
        return wire.encode_arguments(arguments)
    except Exception:
        return None


def _name_of(error: BaseException) -> str:
    """The name of its class, which a metaclass may have made anything."""
    return _crossing(lambda: type(error).__name__)


def _in_words(error: object) -> str:
    return _crossing(lambda: error)


def _crossing(text: Callable[[], object]) -> str:
    """As text that can cross: not too long, and without half characters."""
    try:
        said = str(text())[:MESSAGE_CHARACTERS].encode("utf-8", "backslashreplace").decode("utf-8")
        return said[:MESSAGE_CHARACTERS]
    except (OverLimit, KeyboardInterrupt):
        raise
    except BaseException:
        return ""
