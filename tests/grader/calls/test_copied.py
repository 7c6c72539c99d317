"""A copy of this process, made to be killed: it answers as this one would, until it is gone."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader.calls import copied
from grader.calls.caller import Killed, NotHere, Reply
from grader.calls.copied import Copy

Answer = Callable[[str, bytes], Reply]

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot copy a process")


def open_files() -> int:
    return sum(1 for _ in Path("/dev/fd").iterdir())


@pytest.fixture
def copy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Answer], Copy]]:
    """Make a copy that answers so; see to it that no process and no open file is left of it."""
    made: list[Copy] = []
    processes: list[int] = []
    before, fork = open_files(), os.fork

    def noting() -> int:
        processes.append(fork())
        return processes[-1]

    monkeypatch.setattr(copied.os, "fork", noting)

    def make(answer: Answer) -> Copy:
        made.append(Copy(answer))
        return made[-1]

    yield make
    for one in made:
        one.kill()
    assert len(processes) == len(made) > 0
    for process in processes:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)
    assert open_files() == before


def echo(function: str, arguments: bytes) -> Reply:
    return Reply("returned", value=b'["' + function.encode() + b'",' + arguments + b"]", changed=("a",))


@needs_fork
def test_a_copy_answers_call_after_call(copy: Callable[[Answer], Copy]) -> None:
    """Name and arguments arrive, and the whole of the reply comes back, with the time it took."""
    one = copy(echo)
    for argument in (b"[1]", b"[2]"):
        reply = one.call("store", argument)
        assert (reply.outcome, reply.value, reply.changed) == ("returned", b'["store",%b]' % argument, ("a",))
        assert 0 < reply.seconds < 3


@needs_fork
def test_a_copy_has_what_was_there_when_it_was_made(copy: Callable[[Answer], Copy]) -> None:
    """It begins with this process's memory, and neither of the two sees what the other does afterwards."""
    words = ["tea"]

    def answer(function: str, arguments: bytes) -> Reply:
        words.append(function)
        return Reply("returned", value=b"%d" % len(words))

    one = copy(answer)
    words.extend(["milk"] * 7)
    assert [one.call("sugar", b"[]").value for _ in range(2)] == [b"2", b"3"]
    assert words == ["tea", *["milk"] * 7]


@needs_fork
def test_a_killed_copy_answers_nobody(copy: Callable[[Answer], Copy]) -> None:
    """Whoever calls a copy that was killed is told so."""
    one = copy(echo)
    one.stop()
    for _ in range(2):
        with pytest.raises(Killed):
            one.call("store", b"[1]")


def sleep(function: str, arguments: bytes) -> Reply:
    signal.pause()
    return Reply("returned")


def hold_out(function: str, arguments: bytes) -> Reply:
    for number in {signal.SIGTERM, signal.SIGINT, signal.SIGHUP}:
        signal.signal(number, signal.SIG_IGN)
    return sleep(function, arguments)


@needs_fork
@pytest.mark.parametrize("answer", [sleep, hold_out])
def test_a_call_is_cut_off_by_the_kill(copy: Callable[[Answer], Copy], answer: Answer) -> None:
    """A call that is under way when the copy is killed ends with it, whatever it does against that."""
    one = copy(answer)
    killer = threading.Timer(0.02, one.stop)
    killer.start()
    with pytest.raises(Killed):
        one.call("store", b"[1]")
    killer.join()


def leave(function: str, arguments: bytes) -> Reply:
    os._exit(0)


def shoot_oneself(function: str, arguments: bytes) -> Reply:
    os.kill(os.getpid(), signal.SIGKILL)
    return Reply("returned")


def answer_with_what_cannot_cross(function: str, arguments: bytes) -> Reply:
    return Reply("raised", message="\ud800")


def interrupt(function: str, arguments: bytes) -> Reply:
    raise KeyboardInterrupt


@needs_fork
@pytest.mark.parametrize("answer", [leave, shoot_oneself, answer_with_what_cannot_cross, interrupt])
def test_a_copy_that_ends_itself_is_gone(
    copy: Callable[[Answer], Copy], capfd: pytest.CaptureFixture[str], answer: Answer
) -> None:
    """However a copy ends, whoever calls it learns of it, and nothing is printed."""
    with pytest.raises(Killed):
        copy(answer).call("store", b"[1]")
    assert capfd.readouterr() == ("", "")


@needs_fork
def test_a_copy_that_does_not_answer_is_over_the_limit(
    copy: Callable[[Answer], Copy], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A call that its own process cannot interrupt is given up from outside, a little later."""
    monkeypatch.setattr(copied, "CALL_SECONDS", 0.02)
    monkeypatch.setattr(copied, "GRACE_SECONDS", 0.01)
    reply = copy(sleep).call("store", b"[1]")
    assert (reply.outcome, reply.message) == ("over limit", "did not return within 2 s")
    assert reply.seconds >= 0.03


@needs_fork
def test_to_stop_a_copy_that_is_gone_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kill that comes when all is over hits nobody, whoever has the number of the process by then."""
    one = Copy(echo)
    one.stop()
    one.stop()
    one.kill()
    hit: list[int] = []
    monkeypatch.setattr(copied.os, "kill", lambda process, signal_number: hit.append(process))
    one.stop()
    assert hit == []


@needs_fork
def test_what_waits_to_be_printed_is_printed_once() -> None:
    """A line that was printed before the copy was made comes out once, however much the copy prints."""
    program = (
        "from grader.calls.caller import Reply\nfrom grader.calls.copied import Copy\nprint('before')\n"
        "def answer(function, arguments):\n    print('x' * 20_000)\n    return Reply('returned')\n"
        "copy = Copy(answer)\ncopy.call('store', b'[]')\ncopy.kill()\nprint('after')\n"
    )
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)
    assert (run.stdout.count("before"), run.stdout.count("after"), run.stderr) == (1, 1, "")


def test_where_no_process_can_be_copied_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a system without `os.fork` there is a sentence that says who can judge this instead."""
    monkeypatch.delattr(os, "fork", raising=False)
    with pytest.raises(NotHere, match="the grader judges this check"):
        Copy(echo)
