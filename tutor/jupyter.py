"""JupyterLab on the notebook of a lab, with lab.py kept in step for as long as it runs."""

import contextlib
import importlib.util
import subprocess
import sys
from collections.abc import Callable, Sequence

from watchfiles import watch

from curriculum.course import Course, Lesson
from curriculum.files import CourseError

LOOK_MS = 500
PATIENCE_SECONDS = 3.0


def run_jupyter(
    course: Course, lesson: Lesson, options: Sequence[str], *, changed: Callable[[], None]
) -> int:
    """Open it and wait until it is closed; returns its exit code.

    options: handed on to JupyterLab.  changed: called after every save, and once at the end.
    Raises CourseError where JupyterLab is not installed.
    """
    if importlib.util.find_spec("jupyterlab") is None:
        raise CourseError(
            f"JupyterLab is not installed; uv run --extra notebook learn notebook {lesson.code} installs it"
        )
    root = course.folder.parent
    named = str(lesson.notebook.relative_to(root))
    command = [
        sys.executable,
        "-P",
        "-m",
        "jupyterlab",
        named,
        f"--ServerApp.root_dir={root}",
        "-y",
        *options,
    ]
    process = subprocess.Popen(command, cwd=root)
    try:
        for changes in watch(lesson.lab.parent, recursive=False, rust_timeout=LOOK_MS, yield_on_timeout=True):
            if process.poll() is not None:
                break
            if changes:
                changed()
    except KeyboardInterrupt:
        pass  # at a terminal JupyterLab has heard the keyboard too
    finally:
        _end(process)
        changed()
    return process.returncode


def _end(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(PATIENCE_SECONDS)
    if process.poll() is None:
        process.terminate()
        process.wait()
