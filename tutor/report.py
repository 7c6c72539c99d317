"""A verdict for a person: at a terminal of 80 columns, without colour, or in a notebook."""

import os
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from curriculum.course import Lesson, Piece
from curriculum.editions import EditionError, signature_line
from curriculum.files import CourseError, read_text
from grader.verdict import MAX_SCORE, Check, Verdict

MOST_ALIKE = 2
LABELS = ("called    ", "returned  ", "expected  ")
STYLES = {
    "passed": "green",
    "wrong": "red",
    "broken": "red",
    "over limit": "red",
    "not run": "dim",
    "ungraded": "magenta",
}


def show(lesson: Lesson, verdict: Verdict, *, file: Path | None, solved: bool = False) -> None:
    """Print the verdict; its last line is the state and the points.

    file: the learner's file, where it is one; then what is still to write is named with its line.
    solved: say that this is the reference and not the learner's work.
    """
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal may know fewer letters than the data
    console = Console(highlight=False)
    whose = ", solved by the reference" if solved else ""
    lines = [Text(f"{lesson.front.title} ({lesson.code}){whose}", style="bold"), Text()]
    if verdict.state == "not started" and not verdict.ours:
        lines += _start(console, lesson, file)
    elif verdict.state == "broken" and not verdict.ours:
        lines += map(Text, _wrapped(console, "  ", verdict.problem))
        lines += [Text(), Text("Nothing else was tried: mend that first, and check again.")]
    else:
        lines += _work(console, lesson, verdict, file)
    lines += [Text(), _last_line(verdict, solved)]
    # Printed at once, so that a notebook shows one output and not one a line.
    console.print(Text("\n").join(lines), soft_wrap=True)


def _last_line(verdict: Verdict, solved: bool) -> Text:
    if verdict.ours:
        return Text("not judged: a check of ours failed, which is not your fault", style="bold magenta")
    state = "the reference" if solved else verdict.state
    style = "bold green" if verdict.state == "done" else "bold"
    return Text(f"{state}: {verdict.score} of {MAX_SCORE} points", style=style)


def _start(console: Console, lesson: Lesson, file: Path | None) -> Iterator[Text]:
    yield Text("Nothing is written yet, and that is the right start.")
    yield Text()
    yield Text("To write:")
    for piece in lesson.pieces:
        yield Text(f"  {piece.label}")
        yield from _place(piece, file)
    yield Text()
    yield Text("When it is right, this comes out:")
    yield Text()
    yield from _figures(console, lesson.measure.draw(lesson.expected, lesson.expected))
    yield Text(f"A hint: uv run learn hint {lesson.pieces[0].task}")


def _work(console: Console, lesson: Lesson, verdict: Verdict, file: Path | None) -> Iterator[Text]:
    if any(value is not None for value in verdict.figures.values()):
        yield from _figures(console, lesson.measure.draw(verdict.figures, lesson.expected))
    said: set[str] = set()
    for piece in lesson.pieces:
        checks = [check for check in verdict.checks if check.task == piece.task]
        earned, points = sum(check.earned for check in checks), sum(check.points for check in checks)
        yield Text(f"{piece.label}: {earned} of {points} points", style="bold")
        if piece.task in verdict.unwritten and not verdict.ours:
            yield Text("  not written yet")
            yield from _place(piece, file)
        else:
            for check in checks:
                yield from _check(console, check, said)
            yield from _known(console, lesson, piece, checks)
        if earned < points and not verdict.ours:
            yield Text(f"  A hint: uv run learn hint {piece.task}")


def _known(console: Console, lesson: Lesson, piece: Piece, checks: list[Check]) -> Iterator[Text]:
    """The mistakes that fail just these checks; where many do, none of them tells the learner anything."""
    failed = tuple(check.id for check in checks if check.failed)
    alike = [known.says for known in lesson.known if (known.task, known.fails) == (piece.task, failed)]
    if failed and 0 < len(alike) <= MOST_ALIKE:
        yield Text("  Just these are failed by a mistake that is known:")
        for says in alike:
            yield from map(Text, _wrapped(console, "    ", says))


def _figures(console: Console, figures: RenderableType) -> Iterator[Text]:
    """The figures, indented, without the blanks with which a table fills its last column."""
    for segments in console.render_lines(Padding(figures, (0, 0, 0, 2), expand=False), pad=False):
        line = Text.assemble(*((segment.text, segment.style or "") for segment in segments))
        line.rstrip()
        yield line
    yield Text()


def _place(piece: Piece, file: Path | None) -> Iterator[Text]:
    if file is not None:
        try:
            place = f"{_short(file)}:{signature_line(read_text(file), piece.name)}"
        except (CourseError, EditionError):
            place = _short(file)
        yield Text(f"    {place}", style="dim")


def _check(console: Console, check: Check, said: set[str]) -> Iterator[Text]:
    """A check, and what it says of a failure the first time that it is said."""
    status = f"{check.status:<10}"
    title, *more = _wrapped(console, f"  {status} {check.earned:>2}/{check.points:<2}  ", check.title)
    first = Text(title)
    first.stylize(STYLES[check.status], 2, 2 + len(status))
    yield first
    what = check.message.splitlines()
    if what and what[-1] in said:
        what = [] if check.status == "not run" else ["the same as above"]
    said.update(what[-1:])
    for message in what:
        labelled = message.startswith(LABELS)
        more += _wrapped(console, f"    {message[:10] if labelled else ''}", message[10 * labelled :])
    yield from map(Text, more)


def _wrapped(console: Console, prefix: str, text: str) -> list[str]:
    """Lay a text behind its prefix, further lines under its beginning."""
    return textwrap.wrap(text, console.width, initial_indent=prefix, subsequent_indent=" " * len(prefix))


def _short(file: Path) -> str:
    """The file as seen from here, if that is shorter to read."""
    try:
        relative = os.path.relpath(file)
    except ValueError:  # another drive
        return str(file)
    return str(file) if relative.startswith("..") else relative
