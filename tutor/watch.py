"""Judging a lab at every save: one save, one run, by a process that has everything ready before it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from watchfiles import watch

from curriculum.course import Course, Lesson
from tutor.ending import SETTINGS, code_of

STEP_MS = 20  # as long without another change, and what an editor writes counts as written
LOOK_MS = 1000  # so often the file is looked at in any case, for what happened before the watch began
EMPTY_SECONDS = 0.2  # as long a file may be empty because an editor is about to fill it


class Spare:
    """A process that has everything ready to judge a lab once."""

    def __init__(self, course: Course, lesson: Lesson, *, plain: bool) -> None:
        command = [sys.executable, "-P", "-m", "tutor.spare", str(course.folder), lesson.id]
        # The keyboard ends whoever keeps this process, which hears it only while it judges.
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            self._process = subprocess.Popen(
                [*command, *(["--plain"] if plain else [])],
                env={**os.environ, **SETTINGS},
                stdin=subprocess.PIPE,
            )
        finally:
            signal.signal(signal.SIGINT, before)

    def run(self) -> int:
        """Let it judge and print; returns the exit code of the lab."""
        self._process.communicate(b"\n")
        return code_of(self._process.returncode)

    def stop(self) -> None:
        """Let it go without having judged anything."""
        self._process.communicate()


def watched(
    course: Course,
    lesson: Lesson,
    *,
    plain: bool,
    changed: Callable[[], None],
    before: Callable[[], None],
    after: Callable[[int], None],
) -> None:
    """Judge the lab now and after every save of it or its notebook, until the keyboard ends it.

    changed: called when something was done to either, and may bring the pair in step. before, after: called
    before and after each run, the latter with the exit code.
    """
    with _spares(course, lesson, plain) as run:
        judged = looked_at = None
        for _ in _saves(lesson):
            if (state := _states(lesson)) == looked_at:
                continue
            changed()
            looked_at = state
            if (lab := _state(lesson.lab)) != judged:
                judged = lab
                before()
                after(run())


@contextmanager
def _spares(course: Course, lesson: Lesson, plain: bool) -> Iterator[Callable[[], int]]:
    """A function that runs the lab once; the next process gets ready while the learner reads and writes."""
    spare = Spare(course, lesson, plain=plain)

    def run() -> int:
        nonlocal spare
        code = spare.run()
        spare = Spare(course, lesson, plain=plain)
        return code

    try:
        yield run
    finally:
        spare.stop()


def _saves(lesson: Lesson) -> Iterator[None]:
    """Yield at once, whenever something was done to the lab or its notebook, and now and then."""
    names = {lesson.lab.name, lesson.notebook.name}
    changes = watch(
        lesson.lab.parent,
        watch_filter=lambda change, path: Path(path).name in names,
        step=STEP_MS,
        recursive=False,
        rust_timeout=LOOK_MS,
        yield_on_timeout=True,
    )
    yield
    for _ in changes:
        yield


def _states(lesson: Lesson) -> tuple[object, object]:
    return _state(lesson.lab), _state(lesson.notebook)


def _state(file: Path) -> tuple[int, bytes] | None:
    """By what a save is told from a look at the file; None while there is none."""
    until = time.monotonic() + EMPTY_SECONDS
    while True:
        try:
            state = file.stat().st_mtime_ns, file.read_bytes()
        except OSError:
            state = None
        if (state and state[1]) or time.monotonic() > until:
            return state
        time.sleep(STEP_MS / 1000)
