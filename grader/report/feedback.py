"""What a student may read of a verdict: nothing of a private case is in it, whatever it is then written as.

A check on a private case that fails names the rule of the page that was broken. How it was broken is shown on
a case that everybody may see, where the lab breaks the same rule there.
"""

from dataclasses import dataclass

from curriculum.course import Lesson, Piece
from grader.gradebook.standing import Standing
from grader.judge.bench import UNLOADED
from grader.report.known import known_mistakes
from grader.verdict import MAX_SCORE, Check, Verdict

RUN_IT = "Run your lab once before you hand it in: what it says then is what happened here."
# What is missing here is there at home, and running it there tells nothing.
ALONE = (
    "Your lab is judged alone, with Python's own modules and the course's library: no other file of yours "
    "and nothing that you have installed is there."
)
HIDDEN = "fails on a case that is not shown"
NOWHERE_ELSE = f"{HIDDEN}, and on none of the public ones that were tried"
ON_ANOTHER = f"{HIDDEN}; on this one, which is no secret, it fails in the same way:"
BESIDE = "small examples of the rule: "
NOT_YOURS = "That is not your fault, and your instructor knows."
LABELS = ("called", "returned", "expected", "printed", "rule")
WIDTH = 10
MOST_LINES = 5
LONGEST_LINE = 200

# A line that a check says, and what it is: one of the labels, or "".
Said = tuple[str, str]


@dataclass(frozen=True, slots=True)
class CheckPart:
    """A check: how it ended, what it earned, and what it says of a failure."""

    status: str
    earned: int
    points: int
    title: str
    said: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class TaskPart:
    """A task with its checks, the known mistakes that it seems to have, and the command for a hint."""

    label: str
    earned: int
    points: int
    written: bool
    checks: tuple[CheckPart, ...]
    known: tuple[str, ...]
    hint: str


@dataclass(frozen=True, slots=True)
class Feedback:
    """What a student reads about one lesson.

    place, chosen: the file that was judged, and by which rule, where there were several.
    verdict: state and points, "" where it was not judged.  came: when it was handed in, where that is known.
    late: what lateness costs, comment: what the instructor says with a mark by hand, counts: the mark that
    counts, each "" where there is nothing to be said.
    problem: what ended the run, in lines.  advice: what to do about it.
    """

    title: str
    code: str
    place: str
    chosen: str
    verdict: str
    came: str
    late: str
    comment: str
    counts: str
    problem: tuple[str, ...]
    advice: str
    tasks: tuple[TaskPart, ...]


def feedback(lesson: Lesson, standing: Standing) -> Feedback:
    """What a student reads about one lesson."""
    attempt = standing.attempt
    verdict = attempt.judged()
    judged = verdict is not None and not verdict.ours
    tasks: tuple[TaskPart, ...] = ()
    if verdict is not None and judged and verdict.state != "broken":
        said: set[str] = set()
        tasks = tuple(_task(lesson, verdict, piece, said) for piece in lesson.pieces)
    return Feedback(
        title=lesson.front.title,
        code=lesson.code,
        place=attempt.place,
        chosen=attempt.chosen,
        verdict=f"{verdict.state}: {verdict.score} of {MAX_SCORE} points" if verdict and judged else "",
        came=f"Handed in {attempt.handed_in}" if attempt.handed_in and standing.late.days else "",
        late=_late(standing),
        comment=standing.manual.comment if standing.manual else "",
        counts=_counts(standing),
        problem=tuple(verdict.problem.split("\n")) if verdict and judged and verdict.problem else (),
        advice=_advice(verdict) if verdict and judged else "",
        tasks=tasks,
    )


def _late(standing: Standing) -> str:
    late = standing.late
    if not late.days:
        return ""
    free = f", {late.free} of them free" if late.free else ""
    return f"Late, days begun: {late.days}{free}; points deducted: {late.deducted}."


def _counts(standing: Standing) -> str:
    """What counts, where that is not what was judged."""
    if standing.manual is None and standing.mark == standing.attempt.score:
        return ""
    whose = ", given by your instructor" if standing.manual else ""
    return f"What counts: {standing.mark} of {MAX_SCORE} points{whose}."


def _advice(verdict: Verdict) -> str:
    if verdict.state != "broken" or not verdict.problem.startswith(UNLOADED):
        return ""
    return ALONE if "ModuleNotFoundError" in verdict.problem else RUN_IT


def _task(lesson: Lesson, verdict: Verdict, piece: Piece, said: set[str]) -> TaskPart:
    checks = verdict.of_task(piece.task)
    earned, points = sum(check.earned for check in checks), sum(check.points for check in checks)
    written = piece.task not in verdict.unwritten
    return TaskPart(
        label=piece.label,
        earned=earned,
        points=points,
        written=written,
        checks=tuple(_check(lesson, check, verdict, said) for check in checks) if written else (),
        known=tuple(known_mistakes(lesson, verdict, piece)) if written else (),
        hint=f"uv run learn hint {piece.task}" if earned < points else "",
    )


def _check(lesson: Lesson, check: Check, verdict: Verdict, said: set[str]) -> CheckPart:
    """A check, and what it says of a failure the first time that it is said."""
    lines = _hidden(check, verdict) if check.private and check.failed else check.message.split("\n")
    last = lines[-1]
    if last and last in said:
        lines = ["the same as above"]
    elif check.failed:
        lines = [*lines, *_printed(check), *_rule(lesson, check)]
    said.add(last)
    return CheckPart(
        check.status, check.earned, check.points, check.title, tuple(map(_labelled, filter(None, lines)))
    )


def _hidden(check: Check, verdict: Verdict) -> list[str]:
    """What may be said of a private case: nothing of it, but how the same goes wrong on another."""
    if check.example:
        return [ON_ANOTHER, *check.example.split("\n")]
    beside = [other.title for other in verdict.checks if other.rule == check.rule and not other.private]
    return [NOWHERE_ELSE, *([f"{BESIDE}{'; '.join(beside)}"] if check.rule and beside else [])]


def _printed(check: Check) -> list[str]:
    """The beginning of what the lab printed; on a private case it might print what that is."""
    lines = [] if check.private else check.printed.splitlines()
    shown = [line[:LONGEST_LINE] for line in lines[:MOST_LINES]]
    more = [f"({len(lines) - MOST_LINES} more lines)"] if len(lines) > MOST_LINES else []
    return [f"{'printed':<{WIDTH}}{line}" for line in (*shown, *more)]


def _rule(lesson: Lesson, check: Check) -> list[str]:
    line = lesson.line_of_rule(check.rule) if check.rule else None
    return [f"{'rule':<{WIDTH}}{check.rule} ({lesson.page.name}:{line})"] if line else []


def _labelled(line: str) -> Said:
    label = line[:WIDTH].rstrip()
    return (label, line[WIDTH:]) if label in LABELS and len(line) >= WIDTH else ("", line)
