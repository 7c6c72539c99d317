"""Judging a lab from its file, whatever is wrong with it, and writing down what it came to."""

from datetime import UTC, datetime

from curriculum.course import Course, Lesson
from grader.judge.judge import judge
from grader.verdict import Verdict
from tutor import exam, report
from tutor.lab import clearly, give_up, note, print_json
from tutor.loading import FromFile
from tutor.progress import Progress
from tutor.state import path_of


def checked(course: Course, lesson: Lesson, *, as_json: bool, plain: bool) -> int:
    """Judge the lesson's lab, print the verdict and note it; returns the exit code.

    Where all is well and the course has an exam that is due, one line more says how it went.
    """

    def work() -> int:
        caller = FromFile(lesson, lesson.lab, lambda: give_up(lesson, as_json=as_json))
        verdicts: list[Verdict] = []
        judge(lesson, [caller], verdicts.append)
        code = told(course, lesson, caller, verdicts[0], as_json=as_json, plain=plain)
        progress = Progress(path_of(course))
        if code == 0 and not as_json and (sits := exam.due(course, progress)):
            print(exam.line(course, sits, progress, datetime.now(UTC)), flush=True)
        return code

    return clearly(work)


def told(
    course: Course, lesson: Lesson, caller: FromFile, verdict: Verdict, *, as_json: bool, plain: bool
) -> int:
    """Print a verdict on the lesson's lab, and note it; returns the exit code."""
    if as_json:
        print_json(verdict)
    else:
        report.show(lesson, verdict, file=lesson.lab, plain=plain)
    note(course, lesson, verdict, caller.content)
    return verdict.exit_code
