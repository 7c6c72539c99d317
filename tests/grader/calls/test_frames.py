"""What goes over the pipes: a frame comes out as it went in, or it is said why none came."""

import os
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from grader.calls import frames
from grader.calls.caller import Frame, Reply
from grader.calls.frames import Answer, Ended, FrameError, Late, Request

LONGEST = 1000
SOON = 0.02

Pipe = tuple[int, int]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="this system cannot wait for a pipe")


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    """The two ends of a pipe: for reading, for writing."""
    reading, writing = os.pipe()
    yield reading, writing
    for descriptor in (reading, writing):
        with suppress(OSError):
            os.close(descriptor)


def framed(data: bytes) -> bytes:
    """Bytes with their length before them."""
    return len(data).to_bytes(4, "big") + data


MESSAGES = {
    "a call": Request(3, "toybox.numbers.double", msgspec.Raw(b"[4]")),
    "a request to load": Request(0),
    "an answer": Answer(3, "returned", msgspec.Raw(b'{"a": [1, null]}')),
    "a failure": Answer(3, "raised", error="KeyError", message="naïve ✓", frames=(Frame(3, "f(n)"),)),
}


@pytest.mark.parametrize("seconds", [None, 5.0])
@pytest.mark.parametrize("message", MESSAGES.values(), ids=MESSAGES)
def test_what_is_sent_is_received(pipe: Pipe, message: Any, seconds: float | None) -> None:
    """Requests and answers come out as they went in, one after the other."""
    reading, writing = pipe
    for _ in range(2):
        frames.send(writing, message, seconds)
    for _ in range(2):
        assert frames.receive(reading, type(message), LONGEST, seconds) == message


def test_a_frame_is_its_length_and_json(pipe: Pipe) -> None:
    """Four bytes say how many bytes of JSON follow."""
    reading, writing = pipe
    frames.send(writing, [1, "a"])
    assert os.read(reading, 100) == b'\x00\x00\x00\x07[1,"a"]'


def test_a_frame_larger_than_a_pipe_goes_through(pipe: Pipe) -> None:
    """What does not fit into the pipe at once is written and read piece by piece."""
    reading, writing = pipe
    os.set_blocking(writing, False)
    text = "tea " * 100_000
    sending = threading.Thread(target=frames.send, args=(writing, text, 10.0))
    sending.start()
    assert frames.receive(reading, str, 10**6, 10.0) == text
    sending.join()


REPLIES = {
    "an answer": Reply("returned", value=b"[1,2]", changed=("numbers",), seconds=0.5),
    "an error": Reply(
        "raised",
        value=b"null",
        error="KeyError",
        message="'a'",
        frames=(Frame(3, "f(n)"), Frame(7, "d['a']")),
    ),
    "a limit": Reply("over limit", value=b"null", message="did not return within 2 s", seconds=2.5),
}


@pytest.mark.parametrize("reply", REPLIES.values(), ids=REPLIES)
def test_a_reply_crosses_as_an_answer(pipe: Pipe, reply: Reply) -> None:
    """A reply that was laid out, sent and taken up again is the same, but for the time, which is ours."""
    reading, writing = pipe
    frames.send(writing, frames.answer(5, reply))
    answer = frames.receive(reading, Answer, LONGEST)
    assert answer.number == 5
    assert frames.reply(answer, reply.seconds) == reply


def test_a_reply_without_an_answer_has_null_in_its_place() -> None:
    """Where nothing was returned the answer is still JSON."""
    assert bytes(frames.answer(1, Reply("missing")).value) == b"null"


# No frame.

NO_FRAMES = {
    "no JSON": b"\x80\x04",
    "half of it": b'{"number": 1, "outc',
    "nothing": b"",
    "more than one": b'{"number":1,"outcome":"returned"}{}',
    "another kind of thing": b"[1, 2]",
    "an outcome that there is not": b'{"number": 1, "outcome": "passed"}',
    "a number that is none": b'{"number": "1", "outcome": "returned"}',
    "a field that is missing": b'{"outcome": "returned"}',
    "half a character": b'{"number": 1, "outcome": "returned", "message": "\\ud800"}',
    "no UTF-8": b'{"number": 1, "outcome": "returned", "message": "\xff"}',
    "a deep nest": b'{"number": 1, "outcome": "returned", "value": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
}


@pytest.mark.parametrize("data", NO_FRAMES.values(), ids=NO_FRAMES)
def test_what_is_no_answer_is_refused(pipe: Pipe, data: bytes) -> None:
    """Bytes that are no JSON, or JSON that is no answer, are refused as such."""
    reading, writing = pipe
    writer = threading.Thread(target=os.write, args=(writing, framed(data)))
    writer.start()
    with pytest.raises(FrameError):
        frames.receive(reading, Answer, 10**6, 10.0)
    writer.join()


@pytest.mark.parametrize(("longest", "refused"), [(9, True), (10, False)])
def test_a_frame_that_is_too_long_is_refused_unread(pipe: Pipe, longest: int, refused: bool) -> None:
    """A frame is refused by what its head says, before any of it is read."""
    reading, writing = pipe
    os.write(writing, framed(b'"12345678"'))
    if not refused:
        assert frames.receive(reading, str, longest) == "12345678"
        return
    with pytest.raises(FrameError, match="a frame of 10 bytes; 9 at most are read"):
        frames.receive(reading, str, longest)
    assert os.read(reading, 100) == b'"12345678"'


def test_a_frame_of_four_gigabytes_is_refused_at_once(pipe: Pipe) -> None:
    """A head may say anything, and nobody waits for what it says."""
    reading, writing = pipe
    os.write(writing, b"\xff\xff\xff\xff")
    with pytest.raises(FrameError, match="4,294,967,295 bytes"):
        frames.receive(reading, str, LONGEST, 10.0)


PARTS = {"nothing": b"", "half a head": b"\x00\x00", "a head": framed(b"[1]")[:4], "half": framed(b"[1]")[:6]}


@pytest.mark.parametrize("part", PARTS.values(), ids=PARTS)
def test_a_frame_that_does_not_come_is_late(pipe: Pipe, part: bytes) -> None:
    """Whoever has waited for as long as they wanted is told so, however much has come."""
    reading, writing = pipe
    os.write(writing, part)
    with pytest.raises(Late):
        frames.receive(reading, list[int], LONGEST, SOON)


def test_a_frame_that_comes_in_drips_is_late(pipe: Pipe, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time is that of the whole frame: who sends a byte now and then wins nothing by it."""
    reading, writing = pipe
    os.write(writing, framed(b"[1]")[:1])
    clock, came = iter(range(100)), []
    monkeypatch.setattr(frames.time, "monotonic", lambda: float(next(clock)))
    monkeypatch.setattr(frames.os, "read", lambda descriptor, length: came.append(length) or b"\x00")
    with pytest.raises(Late):
        frames.receive(reading, list[int], LONGEST, 4.0)
    assert came == [4, 3, 2]


@pytest.mark.parametrize("seconds", [None, 10.0])
@pytest.mark.parametrize("part", PARTS.values(), ids=PARTS)
def test_a_pipe_whose_other_end_is_gone_has_ended(pipe: Pipe, part: bytes, seconds: float | None) -> None:
    """If nobody can write any more, nobody waits."""
    reading, writing = pipe
    os.write(writing, part)
    os.close(writing)
    with pytest.raises(Ended):
        frames.receive(reading, list[int], LONGEST, seconds)


# Nobody reads.


def test_a_reader_that_does_not_read_is_late(pipe: Pipe) -> None:
    """What nobody takes is not waited for longer than was said."""
    os.set_blocking(pipe[1], False)
    with pytest.raises(Late):
        frames.send(pipe[1], "tea " * 100_000, SOON)


@pytest.mark.parametrize("seconds", [None, 10.0])
def test_a_reader_that_is_gone_has_ended(pipe: Pipe, seconds: float | None) -> None:
    """If nobody can read any more, the sender is told so."""
    reading, writing = pipe
    os.close(reading)
    with pytest.raises(Ended):
        frames.send(writing, [1], seconds)


def test_a_reader_that_leaves_in_between_has_ended(pipe: Pipe) -> None:
    """Also who has taken half of a frame and goes has ended it."""
    reading, writing = pipe
    os.set_blocking(writing, False)
    ended: list[str] = []

    def send() -> None:
        try:
            frames.send(writing, "tea " * 100_000, 10.0)
        except Ended:
            ended.append("ended")

    sending = threading.Thread(target=send)
    sending.start()
    os.read(reading, 100_000)
    os.close(reading)
    sending.join()
    assert ended == ["ended"]


def test_half_a_character_is_never_sent(pipe: Pipe) -> None:
    """What cannot be written as UTF-8 is an error of whoever sends it, and nothing of it goes out."""
    with pytest.raises(UnicodeEncodeError):
        frames.send(pipe[1], Answer(1, "raised", message="\ud800"))
    os.set_blocking(pipe[0], False)
    with pytest.raises(BlockingIOError):
        os.read(pipe[0], 1)
