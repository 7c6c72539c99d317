"""`--mine`: running a lab on the learner's own earlier pieces, in a process that has imported nothing yet."""

import os
import subprocess
import sys
from pathlib import Path

from curriculum.course import Course, Lesson

MARK = "LEARN_ON_OWN_PIECES"


def on_own_pieces() -> bool:
    """Whether this process is one that runs on them; what it comes to is no attempt at the lab as it is."""
    return MARK in os.environ


def run_again(course: Course, lesson: Lesson, file: Path) -> int:
    """Run the lab in such a process, without `--mine`; returns its exit code."""
    from tutor import mine
    from tutor.progress import Progress
    from tutor.state import path_of

    arguments = [argument for argument in sys.argv[1:] if argument != "--mine"]
    with mine.for_a_while(course, Progress(path_of(course)), before=lesson) as (own, environment):
        earlier = sum(len(other.pieces) for other in course.lessons[: course.lessons.index(lesson)])
        whose = "still to write" if course.handed_out else "the course's"
        others = f"; the others are {whose}" if own < earlier else ""
        print(f"On {own} of {earlier} earlier pieces of your own{others}.\n", flush=True)
        command = [sys.executable, str(file), *arguments]
        return subprocess.run(command, env=environment | {MARK: "1"}, check=False).returncode
