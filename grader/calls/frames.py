"""What goes over the pipes between a caller and the process that it calls into: frames of JSON.

A frame is four bytes of length, most significant first, and as many bytes of JSON. Whoever reads one knows
the longest that it accepts, and how long it waits.
"""

import os
import select
import sys
import time
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from grader.calls.caller import Frame, Outcome, Reply
from grader.limits import ANSWER_BYTES

T = TypeVar("T")

HEADER = 4
LONGEST_ANSWER = ANSWER_BYTES + 100_000


class FrameError(Exception):
    """What came over the pipe is no frame."""


class Late(Exception):
    """No whole frame came in time."""


class Ended(Exception):
    """The other end of the pipe is gone."""


class Unread(Ended):
    """It was gone before it had read the request."""


class Request(msgspec.Struct, frozen=True):
    """Call `function` on `arguments`, or load the learner's file if there is no function."""

    number: int
    function: str = ""
    arguments: msgspec.Raw = msgspec.Raw(b"null")


class Answer(msgspec.Struct, frozen=True):
    """What request `number` came to; the fields of a Reply."""

    number: int
    outcome: Outcome
    value: msgspec.Raw = msgspec.Raw(b"null")
    error: str = ""
    message: str = ""
    frames: tuple[Frame, ...] = ()
    changed: tuple[str, ...] = ()
    printed: str = ""


def answer(number: int, reply: Reply) -> Answer:
    """Lay a reply out for the pipe."""
    value = msgspec.Raw(reply.value or b"null")
    return Answer(
        number,
        reply.outcome,
        value,
        reply.error,
        reply.message,
        reply.frames,
        reply.changed,
        reply.printed,
    )


def reply(answer: Answer, seconds: float) -> Reply:
    """Take a reply from the pipe."""
    value = bytes(answer.value)
    return Reply(
        answer.outcome,
        value,
        answer.error,
        answer.message,
        answer.frames,
        answer.changed,
        seconds,
        answer.printed,
    )


def send(descriptor: int, message: Any, seconds: float | None = None) -> None:
    """Write one frame.

    seconds: how long to wait until the whole of it is taken, for a descriptor that does not block; None for
    one that does.
    Raises Late, or Ended if nobody reads any more.
    """
    until = None if seconds is None else time.monotonic() + seconds
    data = msgspec.json.encode(message)
    view = memoryview(len(data).to_bytes(HEADER, "big") + data)
    try:
        while view:
            _wait(until, writing=[descriptor])
            view = view[os.write(descriptor, view) :]
    except BrokenPipeError as error:
        raise Ended from error


def ask(requests: int, answers: int, request: Request, seconds: float) -> Answer:
    """Send a request and read its answer, each within `seconds`.

    requests: a descriptor that does not block. Raises Late, Ended, Unread, or FrameError, also for an answer
    to another request.
    """
    try:
        send(requests, request, seconds)
    except Ended as error:
        raise Unread from error
    try:
        answer = receive(answers, Answer, LONGEST_ANSWER, seconds)
    except Ended as error:
        if _is_waiting(requests):
            raise Unread from error
        raise
    if answer.number != request.number:
        raise FrameError(f"answer {answer.number} to request {request.number}")
    return answer


def _is_waiting(requests: int) -> bool:
    """Whether some of what was written still waits to be read."""
    import fcntl  # not on every system, nor are processes to be asked
    import termios

    return bool(int.from_bytes(fcntl.ioctl(requests, termios.FIONREAD, bytes(4)), sys.byteorder))


def receive(descriptor: int, type: type[T], longest: int, seconds: float | None = None) -> T:
    """Read one frame.

    seconds: how long to wait for the whole of it; None waits for as long as it takes.
    Raises Late, Ended, or FrameError.
    """
    until = None if seconds is None else time.monotonic() + seconds
    length = int.from_bytes(_exactly(descriptor, HEADER, until), "big")
    if length > longest:
        raise FrameError(f"a frame of {length:,} bytes; {longest:,} at most are read")
    data = _exactly(descriptor, length, until)
    try:
        return msgspec.json.decode(data, type=type)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise FrameError(str(error)) from error


def _exactly(descriptor: int, length: int, until: float | None) -> bytes:
    data = bytearray()
    while len(data) < length:
        _wait(until, reading=[descriptor])
        chunk = os.read(descriptor, length - len(data))
        if not chunk:
            raise Ended
        data += chunk
    return bytes(data)


def _wait(until: float | None, *, reading: Sequence[int] = (), writing: Sequence[int] = ()) -> None:
    if until is not None:
        left = until - time.monotonic()
        if left <= 0 or not any(select.select(reading, writing, [], left)):
            raise Late
