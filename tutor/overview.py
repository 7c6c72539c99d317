"""The course as a map in the terminal: every lesson with its minutes, what it needs, and how far it is."""

from collections.abc import Iterator, Mapping
from itertools import groupby

from rich.text import Text

from curriculum.course import LEVELS, Course, Entry
from grader.verdict import MAX_SCORE
from tutor.progress import Attempt
from tutor.steps import Step

STYLES = {"done": "bold green", "in progress": "yellow", "wrong": "red", "broken": "red"}
TITLE = 30


def overview(course: Course, latest: Mapping[str, Attempt], step: Step) -> Text:
    """Draw it: levels, lessons, what is the learner's, and the next step; 80 columns suffice."""
    lines: list[Text] = []
    for level, entries in groupby(course.order.lessons, key=lambda entry: LEVELS[entry.code[0]]):
        lines.append(Text(level.capitalize(), style="bold"))
        lines += [_line(course, entry, latest) for entry in entries]
        lines.append(Text())
    lines += [Text(_whose(course, latest)), Text(), *_next(step)]
    return Text("\n").join(lines)


def _line(course: Course, entry: Entry, latest: Mapping[str, Attempt]) -> Text:
    ready = next((lesson for lesson in course.lessons if lesson.id == entry.id), None)
    title = ready.front.title if ready else entry.id.replace("-", " ").capitalize()
    minutes = f"{ready.front.minutes} min" if ready else ""
    codes = [course.entry(need).code for need in entry.needs]
    needs = f"needs {' '.join(codes)}" if codes else ""
    line = Text(f"  {entry.code:<4}{title[:TITLE]:<{TITLE}} {minutes:>6}  {needs:<13} ")
    attempt = latest.get(entry.id)
    if ready is None:
        return line.append("planned", style="dim")
    state = attempt.state if attempt else "not started"
    line.append(state, style=STYLES.get(state, ""))
    if attempt and state in ("in progress", "wrong"):
        line.append(f" {attempt.score}/{MAX_SCORE}")
    return line


def _whose(course: Course, latest: Mapping[str, Attempt]) -> str:
    pieces = [piece.task for lesson in course.lessons for piece in lesson.pieces]
    own = {task for attempt in latest.values() for task in attempt.tasks}
    return (
        f"{sum(task in own for task in pieces)} of {len(pieces)} pieces of {course.order.library} are yours."
    )


def _next(step: Step) -> Iterator[Text]:
    yield Text(f"Next: {step.sentence}")
    yield from (Text(f"  {line}", style="bold") for line in step.lines)
