"""The program that runs in a box: loads one submission and answers requests about it, until they end.

    python guest.py REQUESTS ANSWERS PLACED [unlimited]

REQUESTS and ANSWERS are file descriptors, PLACED is the path of a `Placed` as JSON. It lowers its own limits
first, for good, unless it is told not to, and knows nothing that is worth stealing: no check, no expected
figure, no reference.
"""

import importlib
import io
import linecache
import os
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import msgspec

from grader import frames, limits
from grader.caller import Reply
from grader.calling import Calling

# Where this program lies in the folder that a box shows it, and where it is told what else lies there.
PROGRAM = "grader/guest.py"
PLACED = "placed.json"
UNLIMITED = "unlimited"


class Placed(msgspec.Struct, frozen=True):
    """What is in the box: the pieces by their full names, and the source of the scenes.

    clean: nothing of a learner's ever comes into this box, and it is the library's own functions that answer.
    """

    functions: tuple[str, ...]
    scenes: str = ""
    clean: bool = False


def lower_limits() -> None:
    """Take from this process and its children what a submission may not use, which nobody can take back."""
    import resource

    for what, value in (
        (resource.RLIMIT_AS, limits.MEMORY_BYTES),
        (resource.RLIMIT_NPROC, limits.PROCESSES),
        (resource.RLIMIT_FSIZE, limits.SCRATCH_BYTES),
        (resource.RLIMIT_NOFILE, limits.OPEN_FILES),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(what, (value, value))


def serve(requests: int, answers: int, reply: Callable[[str, bytes], Reply]) -> None:
    """Answer requests until there are no more."""
    while True:
        try:
            request = frames.receive(requests, frames.Request, sys.maxsize)
        except frames.Ended:
            return
        said = frames.answer(request.number, reply(request.function, bytes(request.arguments)))
        frames.send(answers, said)


class Submission:
    """One submission: a module that is loaded on request, and the pieces in it."""

    def __init__(self, placed: Placed) -> None:
        self._references = {name: _function(name) for name in placed.functions}
        self._pieces: dict[str, Any] = {**self._references} if placed.clean else {}
        scenes = _scenes(placed.scenes)
        self._calling = Calling(self._references, self._pieces, self._is_learners, scenes, closed=False)
        self._file = ""

    def reply(self, function: str, arguments: bytes) -> Reply:
        """Load the submission if no function is named, else call it."""
        if function:
            return self._calling.reply(function, arguments)
        self._file, source = msgspec.json.decode(arguments, type=tuple[str, str])
        return self._calling.loaded(lambda: self._load(source))

    def _load(self, source: str) -> None:
        module = _module("lab", source, self._file)
        self._pieces.update({name: getattr(module, _own(name), None) for name in self._references})

    def _is_learners(self, filename: str) -> bool:
        return filename == self._file


def _module(name: str, source: str, shown_as: str) -> ModuleType:
    """Run a source as a module, such that tracebacks show its lines though no file has that name."""
    linecache.cache[shown_as] = (len(source), None, io.StringIO(source).readlines(), shown_as)
    module = sys.modules[name] = ModuleType(name)
    module.__file__ = shown_as
    exec(compile(source, shown_as, "exec"), module.__dict__)
    return module


def _scenes(source: str) -> dict[str, Callable[..., Any]]:
    module = _module("scenes", source, "scenes.py")
    return {name: value for name, value in vars(module).items() if callable(value)}


def _function(name: str) -> Callable[..., Any]:
    function: Callable[..., Any] = getattr(importlib.import_module(name.rpartition(".")[0]), _own(name))
    return function


def _bytes_of(path: str) -> bytes:
    with io.FileIO(path) as file:  # pathlib takes a twentieth of the start of a box
        return file.readall()


def _own(name: str) -> str:
    return name.rpartition(".")[2]


def main() -> None:
    """Serve, and leave without waiting for what the submission left behind."""
    requests, answers = int(sys.argv[1]), int(sys.argv[2])
    if UNLIMITED not in sys.argv[4:]:
        lower_limits()
    submission = Submission(msgspec.json.decode(_bytes_of(sys.argv[3]), type=Placed))
    frames.send(answers, frames.Answer(0, "returned"))
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())  # until here it told of our own faults
    try:
        serve(requests, answers, submission.reply)
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()
