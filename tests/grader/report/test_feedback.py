"""Feedback: what a student reads of a verdict, as Markdown and in a browser, and nothing in it that acts."""

import re
import unicodedata
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from curriculum.course import load_course
from grader.gradebook.gradebook import ManualMark
from grader.gradebook.late import Late
from grader.report.feedback import HIDDEN, NOWHERE_ELSE, ON_ANOTHER, feedback
from grader.report.markdown import markdown
from grader.report.pages import feedback_page
from grader.verdict import Verdict
from tests.grader.attempts import check, failed, standing, verdict

COURSE = load_course(Path(__file__).parents[2] / "course")
DOUBLING = COURSE.lesson("doubling")
SECRET = "total(5 ints)\nreturned  4711"
# What a submission may say, in what it raises or returns: nothing of this may act on a terminal or a page.
NASTY = {
    "a terminal's colour": "\x1b[31mred\x1b[0m",
    "a terminal's title": "\x1b]0;owned\x07",
    "8-bit escapes": "\x9b31m\x90",
    "bells and blanks": "\a\b\t\v\f\x00\x7f",
    "line ends": "one\rtwo\u2028three\u2029four\x85five",
    "bidi embeddings": "\u202aa\u202bb\u202cc\u202dd\u202ee",
    "bidi isolates": "\u2066a\u2067b\u2068c\u2069d",
    "bidi marks": "\u200ea\u200fb\u061cc",
    "tags": "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "a comment": "<!-- <b>bold</b> -->",
    "entities": "&lt;b&gt;&#60;b&#62;",
    "a fence": "```\n<b>bold</b>\n```",
    "a heading": "\n\n# done: 100 of 100 points\n\n",
    "a list": "\n- passed, 100 of 100: all\n  - more\n\n1. one\n",
    "a link": "[here](javascript:alert(1)) <http://example.org> ![x](http://example.org/x.png)",
    "emphasis": "**bold** _it_ `code` ~~no~~",
    "a table": "| a | b |\n|---|---|\n| 1 | 2 |",
    "quotes": "> quoted\n> more",
    "rules": "\n---\n***\n===\n",
    "indented": "\n        deep\n\tdeeper\n",
}


def told(judged: Verdict | None, **changes: Any) -> str:
    """The feedback on an attempt that came to this."""
    return markdown(feedback(DOUBLING, standing(judged, **changes)))


def page(judged: Verdict | None, student: str = "ana", **changes: Any) -> str:
    """The same as a page for a browser."""
    return feedback_page(student, [feedback(DOUBLING, standing(judged, **changes))])


def test_feedback_goes_by_task_with_points_and_hints() -> None:
    """A student sees state and points, each check under its task, and where to get a hint."""
    zero = check(id="test_zero", title="Nothing doubled stays nothing", points=20, earned=20)
    total = failed("called    total(3 ints)\nexpected  14", task="B1.2", title="The sum comes out")
    assert told(verdict(check(), zero, total)).splitlines() == [
        "# Doubling (B1)",
        "",
        "**wrong: 50 of 100 points**, for `ana.py`",
        "",
        "## Task B1.1: double a number (50 of 50 points)",
        "",
        "- passed, 30 of 30: Four is doubled",
        "- passed, 20 of 20: Nothing doubled stays nothing",
        "",
        "## Task B1.2: total the doubles (0 of 30 points)",
        "",
        "- wrong, 0 of 30: The sum comes out",
        "",
        "      called    total(3 ints)",
        "      expected  14",
        "",
        "",
        "A hint: `uv run learn hint B1.2`",
    ]


@pytest.mark.parametrize("status", ["wrong", "broken", "over limit"])
def test_a_private_case_is_not_shown(status: str) -> None:
    """Of a check on a private case the student learns that it failed, and others in full."""
    shown = failed("expected  8; it is 9", id="test_shown")
    hidden = failed(SECRET, status=status, private=True, title="Numbers never seen are totalled")
    text = told(verdict(shown, hidden))
    assert "expected  8; it is 9" in text
    assert f"- {status}, 0 of 30: Numbers never seen are totalled" in text
    assert HIDDEN in text
    assert "total(5" not in text
    assert "4711" not in text  # neither the answer nor the seed


def test_what_tells_nothing_of_a_private_case_is_shown() -> None:
    """Why a check on a private case was not run, or what its points wait for, is no secret."""
    waiting = check(earned=0, message="right so far; its points come with", private=True)
    unrun = failed("a call of double did not return", status="not run", private=True, id="test_b")
    text = told(verdict(waiting, unrun))
    assert "right so far; its points come with" in text
    assert "a call of double did not return" in text
    assert HIDDEN not in text


def test_a_task_that_is_not_written_is_said_so_once() -> None:
    """Of a stub the student reads one line instead of its checks, and gets a hint."""
    unwritten = [failed("Task B1.1 is still to write", status="not run", id=f"test_{n}") for n in range(3)]
    text = told(verdict(*unwritten, state="not started", unwritten=("B1.1",)))
    assert "**not started: 0 of 100 points**" in text
    assert text.count("Not written yet.") == 1
    assert "still to write" not in text
    assert "learn hint B1.1" in text


def test_a_broken_submission_is_told_what_happened_and_what_to_do() -> None:
    """A lab that cannot be loaded gets Python's word once, and the advice to run it before handing it in."""
    problem = "cannot be loaded: it raised NameError: name 'x' is not defined (lab.py:1: x)"
    checks = [failed(problem, status="broken", id=f"test_{n}") for n in range(4)]
    text = told(verdict(*checks, state="broken", problem=problem))
    assert "**broken: 0 of 100 points**, for `ana.py`" in text
    assert text.count(problem) == 1
    assert "Run your lab once before you hand it in" in text
    assert "##" not in text


def test_a_submission_that_cannot_be_read_is_not_told_to_run() -> None:
    """Where nothing was run, running it at home would tell nothing: the sentence says what to do itself."""
    problem = "ana.py:2: this line is not UTF-8; save the file as UTF-8"
    text = told(verdict(failed(problem, status="broken"), state="broken", problem=problem))
    assert text.rstrip().endswith("save the file as UTF-8")


def test_a_submission_that_needs_more_than_itself_is_told_what_there_is() -> None:
    """Who imports a file of their own reads that the lab is judged alone, for at home it runs."""
    problem = "cannot be loaded: it raised ModuleNotFoundError: No module named 'helpers' (lab.py:1: x)"
    text = told(verdict(failed(problem, status="broken"), state="broken", problem=problem))
    assert "Your lab is judged alone" in text
    assert "Run your lab once" not in text


def test_a_submission_over_a_limit_is_told_which() -> None:
    """A call that took too long is named at the top, and what was not run because of it says so."""
    problem = "a call of double did not return within 2 s (lab.py:9: while True:)"
    over = failed("called    double(4)\nbut it did not return within 2 s", status="over limit")
    unrun = failed("a call of double did not return within 2 s, and that ends the run", status="not run")
    text = told(verdict(over, unrun, problem=problem))
    assert text.index(problem) < text.index("## Task B1.1")
    assert "- over limit, 0 of 30: Four is doubled" in text
    assert "- not run, 0 of 30: Four is doubled" in text


@pytest.mark.parametrize(
    "judged", [None, verdict(failed("KeyError: 'secret'", status="ungraded"), state="broken")]
)
def test_a_submission_that_was_not_judged_is_told_that_it_is_no_fault_of_theirs(
    judged: Verdict | None,
) -> None:
    """Where we failed, no points and no error of ours are shown to the student."""
    text = told(judged)
    assert text.splitlines()[2] == (
        "Not judged yet: `ana.py`. That is not your fault, and your instructor knows."
    )
    assert "points" not in text
    assert "secret" not in text


def test_a_long_story_is_told_once() -> None:
    """Checks that fail for one and the same reason do not repeat it."""
    checks = [
        failed(f"called    double({n})\nbut it raised KeyError: 4 (lab.py:9)", id=f"test_{n}")
        for n in range(3)
    ]
    assert told(verdict(*checks)).count("KeyError: 4") == 1


@pytest.mark.parametrize("nasty", NASTY.values(), ids=NASTY)
@pytest.mark.parametrize("where", ["message", "problem", "place"])
def test_what_a_submission_says_is_inert(nasty: str, where: str) -> None:
    """Nothing of what a submission made us write acts on a terminal or is a part of the page."""
    plain = told(verdict(failed("harmless"), problem="harmless"))
    text = told(
        verdict(
            failed(f"expected  {nasty}" if where == "message" else "harmless"),
            problem=f"it said {nasty}" if where == "problem" else "harmless",
        ),
        place=f"ana{nasty.replace('/', '')}.py" if where == "place" else "ana.py",
    )
    assert kinds(text) == kinds(plain)
    acting = {
        char for char in text if char != "\n" and unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp")
    }
    bidi = {char for char in text if unicodedata.bidirectional(char) in BIDI} | (
        set(text) & set("\u200e\u200f\u061c")
    )
    assert not acting | bidi


BIDI = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")


def kinds(text: str) -> list[str]:
    """What a page is made of, apart from its text."""
    page = MarkdownIt("commonmark").enable("table").parse(text)
    return [part.type for token in page for part in (token, *(token.children or ()))]


# A private case


def private(**changes: object) -> Verdict:
    """A verdict on a lab that passes a public check of a rule and fails a private one of it."""
    hidden = {
        "id": "test_variant",
        "private": True,
        "rule": "Twice",
        "title": "Numbers never seen are totalled",
    }
    return verdict(check(rule="Twice"), failed(SECRET, **{**hidden, **changes}))


def test_the_rule_that_a_private_case_found_broken_is_named() -> None:
    """A student learns which rule of the page it was, on which line, and which public check tries it too."""
    lines = told(private()).splitlines()
    assert f"      {NOWHERE_ELSE}" in lines
    assert "      small examples of the rule: Four is doubled" in lines
    [rule] = [line for line in lines if line.startswith("      rule ")]
    assert re.fullmatch(r"      rule      Twice \(lesson\.md:\d+\)", rule)


def test_a_public_case_that_breaks_the_same_rule_is_shown_whole() -> None:
    """Where there is an example it stands there as any check's does, and nothing of the private case."""
    example = "called    total(3 ints)\nreturned  5\nexpected  14; it is 5"
    text = told(private(example=example))
    assert (
        f"      {ON_ANOTHER}\n      called    total(3 ints)\n      returned  5\n      expected  14; it is 5"
        in text
    )
    assert "4711" not in text and "total(5" not in text


# What was printed


def test_what_was_printed_in_a_failed_check_is_shown() -> None:
    """A student who prints to find a mistake reads it, some lines of it, and nothing that acts."""
    printed = "\x1b[31mn = 4\n" + "deep\n" * 7
    lines = told(verdict(failed("expected  8; it is 9", printed=printed))).splitlines()
    at = lines.index("      printed   \\x1b[31mn = 4")
    assert lines[at + 1 : at + 6] == ["      printed   deep"] * 4 + ["      printed   (3 more lines)"]
    assert "printed" not in told(verdict(check(printed="n = 4\n")))


def test_what_was_printed_on_a_private_case_is_not_shown() -> None:
    """A lab can print what it was asked, which only the instructor's gradebook keeps."""
    assert "4711" not in told(private(printed="4711\n"))


# What counts


def test_what_lateness_costs_is_said() -> None:
    """A student who came late reads when, how late, what of it was free, and what counts."""
    lines = told(verdict(check()), late=Late(3, 1, 20), handed_in="2026-05-04T09:00:00+00:00").splitlines()
    assert "Handed in 2026-05-04T09:00:00+00:00" in lines
    assert "Late, days begun: 3, 1 of them free; points deducted: 20." in lines
    assert "**What counts: 10 of 100 points.**" in lines
    assert "Handed in" not in told(verdict(check()), handed_in="2026-05-04T09:00:00+00:00")


def test_a_mark_by_hand_is_said_with_its_comment() -> None:
    """What the instructor gives stands beside what was judged, and the comment is text."""
    manual = ManualMark("ana", "doubling", 85, "explained it <b>well</b>\n# at the board", "2026-05-02")
    text = told(verdict(check()), manual=manual)
    assert "**wrong: 30 of 100 points**" in text
    assert "**What counts: 85 of 100 points, given by your instructor.**" in text
    assert "Your instructor says:\n\n      explained it <b>well</b>\\n# at the board" in text
    assert "What counts" not in told(verdict(check()))


def test_the_rule_by_which_a_file_was_chosen_is_said() -> None:
    """Of several files a student knows which one was judged, and why."""
    assert "      the newest of 2 files (lab.py, lab.ipynb)" in told(
        verdict(check()), chosen="the newest of 2 files (lab.py, lab.ipynb)"
    )


# In a browser


class Seen(HTMLParser):
    """A page as a browser reads it: its tags, their attributes, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, tuple[tuple[str, str | None], ...]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_a_page_says_what_the_markdown_says() -> None:
    """Both forms are of one text: every line of the one stands in the other."""
    judged = verdict(
        check(),
        failed("called    total(3 ints)\nexpected  14", task="B1.2", title="The sum comes out"),
        failed(SECRET, private=True, rule="Twice", id="test_variant", task="B1.2", title="Never seen"),
    )
    seen = " ".join(Seen(page(judged, late=Late(1, 0, 10))).text.split())
    words = re.findall(r"[\w.;,]+", told(judged, late=Late(1, 0, 10)))
    assert len(words) > 80
    assert [word for word in words if word.strip(".,;") not in seen] == []


@pytest.mark.parametrize("nasty", NASTY.values(), ids=NASTY)
@pytest.mark.parametrize("where", ["message", "problem", "place", "student", "comment"])
def test_what_a_submission_says_is_no_part_of_the_page(nasty: str, where: str) -> None:
    """A browser sees the same tags, whatever was said, and all that was said as text."""

    def made(words: str) -> str:
        return page(
            verdict(
                failed(f"expected  {words}" if where == "message" else "harmless"),
                problem=words if where == "problem" else "harmless",
            ),
            student=words if where == "student" else "ana",
            place=words if where == "place" else "ana.py",
            manual=ManualMark("ana", "doubling", 5, words if where == "comment" else "well", "2026-05-02"),
        )

    seen, harmless = Seen(made(nasty)), Seen(made("harmless"))
    if where in ("message", "problem"):  # a line end begins a line there, with tags of its own
        assert {tag for tag, _ in seen.tags} == {tag for tag, _ in harmless.tags}
    else:
        assert seen.tags == harmless.tags
    acting = {char for char in made(nasty) if char != "\n" and unicodedata.category(char) in ("Cc", "Cs")}
    assert not acting


def test_a_page_fetches_nothing() -> None:
    """A page is whole by itself: no script, no address, nothing from elsewhere."""
    text = page(verdict(check(), failed("http://example.org/x.png")))
    seen = Seen(text)
    assert not {"script", "link", "img", "iframe", "a"} & {tag for tag, _ in seen.tags}
    assert "url(" not in text and "@import" not in text
    assert unescape(text).count("http") == 1, "what the submission said, as text"
