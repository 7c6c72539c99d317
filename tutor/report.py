"""A verdict for a person: at a terminal of 80 columns, in colour or without, or a sentence a line."""

from collections.abc import Iterator
from pathlib import Path

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from curriculum.course import Lesson, Piece
from curriculum.editions import EditionError, signature_line
from curriculum.files import CourseError, read_text
from grader.report.known import known_mistakes
from grader.verdict import MAX_SCORE, Check, Verdict
from tutor.plain import console, linear
from tutor.terminal import printable, seen_from_here, wrapped

KNOWN = "This looks like a mistake that others have made:"
LABELS = ("called    ", "returned  ", "expected  ", "rule      ")
STYLES = {
    "passed": "green",
    "wrong": "red",
    "broken": "red",
    "over limit": "red",
    "not run": "dim",
    "ungraded": "magenta",
}


def show_expected(lesson: Lesson, *, plain: bool) -> None:
    """Print what comes out of a lab that is right, in an edition that holds no solution of it."""
    printable()
    screen = console(plain=plain)
    nothing = Verdict(lesson.id, "not started", 0, {}, lesson.expected, (), ())
    screen.print(Text("\n").join(Report(lesson, nothing, None, screen, plain).expected()), soft_wrap=True)


def show(
    lesson: Lesson, verdict: Verdict, *, file: Path | None, plain: bool = False, solved: bool = False
) -> None:
    """Print the verdict; its last line is the state and the points.

    file: the learner's file, where it is one; then what is still to write is named with its line.
    plain: a sentence a line, for screen readers and logs.
    solved: say that this is the reference and not the learner's work.
    """
    printable()
    screen = console(plain=plain)
    # Printed at once, so that a notebook shows one output and not one a line.
    screen.print(Text("\n").join(Report(lesson, verdict, file, screen, plain).lines(solved)), soft_wrap=True)


class Report:
    """The lines of one verdict, for the screen that they are to be printed on."""

    def __init__(
        self, lesson: Lesson, verdict: Verdict, file: Path | None, screen: Console, plain: bool
    ) -> None:
        self._lesson = lesson
        self._verdict = verdict
        self._file = file
        self._screen = screen
        self._plain = plain
        self._said: set[str] = set()

    def lines(self, solved: bool) -> Iterator[Text]:
        """All of them; the last is the verdict."""
        verdict = self._verdict
        whose = ", solved by the reference" if solved else ""
        yield Text(f"{self._lesson.heading}{whose}", style="bold")
        yield Text()
        if verdict.state == "not started" and not verdict.ours:
            yield from self._start()
        elif verdict.state == "broken" and not verdict.ours:
            yield from map(Text, self._wrapped("  ", verdict.problem))
            yield Text()
            yield Text("Nothing else was tried: mend that first, and check again.")
        else:
            yield from self._work()
        yield Text()
        yield from map(Text, self._wrapped("", self.left))
        yield self.last(solved)

    def expected(self) -> Iterator[Text]:
        """The title, the figures that must come out, and in the last line that nothing more can be shown."""
        lesson = self._lesson
        yield Text(f"{lesson.heading}, as it comes out when it is right", style="bold")
        yield Text()
        yield from self._figures(lesson.measure.draw(lesson.expected, lesson.expected))
        yield Text(f"no solution: this edition holds none of {lesson.code}, only what comes out")

    def last(self, solved: bool = False) -> Text:
        """The verdict, in a line."""
        verdict = self._verdict
        if verdict.ours:
            return Text("not judged: a check of ours failed, which is not your fault", style="bold magenta")
        state = "the reference" if solved else verdict.state
        style = "bold green" if verdict.state == "done" else "bold"
        return Text(f"{state}: {verdict.score} of {MAX_SCORE} points", style=style)

    @property
    def left(self) -> str:
        """What is to be said of right work of which not all can be judged here, "" of any other."""
        left = self._verdict.left
        return f"What can be judged here is right; {left} points are left to the grader." if left else ""

    def _start(self) -> Iterator[Text]:
        expected = self._lesson.expected
        yield Text("Nothing is written yet, and that is the right start.")
        yield Text()
        yield Text("To write:")
        for piece in self._lesson.pieces:
            yield Text(f"  {piece.label}")
            yield from self._place(piece)
        yield Text()
        yield Text("When it is right, this comes out:")
        yield Text()
        yield from self._figures(self._lesson.measure.draw(expected, expected))
        yield Text(f"A hint: uv run learn hint {self._lesson.pieces[0].task}")

    def _work(self) -> Iterator[Text]:
        verdict = self._verdict
        if any(value is not None for value in verdict.figures.values()):
            yield from self._figures(self._lesson.measure.draw(verdict.figures, self._lesson.expected))
        for piece in self._lesson.pieces:
            checks = verdict.of_task(piece.task)
            earned, points = sum(check.earned for check in checks), sum(check.points for check in checks)
            yield Text(f"{piece.label}: {earned} of {points} points", style="bold")
            if piece.task in verdict.unwritten and not verdict.ours:
                yield Text("  not written yet")
                yield from self._place(piece)
            else:
                for check in checks:
                    yield from self._check(check)
                known = known_mistakes(self._lesson, verdict, piece)
                if known:
                    yield Text(f"  {KNOWN}")
                for says in known:
                    yield from map(Text, self._wrapped("    ", says))
            if earned < points and not verdict.ours and not verdict.left:
                yield Text(f"  A hint: uv run learn hint {piece.task}")

    def _figures(self, figures: RenderableType) -> Iterator[Text]:
        """The figures, indented, without the blanks with which a table fills its last column."""
        if self._plain:
            yield from map(Text, linear(figures))
        else:
            padded = Padding(figures, (0, 0, 0, 2), expand=False)
            for segments in self._screen.render_lines(padded, pad=False):
                line = Text.assemble(*((segment.text, segment.style or "") for segment in segments))
                line.rstrip()
                yield line
        yield Text()

    def _place(self, piece: Piece) -> Iterator[Text]:
        if self._file is not None:
            try:
                line = signature_line(read_text(self._file), piece.name)
                place = f"{seen_from_here(self._file)}:{line}"
            except (CourseError, EditionError):
                place = seen_from_here(self._file)
            yield Text(f"    {place}", style="dim")

    def _check(self, check: Check) -> Iterator[Text]:
        """A check, what it says of a failure the first time that it is said, and the rule it stands for."""
        status = check.status if self._plain else f"{check.status:<10}"
        points = (
            f"{check.earned} of {check.points}:" if self._plain else f"{check.earned:>2}/{check.points:<2} "
        )
        title, *more = self._wrapped(f"  {status} {points} ", check.title)
        first = Text(title)
        first.stylize(STYLES[check.status], 2, 2 + len(status))
        yield first
        what = check.message.splitlines()
        if what and what[-1] in self._said:
            what = [] if check.status == "not run" else ["the same as above"]
        else:
            self._said.update(what[-1:])
            what += self.rule(check)
        for message in what:
            labelled = message.startswith(LABELS)
            label = message[:10] if labelled else ""
            if self._plain and labelled:
                label = f"{label.rstrip()}: "
            more += self._wrapped(f"    {label}", message[10 * labelled :])
        yield from map(Text, more)

    def rule(self, check: Check) -> list[str]:
        """The rule of the page that was broken, in a line, if the check stands for one."""
        line = self._lesson.line_of_rule(check.rule) if check.failed and check.rule else None
        return [f"rule      {check.rule} ({self._lesson.page.name}:{line})"] if line else []

    def _wrapped(self, prefix: str, text: str) -> list[str]:
        """Lay a text behind its prefix, further lines under its beginning."""
        return wrapped(prefix, text, max(self._screen.width, 2 * len(prefix) + 8))
