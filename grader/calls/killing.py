"""A block in which a process is killed after a while, and which ends with the call that this cuts off."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from grader.calls.caller import Killed


@contextmanager
def cut_off(stop: Callable[[], None], milliseconds: float) -> Iterator[None]:
    """Call `stop` from another thread so long from now, unless the block is over by then; swallow Killed."""
    timer = threading.Timer(milliseconds / 1000, stop)
    timer.start()
    try:
        yield
    except Killed:
        pass
    finally:
        timer.cancel()
        timer.join()
