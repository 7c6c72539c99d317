"""What the reference answered, for a handout, which has none: recorded when it is made, looked up in it.

While a lesson of a handout is judged, its pieces in the library answer from `lab/recorded.json`: what checks
and figures ask of the reference is known from then. A call that was not recorded raises NotHere, so that a
check which makes it is not run, and never wrong. Only calls by the house's own code are recorded, and only
with the public seeds; while the learner's code runs, the pieces are closed to it as ever.
"""

import hashlib
import importlib
import inspect
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from types import FunctionType
from typing import Any

from curriculum.course import Lesson
from curriculum.files import CourseError, read_text
from curriculum.library import is_withheld, withheld_as
from grader.calls.caller import NotHere, Reply
from grader.calls.inprocess import InProcess
from grader.calls.swapped import swapped
from grader.wire import wire
from grader.wire.typed import TypedError, typed, untyped

HOLDS_NO_REFERENCE = "a handout holds no reference; the grader judges this check"

# What stands in place of the library's functions; see `grader.calls.swapped`.
ANSWERED = (
    "from grader.judge.recorded import answering as _answering_\n"
    "return _answering_({function!r})({arguments})"
)

_answering: dict[str, Callable[..., Any]] = {}


def answering(function: str) -> Callable[..., Any]:
    """What answers at the moment for the function of that full name."""
    return _answering[function]


class Recorder:
    """Notes what functions of the library answer to the house's own code.

    Raises CourseError, where it is called, for an argument or an answer that cannot be kept.
    """

    def __init__(self, functions: Iterable[str]) -> None:
        """functions: their full names."""
        self.answers: dict[str, dict[str, Any]] = {name: {} for name in functions}
        self._at_rest = False

    @contextmanager
    def recording(self) -> Iterator[None]:
        """A block in which it notes."""
        originals = {name: _found(name) for name in self.answers}
        copies = {name: _copied(function) for name, function in originals.items()}
        with _answered_by(originals, {name: self._noting(name, copy) for name, copy in copies.items()}):
            yield

    @contextmanager
    def resting(self) -> Iterator[None]:
        """A block in which it does not: the learner's code runs, or what has been noted as a whole."""
        before, self._at_rest = self._at_rest, True
        try:
            yield
        finally:
            self._at_rest = before

    def _noting(self, name: str, original: FunctionType) -> Callable[..., Any]:
        def noting(*arguments: Any, **named: Any) -> Any:
            with self.resting() if not self._at_rest else ExitStack():
                answer = original(*arguments, **named)
            if not self._at_rest:
                try:
                    self.answers[name][_key(original, arguments, named)] = typed(answer)
                except TypedError as error:
                    raise CourseError(
                        f"a call of {name} cannot be recorded for a handout: {error}"
                    ) from error
            return answer

        return noting


class Unrecorded(InProcess):
    """A caller whose calls are no calls of the house's own code."""

    def __init__(self, lesson: Lesson, pieces: Mapping[str, Any], recorder: Recorder) -> None:
        super().__init__(lesson, pieces, closed=False)
        self._recorder = recorder

    def call(self, function: str, arguments: bytes) -> Reply:
        with self._recorder.resting():
            return super().call(function, arguments)

    def clean(self, function: str, arguments: bytes) -> Reply:
        """What is read from files depends on more than its arguments."""
        with self._recorder.resting():
            return super().clean(function, arguments)


def as_text(answers: Mapping[str, Mapping[str, Any]], variants: Mapping[int, dict[str, Any]]) -> str:
    """The text of `recorded.json`: the same for the same, an answer a line.

    answers: as a Recorder has them. variants: by their seeds, what `variant.py` made of them.
    Raises CourseError for a variant that cannot be kept.
    """
    try:
        made = {str(seed): typed(variant) for seed, variant in variants.items()}
    except TypedError as error:
        raise CourseError(f"what variant.py makes cannot be recorded for a handout: {error}") from error
    lines = [
        f" {_json(name)}: {{\n"
        + ",\n".join(f"  {_json(key)}: {_json(known[key])}" for key in sorted(known))
        + "\n }"
        for name, known in sorted(answers.items())
    ]
    return f'{{"variants": {_json(made)},\n"answers": {{\n' + ",\n".join(lines) + "\n}}\n"


def variant_of(lesson: Lesson, seed: int) -> dict[str, Any]:
    """The variant of a lesson of a handout; raises NotHere for a seed that is not among the public ones."""
    known = _read(lesson)["variants"]
    if str(seed) not in known:
        raise NotHere(HOLDS_NO_REFERENCE)
    variant: dict[str, Any] = untyped(known[str(seed)])
    return variant


@contextmanager
def answered(lesson: Lesson) -> Iterator[None]:
    """A block in which the pieces that a handout does not have answer as recorded; elsewhere nothing is done.

    A piece of the learner's own in an edition of theirs answers for itself.
    """
    if not lesson.handed_out:
        yield
        return
    answers = _read(lesson)["answers"]
    functions = {name: function for name in answers if is_withheld(function := _found(name))}
    own = {piece.function for piece in lesson.pieces}
    looking_up = {
        name: _looking_up(f, answers[name], HOLDS_NO_REFERENCE if name in own else _missing(f))
        for name, f in functions.items()
    }
    with _answered_by(functions, looking_up):
        yield


def _missing(function: FunctionType) -> str:
    """What is said of a check that needs a piece of an earlier lesson which nobody has written yet."""
    return f"{withheld_as(function)}; once that lab has passed, this one runs on yours"


def _looking_up(function: FunctionType, known: Mapping[str, Any], missing: str) -> Callable[..., Any]:
    asked = _copied(function)

    def look_up(*arguments: Any, **named: Any) -> Any:
        try:
            return untyped(known[_key(asked, arguments, named)])
        except (KeyError, TypedError) as error:
            raise NotHere(missing) from error

    return look_up


@contextmanager
def _answered_by(
    functions: Mapping[str, FunctionType], instead: Mapping[str, Callable[..., Any]]
) -> Iterator[None]:
    """Let others answer for these functions, whose signatures stay to be seen."""
    global _answering
    before, _answering = _answering, {**_answering, **instead}
    signatures = {function: inspect.signature(function) for function in functions.values()}
    try:
        for function, signature in signatures.items():
            function.__signature__ = signature  # type: ignore[attr-defined]
        with swapped(functions, ANSWERED):
            yield
    finally:
        for function in signatures:
            del function.__signature__  # type: ignore[attr-defined]
        _answering = before


def _key(function: wire.Function, arguments: tuple[Any, ...], named: dict[str, Any]) -> str:
    """By what the answer to a call is found; raises TypedError where an argument cannot be written down."""
    laid_out = typed(wire.bind(function, arguments, named))
    return hashlib.sha256(_json(laid_out).encode()).hexdigest()


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False)


def _read(lesson: Lesson) -> dict[str, Any]:
    try:
        read: dict[str, Any] = json.loads(read_text(lesson.recorded_file))
    except ValueError as error:
        raise CourseError(f"{lesson.recorded_file}: this is no longer JSON; get the handout anew") from error
    return read


def _found(name: str) -> FunctionType:
    module, _, own = name.rpartition(".")
    function: FunctionType = getattr(importlib.import_module(module), own)
    return function


def _copied(function: FunctionType) -> FunctionType:
    """A function that goes on doing what this one does now, whatever stands in for it."""
    copy = FunctionType(
        function.__code__,
        function.__globals__,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    return copy
