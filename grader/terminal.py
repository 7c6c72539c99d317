"""What an instructor sees at the terminal: how far it is, and what came of it. 80 columns, without colour."""

import math
import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import get_args

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from grader.changes import Change, change
from grader.feedback import LONGEST_LINE, MOST_LINES
from grader.gradebook import Attempt, ManualMark
from grader.inert import plain
from grader.verdict import RowStatus, Verdict

COLUMNS = 80
SHOWN = 20


def progress(attempts: Iterator[Attempt], total: int, clock: Callable[[], float]) -> Iterator[Attempt]:
    """Pass attempts on, and show how many there were and how long the others may take.

    That is a bar at a terminal, elsewhere a line for each tenth.  clock: tells the seconds since some moment.
    """
    console, begun = Console(stderr=True), clock()
    if console.is_terminal:
        yield from _with_bar(attempts, total, console)
        return
    for number, attempt in enumerate(attempts, start=1):
        if number * 10 // total > (number - 1) * 10 // total:
            left = (clock() - begun) / number * (total - number)
            print(f"{number} of {total}{_in_words(left) if left else ''}", file=sys.stderr, flush=True)
        yield attempt


def _in_words(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f", about {minutes} min left" if minutes else f", about {math.ceil(seconds)} s left"


def _with_bar(attempts: Iterator[Attempt], total: int, console: Console) -> Iterator[Attempt]:
    last = TextColumn("{task.description}", markup=False)
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), last)
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=total)
        for attempt in attempts:
            bar.update(task, advance=1, description=plain(attempt.student))
            yield attempt


def summary(attempts: Sequence[Attempt]) -> str:
    """How many there were of each status."""
    counts = Counter(attempt.status for attempt in attempts)
    kinds = [f"{counts[status]} {status}" for status in get_args(RowStatus) if counts[status]]
    return f"{len(attempts)} {'submission' if len(attempts) == 1 else 'submissions'}: {', '.join(kinds)}"


def telling(attempts: Sequence[Attempt]) -> Iterator[str]:
    """Lines for each submission that something stood in the way of; for a single one in any case."""
    rows = [attempt for attempt in attempts if attempt.status != "graded" or len(attempts) == 1]
    for attempt in sorted(rows, key=lambda row: (row.status, row.student))[:SHOWN]:
        score = "no score" if attempt.score is None else f"{attempt.score} of {attempt.max_score}"
        line = f"{plain(attempt.student)}: {attempt.status}, {score}: {attempt.detail}"
        yield textwrap.fill(line, COLUMNS, initial_indent="  ", subsequent_indent="    ")
    if len(rows) > SHOWN:
        yield f"  and {len(rows) - SHOWN} more, in grades.csv"


def changed(changes: Sequence[Change]) -> Iterator[str]:
    """What a regrade changed, if there was one: lines for each submission that ends otherwise now."""
    if not changes:
        return
    others = sorted((one for one in changes if one.is_one), key=lambda one: one.student)
    again = f"Judged again: {len(changes)}; "
    yield again + (
        f"otherwise now: {len(others)}, and the earlier verdicts are kept" if others else "all as before"
    )
    for one in others[:SHOWN]:
        yield from _change(plain(one.student), one)
    if len(others) > SHOWN:
        yield f"  and {len(others) - SHOWN} more; grader history STUDENT shows each"


def _change(name: str, one: Change) -> Iterator[str]:
    yield f"  {name}: {_score(one.before)} -> {_score(one.after)}"
    for title, was, now in one.checks:
        yield textwrap.fill(
            f"{title}: {was or 'not there'} -> {now or 'not there'}",
            COLUMNS,
            initial_indent="    ",
            subsequent_indent="      ",
        )


def left(older: Sequence[str]) -> Iterator[str]:
    """Who keeps a grade of an earlier version, if anybody does."""
    if older:
        those = plain(", ".join(sorted(older)[:SHOWN]))
        more = f" and {len(older) - SHOWN} more" if len(older) > SHOWN else ""
        yield textwrap.fill(
            f"Judged by an earlier version of course or grader, and left so: {those}{more}. "
            "--again judges them anew.",
            COLUMNS,
            subsequent_indent="  ",
        )


def history(attempts: Sequence[Attempt], marks: Sequence[ManualMark]) -> Iterator[str]:
    """Each attempt with its versions and what it changed, then each mark by hand."""
    before: Attempt | None = None
    for number, attempt in enumerate(attempts, start=1):
        yield f"{number}. {attempt.judged_at}  {_score(attempt.score)}  {attempt.status}"
        came = f", handed in {attempt.handed_in}" if attempt.handed_in else ""
        for line in (
            f"{plain(attempt.place)} ({attempt.digest[:12]}){came}",
            f"course {attempt.course}, grader {attempt.grader or 'unknown'}, seed {attempt.seed}",
            plain(attempt.detail),
        ):
            yield textwrap.fill(line, COLUMNS, initial_indent="   ", subsequent_indent="     ")
        if before and (one := change(before, attempt)).is_one:
            what = "the same submission" if before.digest == attempt.digest else "another submission"
            yield from _change(f" {what}", one)
        before = attempt
    for title, line in _printed(before) if before else ():
        yield textwrap.fill(f"printed in {title!r}: {line}", COLUMNS, subsequent_indent="  ")
    for mark in marks:
        what = "taken back" if mark.points is None else f"{mark.points} points: {plain(mark.comment)}"
        yield textwrap.fill(f"Mark by hand, {mark.at}: {what}", COLUMNS, subsequent_indent="  ")


def _printed(attempt: Attempt) -> Iterator[tuple[str, str]]:
    """The beginning of what an attempt printed, in which check."""
    if attempt.verdict:
        for check in msgspec.json.decode(attempt.verdict, type=Verdict).checks:
            for line in check.printed.splitlines()[:MOST_LINES]:
                yield check.title, plain(line[:LONGEST_LINE])


def _score(score: int | None) -> str:
    return "no score" if score is None else str(score)
