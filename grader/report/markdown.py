"""Feedback as Markdown, in which nothing that a submission says is a part of the page."""

import re
from collections.abc import Iterator

from grader.inert import plain
from grader.report.feedback import NOT_YOURS, WIDTH, CheckPart, Feedback, Said


def markdown(feedback: Feedback) -> str:
    """The text of a file, or of a part of one."""
    return "\n".join(_lines(feedback)) + "\n"


def _lines(feedback: Feedback) -> Iterator[str]:
    yield f"# {feedback.title} ({feedback.code})"
    yield ""
    if not feedback.verdict:
        yield f"Not judged yet: {_code(feedback.place)}. {NOT_YOURS}"
    else:
        yield f"**{feedback.verdict}**, for {_code(feedback.place)}"
    if feedback.chosen:
        yield from ("", "How the file was chosen:", *_quoted([("", feedback.chosen)]))
    for line in filter(None, (feedback.counts and f"**{feedback.counts}**", feedback.came, feedback.late)):
        yield from ("", line)
    if feedback.comment:
        yield from ("", "Your instructor says:", *_quoted([("", feedback.comment)]))
    if feedback.problem:
        yield from _quoted([("", line) for line in feedback.problem])
    if feedback.advice:
        yield from ("", feedback.advice)
    for task in feedback.tasks:
        yield from ("", f"## {task.label} ({task.earned} of {task.points} points)", "")
        if not task.written:
            yield "Not written yet."
        for check in task.checks:
            yield from _check(check)
        if task.known:
            yield from ("", "This looks like a mistake that others have made:", "")
            yield from (f"- {says}" for says in task.known)
        if task.hint:
            yield from ("", f"A hint: `{task.hint}`")


def _check(check: CheckPart) -> Iterator[str]:
    yield f"- {check.status}, {check.earned} of {check.points}: {check.title}"
    if check.said:
        yield from _quoted(check.said)


def _quoted(said: "tuple[Said, ...] | list[Said]") -> list[str]:
    """Lines, which may hold whatever a submission put into them, as text that nothing interprets."""
    lines = (f"{label:<{WIDTH}}{text}" if label else text for label, text in said)
    return ["", *(f"      {plain(line)}" for line in lines), ""]


def _code(text: str) -> str:
    """A text between as many backticks as it has itself, and one more."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    space = " " if longest else ""
    return f"{'`' * (longest + 1)}{space}{plain(text)}{space}{'`' * (longest + 1)}"
