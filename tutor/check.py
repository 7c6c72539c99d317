"""Judging a lab from its file, whatever is wrong with it, and writing down what it came to."""

from curriculum.course import Course, Lesson
from grader.judge import judge
from grader.verdict import Verdict
from tutor import report
from tutor.lab import clearly, give_up, note, print_json
from tutor.loading import FromFile


def checked(course: Course, lesson: Lesson, *, as_json: bool) -> int:
    """Judge the lesson's lab, print the verdict and note it; returns the exit code."""

    def work() -> int:
        verdicts: list[Verdict] = []
        caller = FromFile(lesson, lesson.lab, lambda: give_up(lesson, as_json=as_json))
        judge(lesson, [caller], verdicts.append)
        (verdict,) = verdicts
        if as_json:
            print_json(verdict)
        else:
            report.show(lesson, verdict, file=lesson.lab)
        note(course, verdict)
        return verdict.exit_code

    return clearly(work)
