"""What the last cell of a lab calls: judge the functions above it, and say so.

Everything slow is imported inside, so that `--help` and a wrong option answer at once.
"""

import argparse
import builtins
import json
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from curriculum.course import Course, Lesson
    from grader.verdict import Verdict


def run(slug: str, namespace: Mapping[str, Any]) -> None:
    """Judge the lab whose globals these are; as a script also read the options, and exit.

    Exit code: 0 all well, 1 the work is not right yet, 2 usage or our fault. In a notebook nothing exits.
    """
    script = _is_script(namespace)
    options = _options(sys.argv[1:] if script else [])
    code = _run(slug, namespace, options, Path(namespace["__file__"]).resolve() if script else None)
    if script:
        sys.stdout.flush()
        raise SystemExit(code)


def _is_script(namespace: Mapping[str, Any]) -> bool:
    in_kernel = hasattr(builtins, "get_ipython") or "get_ipython" in namespace
    return "__file__" in namespace and not in_kernel


def _in_ipython() -> bool:
    """Whether what is displayed can be more than text."""
    ipython = sys.modules.get("IPython")
    return ipython is not None and ipython.get_ipython() is not None


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="lab.py", description="Judge the functions in this file.")
    parser.add_argument("--solved", action="store_true", help="show what the reference gives instead")
    parser.add_argument("--mine", action="store_true", help="run on your own earlier pieces")
    parser.add_argument("--json", action="store_true", help="print the verdict as one line of JSON, last")
    parser.add_argument("--plain", action="store_true", help="a sentence a line, for screen readers and logs")
    return parser.parse_args(arguments)


def _run(slug: str, namespace: Mapping[str, Any], options: argparse.Namespace, file: Path | None) -> int:
    from curriculum.course import find_course, load_course
    from curriculum.files import CourseError
    from tutor import report
    from tutor.own_pieces import on_own_pieces, run_again
    from tutor.plain import asked_for
    from tutor.standing_in import let_own_pieces_stand_in

    def work() -> int:
        course = load_course(find_course(file.parent if file else Path.cwd()))
        lesson = course.lesson(slug)
        if options.mine and file is not None:
            return run_again(course, lesson, file)
        if options.solved and lesson.handed_out:
            if options.json:
                raise CourseError(
                    f"this edition holds no solution of {lesson.code}, so there is none to judge"
                )
            report.show_expected(lesson, plain=options.plain or asked_for())
            return 0
        lab = file.read_bytes() if file else None
        let_own_pieces_stand_in(course, lesson)
        verdict = _verdict(lesson, namespace, options, file)
        if options.json:
            print_json(verdict)
        elif _in_ipython():
            from tutor import drawn

            drawn.show(lesson, verdict)
        else:
            report.show(lesson, verdict, file=file, plain=options.plain or asked_for(), solved=options.solved)
        if not (options.solved or on_own_pieces()):
            note(course, lesson, verdict, lab)
        return verdict.exit_code

    return clearly(work)


def note(course: "Course", lesson: "Lesson", verdict: "Verdict", lab: bytes | None) -> None:
    """Write down what a run came to, for `learn`; where that cannot be, the run is none the worse for it.

    lab: the file that was judged; None in a notebook.
    """
    from datetime import UTC, datetime

    from tutor.progress import Progress
    from tutor.state import StateError, hash_of, path_of

    if verdict.ours:
        return
    try:
        stub = hash_of(lesson.stub.read_bytes()) if lesson.stub.is_file() else ""
        Progress(path_of(course)).note_verdict(verdict, datetime.now(UTC), lab=lab, stub=stub)
    except StateError as error:
        print(f"`learn` will not know of this run: {error}", file=sys.stderr)


def clearly(work: Callable[[], int]) -> int:
    """Do the work; what a person can mend, and what is our fault, is one sentence and exit code 2."""
    from tutor.faults import sentence_of

    try:
        return work()
    except (Exception, KeyboardInterrupt) as error:
        print(sentence_of(error), file=sys.stderr)
        return 2


def print_json(verdict: "Verdict") -> None:
    """Print the object on a line of its own, whatever the learner's code printed before."""
    print("\n" + json.dumps(verdict.as_json()), flush=True)


def _verdict(
    lesson: "Lesson", namespace: Mapping[str, Any], options: argparse.Namespace, file: Path | None
) -> "Verdict":
    from grader.calls.inprocess import InProcess
    from grader.judge.judge import judge

    def stubborn() -> None:
        if file is not None:
            give_up(lesson, as_json=options.json)

    if options.solved:
        caller = InProcess(lesson, lesson.references, closed=False)
    else:
        caller = InProcess(lesson, namespace, file=file, stubborn=stubborn)
    verdicts: list[Verdict] = []
    judge(lesson, [caller], verdicts.append)
    return verdicts[0]


def give_up(lesson: "Lesson", *, as_json: bool) -> NoReturn:
    """End a script whose function catches even the interruption, so that the terminal is free again."""
    from grader.verdict import Verdict

    if as_json:
        print_json(Verdict(lesson.id, "wrong", 0, {}, lesson.expected, (), ()))
    else:
        print(
            "\nA call did not return in time and catches every exception, the one that should\n"
            "end it too, so this run was ended. Look for a bare `except:` in a loop.\n"
            "\nwrong: 0 of 100 points",
            flush=True,
        )
    os._exit(1)
