"""A trial: altered pieces are judged in a process of their own, which may hang, flood or end as it likes.

The process tells how each ended as soon as it is judged. If it falls silent or is gone, the mutant that it
was at has failed, and another process goes on with the next.
"""

import __future__

import inspect
import multiprocessing
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event
from typing import Any, Literal

from curriculum import editions
from curriculum.course import Lesson, load_course
from grader import limits
from grader.calls.inprocess import InProcess
from grader.judge.judge import JudgeError, judge
from grader.verdict import Check, Verdict

# Longer than a run in which a call meets its limit.
SILENCE_SECONDS = 30.0

# Twice what a submission may use, for the judge is in the same process.
MEMORY_BYTES = 2 * limits.MEMORY_BYTES

# The name of a piece, and its other body.
Altered = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Tried:
    """How a mutant ended: stopped by a check whose case is shown, or only by private ones, or not at all.

    check: where a check raised what a check must not raise, its name.
    """

    how: Literal["full marks", "private", "stopped", "ungraded"]
    check: str = ""


def trial(course: Path, slug: str, seed: int, altered: Sequence[Altered], given_up: Event) -> list[Tried]:
    """Judge a lesson's reference with one piece altered, for each of these.

    given_up: that nobody waits any more, so that no other process is to be started.
    Raises JudgeError if not even the reference itself can be judged.
    """
    done: list[Tried] = []
    while len(done) < len(altered) and not given_up.is_set():
        done += _told(course, slug, seed, altered[len(done) :])
        if len(done) < len(altered):
            done.append(Tried("stopped"))
    return done


def _told(course: Path, slug: str, seed: int, altered: Sequence[Altered]) -> list[Tried]:
    """What a fresh process tells until it is through, silent or gone."""
    # A copy of this process would have its threads' locks, but not its threads.
    fresh = multiprocessing.get_context("spawn")
    ours, theirs = fresh.Pipe(duplex=False)
    process = fresh.Process(target=_tell, args=(theirs, course, slug, seed, altered), daemon=True)
    process.start()
    theirs.close()
    try:
        reference = next(_heard(ours, limits.START_SECONDS), None)
        if isinstance(reference, Exception):
            raise reference
        if reference is None:
            raise JudgeError(f"{slug}: the reference itself was not judged within {limits.START_SECONDS:g} s")
        if reference != Tried("full marks"):
            raise JudgeError(f"{slug}: the reference itself does not get full marks with the seed {seed}")
        told = [*islice(_heard(ours, SILENCE_SECONDS), len(altered))]
        if told and isinstance(told[-1], Exception):
            raise told[-1]
        return told
    finally:
        process.kill()
        process.join()
        process.close()
        ours.close()


def _heard(ours: Connection, seconds: float) -> Iterator[Any]:
    try:
        while ours.poll(seconds):
            yield ours.recv()
    except EOFError:
        return


def _tell(theirs: Connection, course: Path, slug: str, seed: int, altered: Sequence[Altered]) -> None:
    """In the process: judge the reference as it is, then each mutant, and tell how it ended."""
    _confine()

    def report(verdict: Verdict) -> None:
        judged = next(tasks)
        theirs.send(_ended([check for check in verdict.checks if check.task in judged]))

    try:
        lesson = load_course(course).lesson(slug)
        of_piece = {piece.name: {piece.task} for piece in lesson.pieces}
        tasks = iter([{*chain(*of_piece.values())}, *(of_piece[name] for name, _ in altered)])
        judge(lesson, _callers(lesson, altered), report, seed=seed)
    except Exception as error:
        theirs.send(error)


def _confine() -> None:
    """Let nothing be printed, and where the system can, let memory run out here and not on the machine."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


def _callers(lesson: Lesson, altered: Sequence[Altered]) -> Iterator[InProcess]:
    yield _caller(lesson, {})
    for name, body in altered:
        yield _caller(lesson, _functions(lesson, name, body))


def _caller(lesson: Lesson, other: Mapping[str, Any]) -> InProcess:
    return InProcess(lesson, {**lesson.references, **other}, closed=False, stubborn=lambda: os._exit(1))


def _functions(lesson: Lesson, name: str, body: str) -> dict[str, Any]:
    """The altered function, and the other pieces of its module, which call it.

    They stand beside everything else of the module, whose classes must stay the same.
    """
    (module,) = {piece.module for piece in lesson.pieces if piece.name == name}
    names = [piece.name for piece in lesson.pieces if piece.module is module]
    source = editions.replace(inspect.getsource(module), {name: body})
    namespace = dict(vars(module))
    # Annotations are the reference's business; here they may name what is imported for a type checker only.
    flags = __future__.annotations.compiler_flag
    for own in names:
        text = editions.definition(source, own)
        exec(compile(text, f"{name}, altered", "exec", flags=flags, dont_inherit=True), namespace)
    return {own: namespace[own] for own in names}


def _ended(checks: Sequence[Check]) -> Tried:
    """How a mutant ended, by the checks of its own task: what another task's checks see is luck."""
    ungraded = [check.id for check in checks if check.status == "ungraded"]
    if ungraded:
        return Tried("ungraded", ungraded[0])
    if all(check.earned == check.points for check in checks):
        return Tried("full marks")
    public = any(check.status != "passed" and not check.private for check in checks)
    return Tried("stopped" if public else "private")
