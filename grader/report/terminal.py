"""What an instructor sees at the terminal: how far it is, and what came of it. 80 columns, without colour."""

import math
import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import get_args

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from grader.gradebook.changes import Change, change
from grader.gradebook.gradebook import Attempt, ManualMark
from grader.gradebook.noted import Noted
from grader.gradebook.standing import Standing
from grader.inert import plain
from grader.report.feedback import LONGEST_LINE, MOST_LINES
from grader.report.report import CHANGES
from grader.verdict import RowStatus

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


def told(noted: Noted) -> Iterator[str]:
    """What else is to be told of a run, none of it where there is nothing."""
    others = noted.anew or noted.regraded or noted.older or noted.outdated or noted.absent
    if noted.new and others:
        yield from _named("New", noted.new)
    if noted.anew:
        yield f"Handed in anew: {len(noted.anew)}"
        for one in sorted(noted.anew, key=lambda one: one.student)[:SHOWN]:
            yield f"  {plain(one.student)}: {_score(one.before)} -> {_score(one.after)}"
    yield from _regraded(noted.regraded)
    yield from _named("Older than what was judged since, so that counts", noted.outdated)
    yield from _named("Judged by an earlier version of course or grader (--again judges anew)", noted.older)
    yield from _named("In the gradebook, but not among these submissions", noted.absent)
    if max(len(noted.anew), len([one for one in noted.regraded if one.is_one])) > SHOWN:
        yield f"  all of them are in {CHANGES}"


def _named(what: str, students: Sequence[str]) -> Iterator[str]:
    if students:
        names = ", ".join(sorted(students)[:SHOWN])
        more = f" and {len(students) - SHOWN} more" if len(students) > SHOWN else ""
        line = f"{what}: {len(students)} ({plain(names)}{more})"
        yield textwrap.fill(line, COLUMNS, subsequent_indent="  ")


def _regraded(changes: Sequence[Change]) -> Iterator[str]:
    if not changes:
        return
    others = sorted((one for one in changes if one.is_one), key=lambda one: one.student)
    said = f"otherwise now: {len(others)}, and the earlier verdicts are kept" if others else "all as before"
    yield f"Judged again: {len(changes)}; {said}"
    for one in others[:SHOWN]:
        yield from _change(plain(one.student), one)


def _change(name: str, one: Change) -> Iterator[str]:
    yield f"  {name}: {_score(one.before)} -> {_score(one.after)}"
    for title, was, now in one.checks:
        yield textwrap.fill(
            f"{title}: {was or 'not there'} -> {now or 'not there'}",
            COLUMNS,
            initial_indent="    ",
            subsequent_indent="      ",
        )


def history(attempts: Sequence[Attempt], marks: Sequence[ManualMark]) -> Iterator[str]:
    """Each attempt with its versions and what it changed, then each mark by hand."""
    before: Attempt | None = None
    for number, attempt in enumerate(attempts, start=1):
        yield f"{number}. {attempt.judged_at}  {_score(attempt.score)}  {attempt.status}"
        came = f", handed in {attempt.handed_in}" if attempt.handed_in else ""
        for line in (
            f"{plain(attempt.place)} ({attempt.digest[:12]}){came}",
            plain(attempt.chosen),
            f"course {attempt.course}, grader {attempt.grader or 'unknown'}, seed {attempt.seed}",
            plain(attempt.detail),
        ):
            yield from textwrap.wrap(line, COLUMNS, initial_indent="   ", subsequent_indent="     ")
        if before and (one := change(before, attempt)).is_one:
            what = "the same submission" if before.digest == attempt.digest else "another submission"
            yield from _change(f" {what}", one)
        before = attempt
    for title, line in _printed(before) if before else ():
        yield textwrap.fill(f"printed in {title!r}: {line}", COLUMNS, subsequent_indent="  ")
    for mark in marks:
        what = "taken back" if mark.points is None else f"{mark.points} points: {plain(mark.comment)}"
        yield textwrap.fill(f"Mark by hand, {mark.at}: {what}", COLUMNS, subsequent_indent="  ")


def counting(standing: Standing | None, aside: Sequence[str]) -> Iterator[str]:
    """What counts in the end, and why."""
    for at in aside:
        yield f"Set aside, {at}"
    if standing is None:
        yield "What counts: nothing, until something is handed in again."
        return
    late = standing.late
    days = (
        "at a time that nobody knows" if late.days is None else f"{late.days} days late" if late.days else ""
    )
    free = f", {late.free} of them free" if late.free else ""
    parts = [f"judged {_score(standing.attempt.score)}", f"{days}{free}" if days else ""]
    parts += [f"{late.deducted} points deducted" if late.deducted else ""]
    parts += [f"{standing.manual.points} by hand" if standing.manual else ""]
    yield f"What counts: {_score(standing.mark)} ({'; '.join(filter(None, parts))})"


def _printed(attempt: Attempt) -> Iterator[tuple[str, str]]:
    """The beginning of what an attempt printed, in which check."""
    verdict = attempt.judged()
    for check in verdict.checks if verdict else ():
        for line in check.printed.splitlines()[:MOST_LINES]:
            yield check.title, plain(line[:LONGEST_LINE])


def _score(score: int | None) -> str:
    return "no score" if score is None else str(score)
