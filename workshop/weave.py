"""Weaving: what a machine can say better is written into a page between comments, and checked ever after.

    <!-- figure summaries.ratio -->0.82<!-- /figure -->      a figure, by its path in the lesson's figures
    <!-- table rows (source, kept) s1 s2 -->...<!-- /table --> some columns and rows of a list of figures
    <!-- quote orphans.text -->...<!-- /quote -->            texts among the figures, as a quotation
    <!-- output -->...<!-- /output -->                       what the lab prints when it is right
    <!-- code memlab.record.session_of -->...<!-- /code -->  a function, class or table, as it stands
    <!-- where -->, <!-- tasks -->, <!-- quiz -->            from front matter, course.yaml, quiz.yaml
    <!-- predict -->, <!-- outcomes -->                      from predict.yaml

In a page that belongs to no lesson, such as the README, a name begins with the lesson's code: `I2:rows`. A
number that stands in prose outside such comments has been typed by hand and is reported.
"""

import importlib
import inspect
import io
import re
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from rich.console import Console

from curriculum import editions
from curriculum.course import Course, Lesson
from curriculum.files import CourseError
from curriculum.quoting import figure, written

WIDTH = 110

_KINDS = "figure|table|quote|output|code|where|tasks|predict|outcomes|quiz|files|lessons"
# Nothing opens inside a region: one that is never closed must not swallow the text up to the next.
_REGION = re.compile(
    r"<!-- (?P<kind>[a-z]+)(?: (?P<name>[^\n<>]*?))? -->"
    rf"(?:(?!<!-- (?:{_KINDS})\b).)*?<!-- /(?P=kind) -->",
    re.DOTALL,
)
_HALF = re.compile(rf"<!-- (?P<closing>/?)(?:{_KINDS})\b")
_NOT_PROSE = re.compile(
    r"\A---\n.*?\n---\n|<!-- (?P<kind>[a-z]+)(?: [^\n<>]*?)? -->.*?<!-- /(?P=kind) -->|<!--.*?-->"
    r"|```.*?```|`[^`\n]*`|\]\([^)\n]*\)|<[^>\n]*>",
    re.DOTALL,
)
_YEAR = r"(?!(?:19|20)\d\d\b(?![.,]\d))"
_TYPED = re.compile(rf"(?<![\w.]){_YEAR}(?:\d+(?:[.,]\d+)+(?:\s?%)?|\d+\s?%|(?<![#-])\d{{2,}}(?![\w-]))")


def woven(text: str, page: Path, course: Course, lesson: Lesson | None) -> str:
    """Return the page with everything between its comments as it should be.

    Raises CourseError, with file and line, for a comment that names what is not there or is never closed.
    """

    def fill(match: re.Match[str]) -> str:
        kind, name = match["kind"], match["name"] or ""
        try:
            new = _WEAVERS[kind](name, course, lesson)
        except (LookupError, AttributeError, ImportError, TypeError, ValueError, CourseError) as error:
            line = text.count("\n", 0, match.start()) + 1
            raise CourseError(f"{page}:{line}: cannot weave {kind} {name}: {error}") from error
        opening = match[0][: match[0].index("-->") + 3]
        inline = kind == "figure"
        return f"{opening}{new}<!-- /{kind} -->" if inline else f"{opening}\n{new}\n<!-- /{kind} -->"

    result = _REGION.sub(fill, text)
    for match in _HALF.finditer(_REGION.sub(lambda found: " " * len(found[0]), text)):
        line = text.count("\n", 0, match.start()) + 1
        half = "was never opened" if match["closing"] else "is never closed"
        raise CourseError(f"{page}:{line}: the comment {match[0]} ... {half}")
    return result


def typed_figures(text: str) -> Iterator[tuple[int, str]]:
    """Find the numbers in a page's prose that no build step wrote: (line, number).

    A decimal, a percentage, or two digits and more count, a year does not; code, links, comments and front
    matter are no prose.

    >>> list(typed_figures("About 0.82 of `1432` in 3 parts, <!-- figure a -->99<!-- /figure -->."))
    [(1, '0.82')]
    """
    blanked = _NOT_PROSE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    for match in _TYPED.finditer(blanked):
        yield blanked.count("\n", 0, match.start()) + 1, match[0]


def plain(renderable: Any, width: int = 80) -> str:
    """Render as a terminal of that width without colour shows it, without trailing blanks."""
    console = Console(
        file=io.StringIO(), width=width, color_system=None, highlight=False, legacy_windows=False
    )
    console.print(renderable)
    printed: str = console.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in printed.splitlines())


def _lesson_of(name: str, course: Course, lesson: Lesson | None) -> tuple[Lesson, str]:
    code, colon, rest = name.partition(":")
    if colon:
        return course.lesson(code), rest
    if lesson is None:
        raise LookupError("outside a lesson a name begins with the lesson's code, such as I2:")
    return lesson, name


def _figure(name: str, course: Course, lesson: Lesson | None) -> str:
    owner, path = _lesson_of(name, course, lesson)
    return written(figure(owner.expected, path))


def _table(name: str, course: Course, lesson: Lesson | None) -> str:
    """`rows (source, kept, dropped_chars=dropped) s1 s2`: some columns, some with a heading, of some rows."""
    owner, path = _lesson_of(name, course, lesson)
    parts = re.fullmatch(r"(?P<path>\S+) \((?P<columns>[^)]+)\)(?P<rows>(?: \S+)*)", path)
    if parts is None:
        raise ValueError("columns stand in brackets, such as rows (source, kept)")
    columns = [column.strip().partition("=") for column in parts["columns"].split(",")]
    first, wanted = columns[0][0], parts["rows"].split()
    rows = {str(row[first]): row for row in figure(owner.expected, parts["path"])}
    missing = [row for row in wanted if row not in rows]
    if missing:
        raise LookupError(f"there is no row {missing[0]}")
    lines = [
        "| " + " | ".join(heading or key for key, _, heading in columns) + " |",
        "|---|" + "--:|" * (len(columns) - 1),
    ]
    for row in wanted or rows:
        lines.append("| " + " | ".join(written(rows[row][key]) for key, _, _ in columns) + " |")
    return "\n".join(lines)


def _quote(name: str, course: Course, lesson: Lesson | None) -> str:
    owner, path = _lesson_of(name, course, lesson)
    return "\n>\n".join(f"> {text}" for text in figure(owner.expected, path))


def _output(name: str, course: Course, lesson: Lesson | None) -> str:
    owner, _ = _lesson_of(name, course, lesson)
    return f"```text\n{plain(owner.measure.draw(owner.expected, owner.expected))}\n```"


def _code(name: str, course: Course, lesson: Lesson | None) -> str:
    written_later = set()
    if lesson is not None:
        from_here = course.lessons[course.lessons.index(lesson) :]
        written_later = {piece.function for later in from_here for piece in later.pieces}
    if name in written_later:
        raise ValueError("it is a piece of this lesson or a later one")
    module, _, attribute = name.rpartition(".")
    text = inspect.getsource(importlib.import_module(module))
    return f"```python\n{editions.quoted(text, attribute)}\n```"


def _where(name: str, course: Course, lesson: Lesson | None) -> str:
    owner, _ = _lesson_of(name, course, lesson)
    front = owner.front
    return "\n".join(
        [
            f"- Stage: {front.stage}. Level: {front.level}. About {front.minutes} minutes.",
            f"- You need first: {_titles(owner.needs, course) or 'no other lesson'}.",
            f"- Taken as known: {_titles(front.assumes, course) or 'Python'}.",
            f"- This unlocks: {_titles(course.unlocks(owner.id), course) or 'nothing yet'}.",
        ]
    )


def _titles(slugs: tuple[str, ...], course: Course) -> str:
    planned = {entry.id for entry in course.order.lessons if entry.status == "planned"}
    titles = [f"{slug.replace('-', ' ')}{' (planned)' if slug in planned else ''}" for slug in slugs]
    return ", ".join(titles)


def _tasks(name: str, course: Course, lesson: Lesson | None) -> str:
    owner, _ = _lesson_of(name, course, lesson)
    return "\n".join(f"- **Task {piece.task}**: `{piece.name}`, to {piece.title}" for piece in owner.pieces)


def _quiz(name: str, course: Course, lesson: Lesson | None) -> str:
    owner, _ = _lesson_of(name, course, lesson)
    return "\n\n".join(
        f"{number}. {question.question.strip()}\n\n"
        f"   <details><summary>Answer</summary>\n\n   {question.answer.strip()}\n\n   </details>"
        for number, question in enumerate(owner.quiz, start=1)
    )


def _predict(name: str, course: Course, lesson: Lesson | None) -> str:
    owner, _ = _lesson_of(name, course, lesson)
    return _numbered([prediction.question for prediction in owner.predictions])


def _outcomes(name: str, course: Course, lesson: Lesson | None) -> str:
    """What came of the guesses, folded, so that nobody reads it who has not guessed yet."""
    owner, _ = _lesson_of(name, course, lesson)
    told = _numbered([prediction.outcome for prediction in owner.predictions])
    return f"<details><summary>What came out</summary>\n\n{told}\n\n</details>"


def _numbered(texts: list[str]) -> str:
    """A numbered list, in lines of a width that reads well in a terminal."""
    return "\n".join(
        textwrap.fill(
            text, WIDTH, initial_indent=f"{number}. ", subsequent_indent="   ", break_on_hyphens=False
        )
        for number, text in enumerate(texts, start=1)
    )


def _lessons(name: str, course: Course, lesson: Lesson | None) -> str:
    lines = ["| lesson | you write | minutes |", "|---|---|--:|"]
    for each in course.lessons:
        page = each.page.relative_to(course.folder.parent).as_posix()
        pieces = ", ".join(f"`{piece.name}`" for piece in each.pieces)
        lines.append(f"| {each.code} [{each.front.title}]({page}) | {pieces} | {each.front.minutes} |")
    return "\n".join(lines)


def _files(name: str, course: Course, lesson: Lesson | None) -> str:
    from workshop.data import table_of_files

    return table_of_files(course.folder.parent / "data")


_WEAVERS: dict[str, Callable[[str, Course, Lesson | None], str]] = {
    "figure": _figure,
    "table": _table,
    "quote": _quote,
    "output": _output,
    "code": _code,
    "where": _where,
    "tasks": _tasks,
    "predict": _predict,
    "outcomes": _outcomes,
    "quiz": _quiz,
    "files": _files,
    "lessons": _lessons,
}
