"""The caller for one's own code on one's own machine: pieces run in this process, through the same wire.

Where checks need a scratch folder, it is a temporary one, in which calls then run. Where a check kills the
process, that is done to a copy of this one.
"""

import contextlib
import linecache
import os
import shutil
import tempfile
import tokenize
import weakref
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from curriculum.course import Lesson
from grader.calls import scratch
from grader.calls.caller import NOTEBOOK, NotHere, Reply
from grader.calls.calling import Calling
from grader.calls.copied import Copy
from grader.calls.killing import cut_off


class InProcess:
    """Calls the functions of a namespace, such as a lab's globals, or the reference itself."""

    def __init__(
        self,
        lesson: Lesson,
        namespace: Mapping[str, Any],
        *,
        closed: bool = True,
        file: Path | None = None,
        stubborn: Callable[[], None] = lambda: None,
    ) -> None:
        """closed: whether memlab's own pieces are closed to these; not where the house's own code is judged.

        file: the learner's file, whose lines an error names; None where it is a notebook.
        stubborn: called inside a piece that cannot be interrupted.
        """
        self.file = file.name if file else NOTEBOOK
        self._path = file.resolve() if file else None
        self._home = Path.cwd()
        self._lesson = lesson
        self._scratch: Path | None = None
        self._gone: Callable[[], object] = lambda: None
        self._copy: Copy | None = None
        self._pieces: dict[str, Any] = {}
        self._take(namespace)
        references = {piece.function: piece.reference for piece in lesson.pieces}
        self._calling = Calling(
            references,
            self._pieces,
            self._is_learners,
            vars(lesson.scenes) if lesson.scenes else {},
            closed=closed,
            stubborn=stubborn,
        )

    def load(self) -> Reply:
        return Reply("returned")

    def start_anew(self) -> Reply:
        raise NotHere("one's own process forgets nothing; the grader starts a lab anew")

    def _take(self, namespace: Mapping[str, Any]) -> None:
        """Let the functions of this namespace be the pieces."""
        self._pieces.update({piece.function: namespace.get(piece.name) for piece in self._lesson.pieces})

    def call(self, function: str, arguments: bytes) -> Reply:
        if self._copy is not None:
            return self._copy.call(function, arguments)
        with self._in_scratch():
            return self._calling.reply(function, arguments)

    def clean(self, function: str, arguments: bytes) -> Reply:
        reference = self._lesson.functions[function]
        library = Calling({function: reference}, {function: reference}, lambda name: False, {}, closed=False)
        with tempfile.TemporaryDirectory(dir=scratch.PLACE) as folder, contextlib.chdir(folder):
            scratch.put(Path(folder), self.fetch())
            return library.reply(function, arguments)

    def empty_scratch(self) -> None:
        if self._scratch is None:
            self._remember_lines()
        self.close()
        self._scratch = Path(tempfile.mkdtemp(prefix="scratch-", dir=scratch.PLACE))
        self._gone = weakref.finalize(self, shutil.rmtree, self._scratch, ignore_errors=True)

    def put(self, files: Mapping[str, bytes]) -> None:
        scratch.put(self._folder, files)

    def fetch(self) -> dict[str, bytes]:
        return scratch.fetch(self._folder)

    def close(self) -> None:
        self._gone()

    @contextlib.contextmanager
    def kill_after(self, milliseconds: float) -> Iterator[None]:
        with self._in_scratch():
            copy = Copy(self._calling.reply)
        self._copy = copy
        try:
            with cut_off(copy.stop, milliseconds):
                yield
        finally:
            self._copy = None
            copy.kill()

    @property
    def _folder(self) -> Path:
        assert self._scratch is not None, "the scratch folder is emptied first"
        return self._scratch

    def _in_scratch(self) -> contextlib.AbstractContextManager[None]:
        return contextlib.chdir(self._scratch) if self._scratch else contextlib.nullcontext()

    def _remember_lines(self) -> None:
        """Let tracebacks and debuggers find the learner's lines from another folder."""
        if self._path is not None and self._path.is_file():
            with tokenize.open(self._path) as file:  # in the encoding that it says of itself
                lines = file.readlines()
            for typed in {os.path.relpath(self._path, self._home), str(self._path)}:
                linecache.cache[typed] = (len(lines), None, lines, str(self._path))

    def _is_learners(self, filename: str) -> bool:
        # A script's own frames carry its path as it was typed.
        return (self._home / filename).resolve() == self._path if self._path else "ipykernel" in filename
