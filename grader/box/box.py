"""A box: a process without network, without other files and with small limits, that answers requests.

A box knows nothing of labs. It is opened (`grader.box.boxes`), filled (`grader.calls.scratch`), asked, and
killed; the scratch folder can be read even then, since it is held open from outside.
"""

import os
import select
import signal
import threading
from contextlib import suppress
from pathlib import Path

from grader.calls import frames
from grader.calls.caller import BoxError
from grader.limits import START_SECONDS


class Box:
    """One process and whatever it starts, known by descriptors: none of them can come to mean another."""

    def __init__(self, requests: int, answers: int, process: int, scratch: int, owner: int | None) -> None:
        """process: of the first process in the box, with which all others end.  owner: who its files are."""
        self.owner = owner
        self._requests = requests
        self._answers = answers
        self._process = process
        self._scratch = scratch
        self._ending = threading.Lock()
        os.set_blocking(requests, False)

    def ask(self, request: frames.Request, seconds: float) -> frames.Answer:
        """Send a request and read its answer; raises Late, Ended or FrameError of `grader.calls.frames`."""
        return frames.ask(self._requests, self._answers, request, seconds)

    @property
    def alive(self) -> bool:
        """Whether it has not been killed and has not ended, as far as can be seen from here."""
        return not self._has_ended(0)

    @property
    def scratch(self) -> Path:
        """The scratch folder as seen from here; no link in the box leads anybody elsewhere."""
        return Path(f"/proc/self/fd/{self._scratch}")

    def stop(self) -> None:
        """Kill everything in it at once, from any thread; whoever is asking gets Ended."""
        with self._ending, suppress(ProcessLookupError):
            self._kill_all()

    def kill(self) -> None:
        """Kill everything in it, and wait until it is gone; the scratch folder can still be read."""
        self.stop()
        if not self._has_ended(START_SECONDS):
            raise BoxError("a box did not end when it was killed")
        with self._ending:
            for descriptor in (self._requests, self._answers, self._process):
                if descriptor >= 0:
                    os.close(descriptor)
            self._requests = self._answers = self._process = -1

    def close(self) -> None:
        """Kill it, and let go of the scratch folder."""
        self.kill()
        if self._scratch >= 0:
            os.close(self._scratch)
            self._scratch = -1

    def _kill_all(self) -> None:
        if self._process >= 0:
            signal.pidfd_send_signal(self._process, signal.SIGKILL)

    def _has_ended(self, seconds: float) -> bool:
        """Whether it has ended, or does so within that time."""
        if self._process < 0:
            return True
        ended = select.poll()
        ended.register(self._process, select.POLLIN)
        return bool(ended.poll(seconds * 1000))
