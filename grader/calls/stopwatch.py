"""A limit on how long a call may take in this very process, so that `print` and `breakpoint` go on working.

Where the system has an interval timer the limit interrupts even a sleeping call; elsewhere it interrupts at
the next line of Python. There is no limit while somebody debugs, and none outside the main thread, which is
the only one that can be interrupted.
"""

import _thread
import gc
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

AGAIN_SECONDS = 0.5
PATIENCE = 4


class OverLimit(BaseException):
    """The call took too long. No `except Exception` of a learner's catches it."""


@dataclass
class Watch:
    """Whether somebody was seen to debug the body, whose time then counts for nothing."""

    debugged: bool = False


@contextmanager
def limit(seconds: float, stubborn: Callable[[], None], watch: Watch) -> Iterator[None]:
    """Raise OverLimit in the body after `seconds`.

    A body that swallows it is interrupted again, every half second; after the fourth time `stubborn` is
    called inside it, which may end the process. A body that swallows it and returns is over the limit too.
    """
    in_main_thread = threading.current_thread() is threading.main_thread()
    watch.debugged = sys.gettrace() is not None
    if watch.debugged or not in_main_thread:
        yield
    elif hasattr(signal, "setitimer"):
        with _alarm(seconds, stubborn, watch):
            yield
    else:
        with _interrupt(seconds, stubborn):
            yield


@contextmanager
def _alarm(seconds: float, stubborn: Callable[[], None], watch: Watch) -> Iterator[None]:
    fired = 0

    def on_alarm(signal_number: int, frame: FrameType | None) -> None:
        nonlocal fired
        if _is_debugged(frame):
            watch.debugged = True
            return
        fired += 1
        if fired > PATIENCE:
            stubborn()
        if not _is_collecting(frame):
            raise OverLimit

    def disarm() -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, *timer_before)

    before = signal.signal(signal.SIGALRM, on_alarm)
    timer_before = signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN_SECONDS)
    try:
        try:
            yield
        finally:
            disarm()
    finally:
        disarm()  # the alarm may have gone off inside the first one
    if fired:
        raise OverLimit


def _is_debugged(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_trace is not None or frame.f_globals.get("__name__") in ("pdb", "bdb"):
            return True
        frame = frame.f_back
    return False


def _is_collecting(frame: FrameType | None) -> bool:
    """Whether a callback of the garbage collector is running: what it raises is printed and lost."""
    callbacks = {getattr(callback, "__code__", None) for callback in gc.callbacks}
    while frame is not None:
        if frame.f_code in callbacks:
            return True
        frame = frame.f_back
    return False


@contextmanager
def _interrupt(seconds: float, stubborn: Callable[[], None]) -> Iterator[None]:
    fired = 0
    done = threading.Event()
    between = threading.Lock()  # no interruption once the body is known to be over

    def watch() -> None:
        nonlocal fired
        wait = seconds
        while not done.wait(wait):
            fired, wait = fired + 1, AGAIN_SECONDS
            if fired > PATIENCE:
                stubborn()
            with between:
                if not done.is_set():
                    _thread.interrupt_main()

    def disarm() -> None:
        with between:
            done.set()

    threading.Thread(target=watch, daemon=True).start()
    try:
        try:
            yield
        finally:
            disarm()
    except KeyboardInterrupt:
        disarm()  # the interruption may have come inside the first one
        if fired:
            raise OverLimit from None
        raise
    if fired:
        raise OverLimit
