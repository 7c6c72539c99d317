"""The bench: one lab under judgement, called through proxies, with what was seen while checks ran.

`lab.summarise_session(...)` is a proxy: it encodes the arguments, has the caller call the piece, and decodes
what came back by the reference's annotations. The last call and its answer are noted, so that a failed check
can say what was passed in and what came back.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from types import SimpleNamespace
from typing import Any

from curriculum.course import Lesson, Piece
from curriculum.files import CourseError
from grader.calls.caller import NOTEBOOK, BoxError, Caller, Frame, NotHere, Reply
from grader.calls.calling import SCENES
from grader.judge import describe
from grader.limits import PRINTED_CHARACTERS, SUBMISSION_SECONDS
from grader.wire import wire
from grader.wire.arguments import Encoder
from memlab.errors import MemlabError

# How the sentence begins that says why a lab was not loaded, where it was tried.
UNLOADED = "cannot be loaded: "

# A file of the lesson or of its data cannot be read, or there is no box: nothing can be judged.
OURS = (MemlabError, CourseError, BoxError)


class Unwritten(NotImplementedError):
    """The piece that was called is still a stub."""


class Failed(Exception):
    """A call of the learner's came to no answer; `call` is the call, the message what it came to."""

    def __init__(self, call: str, message: str) -> None:
        super().__init__(message)
        self.call = call


class LearnersError(Failed):
    """The learner's code raised; `kind` is the class of what it raised, "" where nothing was called."""

    def __init__(self, call: str, kind: str, message: str) -> None:
        super().__init__(call, message)
        self.kind = kind


class Unusable(Failed):
    """The learner's code returned something that is not of the annotated type."""


class PastLimit(Failed):
    """The learner's code used more than it may; nothing more is called.

    `name` is the function that did, `task` its task, "" for a scene and for loading the file.
    """

    def __init__(self, call: str, message: str, reason: str, name: str = "", task: str = "") -> None:
        super().__init__(call, message)
        self.reason = reason
        self.name = name
        self.task = task


@dataclass
class Bench:
    """One lab under judgement: its caller, and what was seen while the checks ran.

    rule: the rule of the page that a check says it is trying, "" where it does not say.
    printed: the beginning of what the calls of a check printed.
    """

    lesson: Lesson
    caller: Caller
    seed: int
    unwritten: set[str] = field(default_factory=set)
    written: set[str] = field(default_factory=set)
    past_limit: PastLimit | None = None
    seconds: float = 0.0
    rule: str = ""
    printed: str = ""
    _call: Callable[[], str] = str
    _value: Callable[[], str] = str
    _encoder: Encoder = field(default_factory=Encoder)

    def load(self) -> None:
        """Load the learner's file; raises Failed if that does not go well."""
        reply = self.caller.load()
        self.seconds += reply.seconds
        if reply.outcome == "over limit":
            where = self._where(reply.frames)
            raise PastLimit("", f"{UNLOADED}it {reply.message}{where}", reply.message)
        if reply.outcome == "unusable":
            raise LearnersError("", "", reply.message)
        if reply.outcome != "returned":
            raise LearnersError("", reply.error, f"{UNLOADED}it {self._said(reply)}")

    def note(self, call: Callable[[], str] = str, answer: Callable[[], str] = str) -> None:
        """Note the last call and its answer, which are put into words if somebody asks: most are right."""
        self._call, self._value = call, answer

    def begin(self) -> None:
        """A check begins: it has called nothing, and tries no rule that it has named."""
        self.rule = self.printed = ""
        self.note()

    @property
    def last_call(self) -> str:
        """The last call in words, "" if there was none."""
        return self._call()

    @property
    def last_answer(self) -> str:
        """What came back of it in words, "" if nothing did."""
        return self._value()

    def proxies(self) -> SimpleNamespace:
        """The pieces, as functions that go through the caller."""
        return SimpleNamespace(**{piece.name: self._proxy(piece) for piece in self.lesson.pieces})

    def scenes(self) -> SimpleNamespace:
        """The lesson's scenes, as functions that go through the caller, which hands them the pieces."""
        functions = vars(self.lesson.scenes).items() if self.lesson.scenes else ()
        return SimpleNamespace(
            **{name: self._scene(name, scene) for name, scene in functions if callable(scene)}
        )

    def _proxy(self, piece: Piece) -> Callable[..., Any]:
        reference = piece.reference

        def proxy(*arguments: Any, **named: Any) -> Any:
            laid_out = wire.bind(reference, arguments, named)
            self.note(partial(describe.call, piece.name, laid_out))
            reply = self.caller.call(piece.function, self._encoder.encode(reference, laid_out))
            return self._answer(reference, reply, piece)

        return proxy

    def _scene(self, name: str, scene: wire.Function) -> Callable[..., Any]:
        def proxy(*arguments: Any, **named: Any) -> Any:
            laid_out = wire.bind(scene, (None, *arguments), named)  # the pieces are put in where it runs
            self.note(partial(describe.call, name, laid_out[1:]))
            return self._answer(scene, self.caller.call(SCENES + name, wire.encode_arguments(laid_out)))

        return proxy

    def _answer(self, reference: wire.Function, reply: Reply, piece: Piece | None = None) -> Any:
        self.printed = f"{self.printed}{reply.printed}"[:PRINTED_CHARACTERS]
        self._refuse_past_limit(reply, piece)
        stub = self._stub_in(reply)
        if stub is not None and (piece is None or stub.task == piece.task):
            self.unwritten.add(stub.task)
        elif piece is not None:
            self.written.add(piece.task)
        if stub is not None:
            raise Unwritten(f"{stub.label} is still to write")
        if reply.outcome == "missing":
            name = piece.name if piece else ""
            raise LearnersError(self.last_call, "", f"is missing: {self.caller.file} has no function {name}")
        if reply.error == NotHere.__name__ and self.lesson.handed_out:
            raise NotHere(reply.message)  # a piece of another lesson, which the learner's function calls
        if reply.outcome in ("raised", "ended"):
            raise LearnersError(self.last_call, reply.error, self._said(reply))
        if reply.outcome == "unusable":
            raise Unusable(self.last_call, reply.message)
        # Only names of parameters, for a box may name whatever it likes, and as much of it.
        if changed := [name for name in wire.parameters(reference) if name in reply.changed]:
            said = f"changed its argument {', '.join(changed)}; arguments are only read"
            raise Unusable(self.last_call, said)
        try:
            value = wire.decode_answer(reference, reply.value)
        except wire.WireError as error:
            raise Unusable(self.last_call, str(error)) from error
        self.note(self._call, partial(describe.describe, value))
        return value

    def _refuse_past_limit(self, reply: Reply, piece: Piece | None) -> None:
        self.seconds += reply.seconds
        reason = reply.message if reply.outcome == "over limit" else ""
        if not reason and self.seconds > SUBMISSION_SECONDS:
            reason = f"was the last of calls that took more than {SUBMISSION_SECONDS:g} s in all"
        if reason:
            name, task = (piece.name, piece.task) if piece else ("", "")
            self.past_limit = PastLimit(
                self.last_call, f"{reason}{self._where(reply.frames)}", reason, name, task
            )
            raise self.past_limit

    def _said(self, reply: Reply) -> str:
        if reply.outcome == "ended":
            return reply.message
        name = reply.error or "an error without a name"
        said = f"{name}: {reply.message}" if reply.message else name
        return f"raised {said}{self._where(reply.frames)}"

    def _stub_in(self, reply: Reply) -> Piece | None:
        """The piece whose stub a call ran into: the one that was called, or one that it calls itself."""
        if reply.error != "NotImplementedError":
            return None
        said = reply.message.partition(":")[0]
        return next((piece for piece in self.lesson.pieces if said == f"Task {piece.task}"), None)

    def _where(self, frames: tuple[Frame, ...]) -> str:
        if not frames:
            return ""
        # A line of a notebook is a line of some cell, and only its code tells which.
        place = NOTEBOOK if self.caller.file == NOTEBOOK else f"{self.caller.file}:{frames[-1].line}"
        return f" ({place}: {frames[-1].code})"
