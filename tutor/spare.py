"""A process that has everything ready to judge a lab, and does so once, when it is told to.

    python -m tutor.spare COURSE LESSON [--plain]

`learn watch` keeps one: what takes long, the imports and collecting the checks, is over before a save. A line
on its standard input is the word to begin; its end without one is the word to stop.
"""

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

from tutor.ending import end


def main() -> int:
    """Wait, judge, and print; returns the exit code of the lab, and 0 if nothing was to be done."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the keyboard ends whoever keeps this process
    from tutor.lab import clearly

    return clearly(_wait_and_judge)


def _wait_and_judge() -> int:
    from curriculum.course import load_course
    from grader.calls.caller import Caller
    from grader.calls.inprocess import InProcess
    from grader.judge.judge import judge
    from grader.verdict import Verdict
    from tutor.check import told
    from tutor.lab import give_up
    from tutor.loading import FromFile
    from tutor.standing_in import let_own_pieces_stand_in

    folder, slug, *options = sys.argv[1:]
    course = load_course(Path(folder))
    lesson = course.lesson(slug)
    let_own_pieces_stand_in(course, lesson)
    lab = FromFile(lesson, lesson.lab, lambda: give_up(lesson, as_json=False))

    def when_told() -> Iterator[Caller]:
        yield InProcess(lesson, lesson.references, closed=False)  # what is read only once is read now
        if sys.stdin.readline():
            signal.signal(signal.SIGINT, signal.default_int_handler)
            yield lab

    verdicts: list[Verdict] = []
    judge(lesson, when_told(), verdicts.append)
    if len(verdicts) == 1:
        return 0
    return told(course, lesson, lab, verdicts[1], as_json=False, plain="--plain" in options)


if __name__ == "__main__":
    end(main())
