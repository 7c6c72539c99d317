"""The caller for a lab's file that is not running yet: it is loaded first, and what happens then is told."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from curriculum.course import Lesson
from grader.caller import Reply
from grader.inprocess import InProcess


class FromFile(InProcess):
    """Loads the file as a module, so that its last cells stay silent, and calls its functions here.

    content: what was read of the file and judged; None until it is loaded, or where it could not be read.
    """

    def __init__(self, lesson: Lesson, file: Path, stubborn: Callable[[], None]) -> None:
        """stubborn: called inside a piece that cannot be interrupted."""
        super().__init__(lesson, {}, file=file, stubborn=stubborn)
        self._source = file
        self.content: bytes | None = None

    def load(self) -> Reply:
        namespace: dict[str, Any] = {"__name__": "lab", "__file__": str(self._source)}
        reply = self._calling.loaded(lambda: self._execute(namespace))
        self._take(namespace)
        return reply

    def _execute(self, namespace: dict[str, Any]) -> None:
        sys.path.insert(0, str(self._source.parent))  # as Python does for a script
        try:
            self.content = self._source.read_bytes()
            exec(compile(self.content, str(self._source), "exec"), namespace)
        finally:
            sys.path.remove(str(self._source.parent))
