"""A box without walls, for one's own code on one's own machine, where bubblewrap cannot run.

The process can read, write and reach whatever its user can, and what it starts may outlive it. Only the time
of a call is limited.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from grader import frames
from grader.box import Box
from grader.caller import BoxError
from grader.guest import PLACED, PROGRAM, UNLIMITED
from grader.limits import START_SECONDS


class Unconfined(Box):
    """One process, asked and killed like a box."""

    def _start(self, folder: Path, libraries: Sequence[tuple[str, Path]]) -> None:
        self.owner = None
        self._folder = tempfile.TemporaryDirectory(prefix="scratch-")
        requests, self._requests = os.pipe()
        self._answers, answers = os.pipe()
        os.set_blocking(self._requests, False)
        places = os.pathsep.join({str(folder): None, **{str(place.parent): None for _, place in libraries}})
        program = [str(folder / PROGRAM), str(requests), str(answers), str(folder / PLACED), UNLIMITED]
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-s", "-P", "-S", *program],
                env={**os.environ, "PYTHONPATH": places, "PYTHONHASHSEED": "0", "PYTHONUTF8": "1"},
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

    def _wait_until_ready(self) -> None:
        try:
            frames.receive(self._answers, frames.Answer, frames.LONGEST_ANSWER, START_SECONDS)
        except (frames.Ended, frames.Late, frames.FrameError) as error:
            raise BoxError(f"the process did not start: {self._said()}") from error

    def close(self) -> None:
        super().close()
        self._folder.cleanup()

    @property
    def scratch(self) -> Path:
        return Path(self._folder.name)
