"""The caller for a lab's file that is not running yet: it is loaded first, and what happens then is told."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from curriculum.course import Lesson
from grader.calls.caller import Reply
from grader.calls.inprocess import InProcess

MODULE = "lab"


class FromFile(InProcess):
    """Loads the file as a module, so that its last cells stay silent, and calls its functions here.

    content: what was read of the file and judged; None until it is loaded, or where it could not be read.
    """

    def __init__(self, lesson: Lesson, file: Path, stubborn: Callable[[], None]) -> None:
        """stubborn: called inside a piece that cannot be interrupted."""
        super().__init__(lesson, {}, file=file, stubborn=stubborn)
        self._source = file
        self._before: tuple[list[str], ModuleType | None] | None = None
        self.content: bytes | None = None

    def load(self) -> Reply:
        # As for a script: its folder is where it imports from, and its classes are found by their module.
        self._before = list(sys.path), sys.modules.get(MODULE)
        sys.path.insert(0, str(self._source.parent))
        module = sys.modules[MODULE] = ModuleType(MODULE)
        module.__file__ = str(self._source)
        reply = self._calling.loaded(lambda: self._execute(vars(module)))
        self._take(vars(module))
        return reply

    def _execute(self, namespace: dict[str, Any]) -> None:
        self.content = self._source.read_bytes()
        exec(compile(self.content, str(self._source), "exec", dont_inherit=True), namespace)

    def close(self) -> None:
        if self._before is not None:
            sys.path[:], module = self._before
            if module is None:
                sys.modules.pop(MODULE, None)
            else:
                sys.modules[MODULE] = module
            self._before = None
        super().close()
