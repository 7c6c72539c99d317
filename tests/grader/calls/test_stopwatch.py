"""When a call is ended, by what it can be kept from ending, and what is left behind."""

import gc
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import NoReturn

import pytest

from grader.calls import stopwatch
from grader.calls.stopwatch import OverLimit, Watch, limit

SOON = 0.1
LONG = 3.0  # as long as a body lasts that nothing ends, so that a failing test does not hang

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no interval timer")


@pytest.fixture(autouse=True)
def again_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interrupt again after a twentieth of a second."""
    monkeypatch.setattr(stopwatch, "AGAIN_SECONDS", 0.05)


def never() -> NoReturn:
    raise AssertionError("a body that could be interrupted was called stubborn")


def loop() -> None:
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        pass


def sleep() -> None:
    time.sleep(LONG)


def catch_exceptions() -> None:
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        with suppress(Exception):
            loop()


def catch_everything_once() -> None:
    with suppress(BaseException):
        sleep()
    loop()


def tidy_up() -> None:
    try:
        loop()
    finally:
        loop()


@pytest.mark.parametrize("body", [loop, sleep, catch_exceptions, catch_everything_once, tidy_up])
def test_a_body_that_takes_too_long_is_ended(body: Callable[[], None]) -> None:
    """A loop, a sleep, an `except Exception` and a bare `except` that goes on afterwards are all ended."""
    began = time.monotonic()
    with pytest.raises(OverLimit), limit(SOON, never, Watch()):
        body()
    assert time.monotonic() - began < LONG


def test_a_body_that_swallows_the_limit_and_returns_is_over_it() -> None:
    """Who catches the interruption once and then returns has taken too long all the same."""
    with pytest.raises(OverLimit), limit(SOON, never, Watch()), suppress(BaseException):
        sleep()


def test_there_is_no_limit_outside_the_main_thread() -> None:
    """A thread cannot be interrupted, so it is left alone, and the main thread too."""
    ended: list[str] = []

    def body() -> None:
        with limit(SOON, never, Watch()):
            time.sleep(3 * SOON)
        ended.append("by itself")

    thread = threading.Thread(target=body)
    thread.start()
    thread.join()
    assert ended == ["by itself"]


def test_a_timer_from_before_goes_on() -> None:
    """Somebody's own alarm is armed again when the body is over."""
    before = signal.signal(signal.SIGALRM, lambda signal_number, frame: None)
    try:
        signal.setitimer(signal.ITIMER_REAL, 60)
        with limit(SOON, never, Watch()):
            pass
        assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] <= 60
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_body_that_swallows_everything_is_called_stubborn() -> None:
    """Four times the body is interrupted in vain; then `stubborn` is called inside it."""
    swallowed: list[BaseException] = []
    calls: list[int] = []
    end = time.monotonic() + LONG
    with suppress(OverLimit), limit(SOON, lambda: calls.append(len(swallowed)), Watch()):
        while not calls and time.monotonic() < end:
            try:
                time.sleep(LONG)
            except BaseException as error:
                swallowed.append(error)
    assert calls == [4]


def test_stubborn_may_end_the_body_itself() -> None:
    """What `stubborn` raises comes out of a body that catches all else."""

    class GivenUp(BaseException):
        pass

    def give_up() -> NoReturn:
        raise GivenUp

    end = time.monotonic() + LONG
    with pytest.raises(GivenUp), limit(SOON, give_up, Watch()):
        while time.monotonic() < end:
            with suppress(OverLimit):
                sleep()


def test_a_limit_met_while_the_collector_calls_back_is_met_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is raised in a callback of the garbage collector would be printed and lost."""
    monkeypatch.setattr(stopwatch, "AGAIN_SECONDS", 10 * SOON)

    def call_back(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            with suppress(InterruptedError):
                time.sleep(2 * SOON)

    went_on: list[str] = []
    gc.collect()  # or what other tests left would be finalised under the limit
    gc.callbacks.append(call_back)
    try:
        with pytest.raises(OverLimit), limit(SOON, never, Watch()):
            gc.collect()
            gc.callbacks.remove(call_back)
            went_on.append("behind the callback")
            sleep()
    finally:
        gc.callbacks[:] = [other for other in gc.callbacks if other is not call_back]
    assert went_on == ["behind the callback"]


def fail() -> None:
    raise ValueError("the body's own")


@pytest.mark.parametrize(("body", "raised"), [(lambda: None, ()), (loop, OverLimit), (fail, ValueError)])
def test_alarm_and_timer_are_as_before(body: Callable[[], None], raised: type[BaseException]) -> None:
    """However the body ends, the alarm handler is the one from before and no timer runs."""

    def own(signal_number: int, frame: object) -> None: ...

    before = signal.signal(signal.SIGALRM, own)
    try:
        with suppress(raised), limit(SOON, never, Watch()):
            body()
        assert signal.getsignal(signal.SIGALRM) is own
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_a_fast_body_is_left_alone() -> None:
    """A body that ends in time is not interrupted, nor is what follows, and nobody was seen to debug."""
    watch = Watch()
    with limit(SOON, never, watch):
        answer = 8
    time.sleep(2 * SOON)
    assert (answer, watch.debugged) == (8, False)


@pytest.mark.parametrize("error", [ValueError("the body's own"), KeyboardInterrupt(), SystemExit(3)])
def test_what_the_body_raises_is_passed_on(error: BaseException) -> None:
    """An error, an exit or the keyboard's interruption comes out as it is."""
    with pytest.raises(type(error)) as raised, limit(LONG, never, Watch()):
        raise error
    assert raised.value is error


@pytest.fixture
def traced() -> Iterator[None]:
    """Run under a trace function, as every debugger does."""
    before = sys.gettrace()
    sys.settrace(lambda frame, event, argument: None)
    yield
    sys.settrace(before)


def test_there_is_no_limit_under_a_trace_function(traced: None) -> None:
    """While somebody debugs, a body may take as long as it likes, and that is seen."""
    watch = Watch()
    with limit(SOON, never, watch):
        time.sleep(2 * SOON)
    assert watch.debugged


def test_there_is_no_limit_once_a_breakpoint_is_reached() -> None:
    """A body in which debugging begins, as `breakpoint()` does, is let alone from then on, which is seen."""

    def body() -> str:
        sys._getframe().f_trace = lambda frame, event, argument: None
        time.sleep(2 * SOON)
        return "looked at"

    watch = Watch()
    with limit(SOON, never, watch):
        assert body() == "looked at"
    assert watch.debugged


@pytest.fixture
def no_timer(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A system that has no interval timer, and a thread that gets to interrupt the loop when it can."""
    monkeypatch.delattr(signal, "setitimer")
    monkeypatch.setattr(stopwatch, "AGAIN_SECONDS", LONG)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs this may ignore it
    yield
    signal.signal(signal.SIGINT, before)


def test_a_loop_is_ended_without_an_interval_timer(no_timer: None) -> None:
    """Where the system has no interval timer, a loop is ended all the same."""
    began = time.monotonic()
    with pytest.raises((OverLimit, KeyboardInterrupt)) as ended, limit(SOON, never, Watch()):
        loop()
    assert ended.type is OverLimit
    assert time.monotonic() - began < LONG


def test_the_keyboard_is_told_from_the_limit_without_an_interval_timer(no_timer: None) -> None:
    """Somebody who interrupts a call before its time has interrupted it, and nothing comes after it."""
    with pytest.raises(KeyboardInterrupt), limit(SOON, never, Watch()):
        raise KeyboardInterrupt
    try:
        time.sleep(2 * SOON)
    except KeyboardInterrupt:
        pytest.fail("the limit of a call that is over interrupted what came after it")
