"""Boxes without walls, for one's own code on one's own machine, where bubblewrap cannot run.

The process can read, write and reach whatever its user can, and what it starts may outlive it. Only the time
of a call is limited.
"""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from grader.box.box import Box
from grader.box.boxes import Boxes, complaint
from grader.calls import frames
from grader.calls.caller import BoxError
from grader.calls.guest import PLACED
from grader.limits import START_SECONDS

PROGRAM = "grader/calls/guest.py"


class Unconfined(Boxes):
    """Where such boxes come from: each is a process of its own from the start."""

    def open(self) -> Box:
        places = [str(self._folder), *dict.fromkeys(str(place.parent) for _, place in self._libraries)]
        return _Process(self._folder, os.pathsep.join(places))

    def close(self) -> None:
        pass


class _Process(Box):
    """One process, asked and killed like a box."""

    def __init__(self, folder: Path, path: str) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="scratch-")
        requests, asking = os.pipe()
        answering, answers = os.pipe()
        super().__init__(asking, answering, -1, -1, None)
        program = [str(folder / PROGRAM), str(requests), str(answers), str(folder / PLACED)]
        try:
            self._program = subprocess.Popen(
                [sys.executable, "-s", "-P", "-S", *program],
                env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0", "PYTHONUTF8": "1"},
                pass_fds=(requests, answers),
                cwd=self._folder.name,
                start_new_session=True,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )
        finally:
            os.close(requests)
            os.close(answers)
        try:
            frames.receive(answering, frames.Answer, frames.LONGEST_ANSWER, START_SECONDS)
        except (frames.Ended, frames.Late, frames.FrameError) as error:
            self.stop()
            said = complaint(self._program)
            self.close()
            raise BoxError(f"the process did not start: {said}") from error

    @property
    def scratch(self) -> Path:
        return Path(self._folder.name)

    def close(self) -> None:
        super().close()
        assert self._program.stderr is not None
        self._program.stderr.close()
        self._folder.cleanup()

    def _kill_all(self) -> None:
        if self._program.returncode is None:
            os.killpg(self._program.pid, signal.SIGKILL)

    def _has_ended(self, seconds: float) -> bool:
        try:
            self._program.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True
