"""What runs in a box: loads one submission and answers requests about it, until they end.

It knows nothing that is worth stealing: no check, no expected figure, no reference. In a box it begins as a
copy of a process that has everything imported (`grader.box.warm`). Without one it is a program of its own:

    python guest.py REQUESTS ANSWERS PLACED

REQUESTS and ANSWERS are file descriptors, PLACED is the path of a `Placed` as JSON.
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

from grader.calls import frames
from grader.calls.caller import Reply
from grader.calls.calling import Calling
from grader.calls.printed import printing
from grader.wire import wire

# Where a box is told what lies in the folder that it shows.
PLACED = "placed.json"
# What whoever starts it hears once it can be asked.
READY = b"ready"


class Placed(msgspec.Struct, frozen=True):
    """What is in the box: the pieces by their full names, and the source of the scenes.

    modules: what a submission is likely to import, and is imported before it comes.
    clean: nothing of a learner's ever comes into this box, and it is the library's own functions that answer.
    """

    functions: tuple[str, ...]
    scenes: str = ""
    modules: tuple[str, ...] = ()
    clean: bool = False


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
        for module in placed.modules:
            importlib.import_module(module)
        for function in self._references.values():
            wire.prepare(function)
        self._calling = Calling(self._references, self._pieces, self._is_learners, scenes, closed=False)
        self._file = ""

    def reply(self, function: str, arguments: bytes) -> Reply:
        """Load the submission if no function is named, else call it."""
        with printing() as printed:
            reply = self._reply(function, arguments)
        return msgspec.structs.replace(reply, printed=printed.text)

    def _reply(self, function: str, arguments: bytes) -> Reply:
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


def bytes_of(path: str | int) -> bytes:
    """What a file holds, or a descriptor leads to."""
    with io.FileIO(path) as file:  # pathlib takes a twentieth of the start of a box
        return file.readall()


def _own(name: str) -> str:
    return name.rpartition(".")[2]


def main() -> None:
    """Serve, and leave without waiting for what the submission left behind."""
    requests, answers = int(sys.argv[1]), int(sys.argv[2])
    submission = Submission(msgspec.json.decode(bytes_of(sys.argv[3]), type=Placed))
    frames.send(answers, frames.Answer(0, "returned"))
    os.dup2(sys.stdout.fileno(), sys.stderr.fileno())  # until here it told of our own faults
    try:
        serve(requests, answers, submission.reply)
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()
