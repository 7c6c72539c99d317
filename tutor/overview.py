"""The course as a map in the terminal: every lesson with its minutes, what it needs, and how far it is."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from rich.text import Text

from curriculum.course import LEVELS, Course, Entry, Lesson
from grader.verdict import MAX_SCORE
from tutor.progress import Attempt, Progress
from tutor.state import hash_of
from tutor.steps import Step

STYLES = {"done": "bold green", "in progress": "yellow", "wrong": "red", "broken": "red"}
TITLE = 35


@dataclass(frozen=True, slots=True)
class Standing:
    """All that the map says of a learner."""

    latest: dict[str, Attempt]
    first: dict[str, Attempt]
    own: frozenset[str]
    solutions: frozenset[str]

    @classmethod
    def of(cls, progress: Progress) -> "Standing":
        """Read it from what was noted."""
        return cls(progress.latest(), progress.first(), progress.own(), progress.solutions())


def overview(course: Course, standing: Standing, step: Step, *, plain: bool) -> Text:
    """Draw it: levels, lessons, tracks, what is the learner's, and the next step; 80 columns suffice."""
    line = _sentence if plain else _row
    lines: list[Text] = []
    for level, entries in groupby(course.order.lessons, key=lambda entry: LEVELS[entry.code[0]]):
        head = level.capitalize() if plain or lines else f"{level.capitalize():<{TITLE + 6}}min  needs"
        lines.append(Text(head, style="bold"))
        lines += [line(course, entry, standing) for entry in entries]
        lines.append(Text())
    lines += _tracks(course)
    lines += [Text(_whose(course, standing)), *_changed(course, standing), Text(), *_next(step)]
    return Text("\n").join(lines)


def _row(course: Course, entry: Entry, standing: Standing) -> Text:
    ready = _ready(course, entry)
    minutes = str(ready.front.minutes) if ready else ""
    needs = " ".join(_codes(course, entry))
    line = Text(f"  {entry.code:<4}{_title(entry, ready):<{TITLE}}{minutes:>3}  {needs:<11} ")
    state = _state(entry, standing) if ready else "planned"
    return line.append(state, style=STYLES.get(state, "" if ready else "dim")).append(
        _more(entry, state, standing)
    )


def _sentence(course: Course, entry: Entry, standing: Standing) -> Text:
    ready = _ready(course, entry)
    minutes = [f"{ready.front.minutes} minutes"] if ready else []
    codes = _codes(course, entry)
    needs = [f"needs {' and '.join(codes)}"] if codes else []
    state = _state(entry, standing) if ready else "planned"
    parts = [f"{entry.code} {_title(entry, ready)}", *minutes, *needs, state + _more(entry, state, standing)]
    return Text(", ".join(parts))


def _ready(course: Course, entry: Entry) -> Lesson | None:
    return next((lesson for lesson in course.lessons if lesson.id == entry.id), None)


def _title(entry: Entry, ready: Lesson | None) -> str:
    return ready.front.title if ready else entry.id.replace("-", " ").capitalize()


def _codes(course: Course, entry: Entry) -> list[str]:
    return [course.entry(need).code for need in entry.needs]


def _state(entry: Entry, standing: Standing) -> str:
    attempt = standing.latest.get(entry.id)
    return attempt.state if attempt else "not started"


def _more(entry: Entry, state: str, standing: Standing) -> str:
    if state in ("in progress", "wrong"):
        return f" {standing.latest[entry.id].score}/{MAX_SCORE}"
    return ", solution read" if entry.id in standing.solutions else ""


def _tracks(course: Course) -> Iterator[Text]:
    if course.order.tracks:
        yield Text("Short tracks", style="bold")
        for track in course.order.tracks:
            after = f"{track.after}, then " if track.after else ""
            yield Text(f"  {track.name}: {after}{' '.join(track.lessons)}")
        yield Text()


def _whose(course: Course, standing: Standing) -> str:
    pieces = [piece.task for lesson in course.lessons for piece in lesson.pieces]
    own = sum(task in standing.own for task in pieces)
    return f"{own} of {len(pieces)} pieces of {course.order.library} are yours."


def _changed(course: Course, standing: Standing) -> Iterator[Text]:
    """Labs whose start has changed since somebody began to write in them."""
    for lesson in course.lessons:
        begun = standing.first.get(lesson.id)
        if begun and begun.stub and begun.stub != hash_of(lesson.stub.read_bytes()):
            yield Text(f"{lesson.code} has a newer stub than yours began with: {lesson.stub.name} beside it.")


def _next(step: Step) -> Iterator[Text]:
    yield Text(f"Next: {step.sentence}")
    yield from (Text(f"  {line}", style="bold") for line in step.lines)
