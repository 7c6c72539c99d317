"""A copy of this very process, made to be killed: what the learner's code had acknowledged must survive that.

The copy has the learner's functions as they stand here, in a script as well as in a notebook.
"""

import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable
from contextlib import suppress

import msgspec

from grader.calls import frames
from grader.calls.caller import Killed, NotHere, Reply
from grader.calls.calling import TOO_SLOW
from grader.calls.guest import serve
from grader.limits import CALL_SECONDS, GRACE_SECONDS


class Copy:
    """A copy of this process that answers calls."""

    def __init__(self, reply: Callable[[str, bytes], Reply]) -> None:
        """reply: what it answers with. Raises NotHere where the system cannot copy a process."""
        if not hasattr(os, "fork"):
            raise NotHere("this system cannot copy a process to kill it; the grader judges this check")
        requests, self._requests = os.pipe()
        self._answers, answers = os.pipe()
        self._ending = threading.Lock()
        sys.stdout.flush()  # else what waits to be printed would be printed by both
        sys.stderr.flush()
        with warnings.catch_warnings():
            # It warns of other threads, which the copy never needs.
            warnings.simplefilter("ignore", DeprecationWarning)
            self._process = os.fork()
        if self._process == 0:
            try:
                os.close(self._requests)
                os.close(self._answers)
                serve(requests, answers, reply)
            finally:
                os._exit(0)
        os.close(requests)
        os.close(answers)
        os.set_blocking(self._requests, False)

    def call(self, function: str, arguments: bytes) -> Reply:
        """Call in the copy; raises Killed if it is gone."""
        begun = time.monotonic()
        try:
            request = frames.Request(1, function, msgspec.Raw(arguments))
            answer = frames.ask(self._requests, self._answers, request, CALL_SECONDS + GRACE_SECONDS)
            return frames.reply(answer, time.monotonic() - begun)
        except frames.Late:
            return Reply("over limit", message=TOO_SLOW, seconds=time.monotonic() - begun)
        except (frames.Ended, frames.FrameError):
            raise Killed from None

    def stop(self) -> None:
        """Kill it, from any thread."""
        with self._ending, suppress(ProcessLookupError):
            if self._process > 0:
                os.kill(self._process, signal.SIGKILL)

    def kill(self) -> None:
        """Kill it and wait until it is gone."""
        self.stop()
        with self._ending:
            os.waitpid(self._process, 0)
            self._process = 0
        os.close(self._requests)
        os.close(self._answers)
