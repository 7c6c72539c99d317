"""Weaving: what comes between the comments of a page, and which numbers in it were typed by hand."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.table import Table

from curriculum.course import load_course
from curriculum.files import CourseError, read_text
from workshop.weave import plain, typed_figures, woven

PAGE = Path("page.md")
FIGURES = """\
rows:
- {source: tea, kept: 4, dropped_chars: 30, compression: 0.95, told: {by: ada}}
- {source: milk, kept: 2, dropped_chars: 0, compression: 1.2}
total: {kept: 6, ratio: 0.5}
"""


@pytest.fixture
def weave(toy: Path) -> Callable[..., str]:
    """Weave a page of the toy course, of its first lesson unless another is named."""

    def page(text: str, lesson: str | None = "doubling") -> str:
        course = load_course(toy)
        return woven(text, PAGE, course, course.lesson(lesson) if lesson else None)

    return page


@pytest.fixture
def with_rows(toy: Path) -> None:
    """Give the first lesson figures in rows."""
    (toy / "beginner/doubling/lab/expected.yaml").write_text(FIGURES, encoding="utf-8")


COLUMNS = "rows (source, kept, dropped_chars=dropped, compression)"


def block(kind: str, text: str) -> str:
    return f"<!-- {kind} -->\n{text}\n<!-- /{kind.split()[0]} -->"


@pytest.mark.parametrize(
    ("name", "figure"),
    [
        ("total.kept", "6"),
        ("total.ratio", "0.50"),
        ("rows.milk.compression", "1.20"),
        ("rows.tea.told.by", "ada"),
    ],
)
@pytest.mark.usefixtures("with_rows")
def test_a_figure_is_found_by_its_path(weave, name, figure):
    """A path leads through names and rows to a value; decimals come with two places, on the same line."""
    page = weave(f"It is <!-- figure {name} -->old<!-- /figure -->, no more.")
    assert page == f"It is <!-- figure {name} -->{figure}<!-- /figure -->, no more."


def test_outside_a_lesson_a_figure_is_found_by_the_lessons_code(weave):
    """A page that belongs to no lesson names the lesson first."""
    page = weave("<!-- figure B2:most.word --><!-- /figure -->", lesson=None)
    assert page == "<!-- figure B2:most.word -->tea<!-- /figure -->"


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        (COLUMNS, ["| tea | 4 | 30 | 0.95 |", "| milk | 2 | 0 | 1.20 |"]),
        (f"{COLUMNS} milk", ["| milk | 2 | 0 | 1.20 |"]),
    ],
)
@pytest.mark.usefixtures("with_rows")
def test_a_table_shows_the_rows_that_are_named(weave, name, rows):
    """All rows, or some by their first column, under headings that may be given."""
    head = ["| source | kept | dropped | compression |", "|---|--:|--:|--:|"]
    assert weave(f"<!-- table {name} -->\nold\n<!-- /table -->") == block(
        f"table {name}", "\n".join([*head, *rows])
    )


@pytest.mark.parametrize(
    ("kind", "lesson", "text"),
    [
        ("output", "doubling", "```text\ndoubles [2, 4, 8], sum 14 of 14\n```"),
        ("output B2:", None, "```text\n{'word': 'tea', 'count': 2}\n```"),
        (
            "tasks",
            "doubling",
            "- **Task B1.1**: `double`, to double a number\n- **Task B1.2**: `total`, to total the doubles",
        ),
        (
            "where",
            "labelling",
            "- Stage: toy. Level: beginner. About 5 minutes.\n- You need first: doubling.\n"
            "- Taken as known: Python.\n- This unlocks: sorting (planned), shelving.",
        ),
        (
            "quiz",
            "doubling",
            "1. Is this a toy?\n\n   <details><summary>Answer</summary>\n\n   It is.\n\n   </details>",
        ),
        (
            "code toybox.numbers.totals",
            "doubling",
            "```python\ndef totals(rows: Sequence[Sequence[int]]) -> tuple[int, ...]:\n"
            '    """Return the total of each row. Given, not written by the learner."""\n'
            "    return tuple(total(row) for row in rows)\n```",
        ),
    ],
)  # fmt: skip
def test_a_block_is_filled_from_its_source(weave, kind, lesson, text):
    """Output, tasks, place, quiz and code come from the lesson's files and the library."""
    assert weave(block(kind, "old"), lesson) == block(kind, text)


@pytest.mark.usefixtures("with_rows")
def test_a_row_that_is_not_there_is_missed(weave):
    """A row that a table names and the figures lack stops the weaving, and is not left out."""
    with pytest.raises(CourseError, match="there is no row coffee"):
        weave(block(f"table {COLUMNS} tea coffee", ""))


def test_texts_among_the_figures_are_quoted(weave, toy):
    """Each text becomes a quotation of its own."""
    (toy / "beginner/doubling/lab/expected.yaml").write_text("said: [one, two]\n", encoding="utf-8")
    assert weave(block("quote said", "")) == block("quote said", "> one\n>\n> two")


def test_the_lessons_are_listed_with_their_pages(weave):
    """The list of lessons names each that is ready, what is written in it, and how long it takes."""
    listed = weave(block("lessons", ""), None).splitlines()
    assert "| B1 [Doubling](toy/beginner/doubling/lesson.md) | `double`, `total` | 5 |" in listed
    assert "| B4 [Shelving](toy/beginner/shelving/lesson.md) | `store` | 5 |" in listed
    assert len(listed) == 2 + 2 + 3


def test_a_piece_of_an_earlier_lesson_may_be_quoted(weave):
    """What a learner has written already may be shown."""
    assert "return 2 * number" in weave(block("code toybox.numbers.double", ""), "labelling")


@pytest.mark.parametrize(
    ("comment", "reason"),
    [
        ("<!-- figure sum --> 14", "the comment <!-- figure ... is never closed"),
        ("<!-- code toybox.numbers.totals -->\n```python\n```", "the comment <!-- code ... is never closed"),
        ("<!-- figure sums -->14<!-- /figure -->", "the lesson's figures have no sums"),
        ("<!-- figure sum.of -->14<!-- /figure -->", "cannot weave figure sum.of"),
        ("<!-- figures sum -->14<!-- /figures -->", "cannot weave figures"),
        (block("table rows (source)", ""), "the lesson's figures have no rows"),
        (block("table rows", ""), "columns stand in brackets"),
        (block("code toybox.numbers.triple", ""), "only a function, class or table can be quoted"),
        (block("code toybox.letters.double", ""), "No module named 'toybox.letters'"),
        (block("code toybox.numbers.double", ""), "a piece of this lesson or a later one"),
        (block("code toybox.labels.label", ""), "a piece of this lesson or a later one"),
        (block("code toybox.numbers", ""), "only a function, class or table can be quoted"),
        (block("code toybox.labels.datetime", ""), "only a function, class or table can be quoted"),
        ("<!-- figure B3:most -->1<!-- /figure -->", "page.md:3: cannot weave figure B3:most"),
        ("<!-- figure sum -->14 this <!-- figure numbers -->3<!-- /figure -->", "figure ... is never closed"),
        ("14<!-- /figure -->", "was never opened"),
        (block("table doubles (source)", ""), "cannot weave table doubles"),
    ],
)
def test_a_comment_that_cannot_be_filled_stops_the_weaving(weave, comment, reason):
    """A comment that is never closed, names nothing or gives an answer away is named with file and line."""
    with pytest.raises(CourseError) as stopped:
        weave(f"One.\n\nThree: {comment}\n")
    assert str(stopped.value).startswith("page.md:3: ")
    assert reason in str(stopped.value)


def test_outside_a_lesson_a_figure_without_a_code_stops_the_weaving(weave):
    """A page that belongs to no lesson has no figures of its own."""
    with pytest.raises(CourseError, match=r"page\.md:1: .*begins with the lesson's code"):
        weave("<!-- figure sum -->14<!-- /figure -->", lesson=None)


@pytest.mark.parametrize("which", ["toy", "real"])
def test_weaving_twice_changes_nothing(which, request):
    """What was woven is woven to itself, on every page of the toy course and the real one."""
    course = load_course(request.getfixturevalue(which))
    pages = [(lesson, read_text(lesson.page)) for lesson in course.lessons]
    assert pages
    for lesson, text in pages:
        stale = re.sub("(<!-- figure [^>]*-->).*?<", r"\1stale<", text)
        once = woven(stale, lesson.page, course, lesson)
        assert "stale<" not in once
        assert woven(once, lesson.page, course, lesson) == once


def test_a_page_without_comments_stays_as_it_is(weave):
    """Nothing outside the comments is touched, other comments included."""
    text = "# A page\r\n\n<!-- a note -->  \n`<!-- like this`\t14\n\n"
    assert weave(text) == text


@pytest.mark.parametrize(
    "number",
    ["0.82", "1,432", "82%", "82 %", "7%", "10", "1432", "2000000", "19.5", "2019.5", "1899", "2100"],
)
def test_a_number_in_prose_is_found_with_its_line(number):
    """Decimals, percentages and numbers of two digits and more count as typed by hand."""
    assert list(typed_figures(f"Words.\n\nAbout {number} of them.\n")) == [(3, number)]


@pytest.mark.parametrize(
    "text",
    [
        "One of 7 in 2 parts.",
        "Since 1999, and again in 2026.",
        "Called s10, I2.1, B12, 10k and 2nd-10th.",
        "The word `1432` and the ids `a 99`.",
        "```console\n$ seq 10 99\n```",
        "[the page](https://example.org/2031/10)",
        '<a id="99">here</a>',
        "<!-- figure sum -->1432<!-- /figure -->",
        "<!-- table rows -->\n| 99 |\n<!-- /table -->",
        "<!-- 99 bottles -->",
        "---\nminutes: 45\n---\nNo number.",
    ],
)
def test_what_is_no_figure_is_let_alone(text):
    """Single digits, years, names, code, links, comments and front matter are not typed figures."""
    assert list(typed_figures(text)) == []


def test_every_typed_number_is_found():
    """Several on one line, in tables, headings and text of a link, each once and in order."""
    text = "# 12 ways\n| 34 | `56` | 7.8 |\n[90 pages](x.md#21)\n"
    assert list(typed_figures(text)) == [(1, "12"), (2, "34"), (2, "7.8"), (3, "90")]


def test_plain_is_what_a_terminal_shows_without_colour():
    """A table comes out as text of at most the width, without escapes and trailing blanks."""
    table = Table("name", "words", box=None)
    table.add_row("[bold]tea[/bold]", "word " * 30)
    lines = plain(table, width=40).splitlines()
    assert max(map(len, lines)) <= 40
    assert len(lines) > 3
    assert "\x1b" not in "".join(lines)
    assert [line for line in lines if line != line.rstrip()] == []


def test_what_is_asked_before_and_what_comes_out_are_lists_with_their_figures(weave):
    """Both come from predict.yaml, numbered alike, with the lesson's figures put in."""
    page = "<!-- predict -->\n<!-- /predict -->\n<!-- outcomes -->\n<!-- /outcomes -->\n"
    assert weave(page).splitlines() == [
        "<!-- predict -->",
        "1. What is the sum of the 3 doubles?",
        "2. Which of them is the largest?",
        "<!-- /predict -->",
        "<!-- outcomes -->",
        "<details><summary>What came out</summary>",
        "",
        "1. It is 14.",
        "2. The last.",
        "",
        "</details>",
        "<!-- /outcomes -->",
    ]


def test_a_prediction_that_quotes_no_figure_is_named(toy):
    """A figure that the lesson does not have is said with the file that asks for it."""
    asked = toy / "beginner" / "doubling" / "predict.yaml"
    asked.write_text("- {question: 'Is it {sums}?', outcome: No.}\n", encoding="utf-8")
    lesson = load_course(toy).lesson("doubling")
    with pytest.raises(CourseError) as refused:
        len(lesson.predictions)
    assert str(refused.value) == f"{asked}: the lesson's figures have no sums"
