"""A verdict drawn for a notebook: a plot, and tables of figures and checks; no extension is needed."""

import io
from collections.abc import Iterable, Iterator
from html import escape

from rich.console import RenderableType
from rich.table import Table

from curriculum.course import Lesson, Piece
from grader.report.known import known_mistakes
from grader.verdict import Verdict
from tutor.plain import cells_of, console, parts_of
from tutor.report import KNOWN, Report
from tutor.terminal import WIDTH

LEFT = "text-align: left; vertical-align: top; padding: 0.1em 1.5em 0.1em 0"
RIGHT = "text-align: right; vertical-align: top; padding: 0.1em 1.5em 0.1em 0"
GREEN, RED, GREY = "#1a7f37", "#b42318", "#6b7280"
COLOURS = {"passed": GREEN, "wrong": RED, "broken": RED, "over limit": RED, "not run": GREY, "ungraded": RED}


def show(lesson: Lesson, verdict: Verdict) -> None:
    """Display it: first the plot, if there is one to draw, then tables and the verdict in one output.

    Where only text can be shown, that is the report as the script prints it.
    """
    from IPython.display import display

    image = _plot(lesson, verdict)
    if image is not None:
        display(  # type: ignore[no-untyped-call]
            {"image/png": image, "text/plain": f"A plot of {lesson.front.title}"}, raw=True
        )
    screen = console(plain=False)
    screen.width = WIDTH
    report = Report(lesson, verdict, None, screen, plain=False)
    text = "\n".join(line.plain for line in report.lines(solved=False))
    display(  # type: ignore[no-untyped-call]
        {"text/html": "\n".join(_html(lesson, verdict, report, text)), "text/plain": text}, raw=True
    )


def _plot(lesson: Lesson, verdict: Verdict) -> bytes | None:
    """The lesson's plot as a PNG; None where there is none to draw, or matplotlib is not installed."""
    draw = getattr(lesson.measure, "plot", None)
    if draw is None or None in verdict.figures.values() or not verdict.figures:
        return None
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return None
    figure = Figure(figsize=(7, 3.5), layout="constrained")
    draw(figure.subplots(), verdict.figures, lesson.expected)
    image = io.BytesIO()
    figure.savefig(image, format="png", dpi=110, metadata={"Software": None})
    return image.getvalue()


def _html(lesson: Lesson, verdict: Verdict, report: Report, text: str) -> Iterator[str]:
    yield f"<h3>{escape(lesson.front.title)} ({escape(lesson.code)})</h3>"
    if verdict.state in ("not started", "broken") and not verdict.ours:
        between = "\n".join(text.splitlines()[2:-2])
        yield f"<pre>{escape(between)}</pre>"
    else:
        if any(value is not None for value in verdict.figures.values()):
            yield from _figures(lesson.measure.draw(verdict.figures, lesson.expected))
        for piece in lesson.pieces:
            yield from _piece(lesson, piece, verdict, report)
    if report.left:
        yield f"<p>{escape(report.left)}</p>"
    yield f"<p><b>{escape(report.last().plain)}</b></p>"


def _figures(figures: RenderableType) -> Iterator[str]:
    for part in parts_of(figures):
        if isinstance(part, Table):
            heads, rows = cells_of(part)
            sides = [RIGHT if column.justify == "right" else LEFT for column in part.columns]
            yield "<table>"
            yield _row("th", heads, sides)
            yield from (_row("td", row, sides) for row in rows)
            yield "</table>"
        elif str(part):
            yield f"<p>{escape(str(part))}</p>"


def _row(kind: str, cells: Iterable[str], sides: Iterable[str]) -> str:
    parts = (
        f'<{kind} style="{side}">{escape(cell)}</{kind}>' for cell, side in zip(cells, sides, strict=True)
    )
    return f"<tr>{''.join(parts)}</tr>"


def _piece(lesson: Lesson, piece: Piece, verdict: Verdict, report: Report) -> Iterator[str]:
    checks = verdict.of_task(piece.task)
    earned, points = sum(check.earned for check in checks), sum(check.points for check in checks)
    yield f"<h4>{escape(piece.label)}: {earned} of {points} points</h4>"
    if piece.task in verdict.unwritten and not verdict.ours:
        yield "<p>not written yet</p>"
    else:
        yield "<table>"
        for check in checks:
            more = "\n".join([*check.message.splitlines(), *report.rule(check)])
            said = f'<pre style="background: transparent">{escape(more)}</pre>' if more else ""
            yield (
                f'<tr><td style="{LEFT}; color: {COLOURS[check.status]}">{check.status}</td>'
                f'<td style="{RIGHT}">{check.earned}/{check.points}</td>'
                f'<td style="{LEFT}">{escape(check.title)}{said}</td></tr>'
            )
        yield "</table>"
        for says in known_mistakes(lesson, verdict, piece):
            yield f"<p>{KNOWN} {escape(says)}</p>"
    if earned < points and not verdict.ours and not verdict.left:
        yield f"<p>A hint: <code>uv run learn hint {escape(piece.task)}</code></p>"
