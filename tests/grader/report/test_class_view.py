"""The view of a class: who stands where, what fails most, which mistakes, at a terminal and in a browser."""

import re
from typing import Any

import pytest

from curriculum.course import load_course
from grader.gradebook.gradebook import ManualMark
from grader.gradebook.late import Late
from grader.report import class_terminal
from grader.report.class_view import ClassView, View, bins_of
from grader.report.pages import class_page
from tests.conftest import TOY
from tests.grader.attempts import check, failed, standing, verdict
from tests.grader.report.test_feedback import Seen

DOUBLING = load_course(TOY).lesson("doubling")
ZERO = check(id="test_zero", title="Nothing doubled stays nothing", points=20, earned=20)
SUM = check(id="test_sum", task="B1.2", title="The sum comes out to the digit", points=50, earned=50)


def seen(*given: Any) -> View:
    """The view of a class in which students stand like this."""
    view = ClassView(DOUBLING)
    for one in given:
        view.add(one)
    return view.view()


def student(name: str, *checks: Any, **changes: Any) -> Any:
    """A student with a verdict of these checks."""
    return standing(verdict(*checks), student=name, **changes)


def test_marks_are_what_is_counted() -> None:
    """Lateness and marks by hand are in the distribution; what is ungraded is in none of its figures."""
    view = seen(
        student("ana", check(), ZERO, SUM),
        student("bob", check(), ZERO, SUM, late=Late(1, 0, 5)),
        student("cy", failed("8"), manual=ManualMark("cy", "doubling", 40, "tried", "")),
        standing(None, student="dee"),
    )
    assert (view.students, view.mean, view.median) == (4, 78.3, 95.0)
    assert {bin.name: bin.students for bin in view.bins if bin.students} == {"40-49": 1, "90-99": 1, "100": 1}
    assert view.statuses == (("graded", 3), ("ungraded", 1))
    assert [row.student for row in view.attention] == ["dee"]


@pytest.mark.parametrize(
    ("mark", "name"), [(0, "0-9"), (9, "0-9"), (10, "10-19"), (99, "90-99"), (100, "100")]
)
def test_every_mark_lies_in_one_bin(mark: int, name: str) -> None:
    """The bins leave nothing out and count nothing twice."""
    assert [bin.name for bin in bins_of([mark]) if bin.students] == [name]


def test_checks_stand_by_how_often_they_fail() -> None:
    """How a check failed is counted apart, and who has not written its task has not tried it."""
    view = seen(
        student("ana", failed("8"), ZERO, SUM),
        student("bob", failed("8", status="broken"), failed("0", id="test_zero"), SUM),
        standing(
            verdict(check(), ZERO, failed("", id="test_sum", task="B1.2"), unwritten=("B1.2",)), student="c"
        ),
    )
    told = {row.id: (row.failed, row.tried, row.wrong, row.broken, row.not_run) for row in view.checks}
    assert list(told) == ["test_four", "test_zero", "test_sum"]
    assert told == {
        "test_four": (2, 3, 1, 1, 0),
        "test_zero": (1, 3, 1, 0, 0),
        "test_sum": (0, 2, 0, 0, 1),
    }


def test_known_mistakes_are_counted_with_who_made_them() -> None:
    """A lab that fails what a known mistake fails, in the same words, stands beside its sentence."""
    [known] = [one for one in DOUBLING.known if one.fails == ("test_zero",)]
    view = seen(*(student(name, check(), failed(known.told, id="test_zero"), SUM) for name in ("ana", "bob")))
    assert [(row.says, row.students) for row in view.mistakes] == [(known.says, ("ana", "bob"))]


def test_slow_ones_and_limits_are_told() -> None:
    """The slowest stand first; who went over a limit is named with what was said."""
    view = seen(
        student("ana", check(), seconds=0.1),
        student("bob", failed("x", status="over limit"), seconds=2.5, detail="did not return"),
        student("cy", check()),
        student("dee", check(), seconds=0.7),
    )
    assert [row.student for row in view.slowest] == ["bob", "dee", "ana"]
    assert [(row.student, row.says) for row in view.limits] == [("bob", "did not return")]


def test_a_class_without_anything_can_be_seen(capsys: pytest.CaptureFixture[str]) -> None:
    """Where nothing was judged nothing divides by nothing."""
    view = seen(standing(None))
    class_terminal.show(view)
    assert "1 student; 1 ungraded" in capsys.readouterr().out
    assert "No submission could be loaded." in Seen(class_page([view])).text


def test_the_terminal_shows_the_same_as_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    """80 columns are enough, nothing acts, and each figure of the one stands in the other."""
    nasty = "\x1b[31mred\u202e<b>bold</b>" + "x" * 90
    view = seen(
        student(nasty, failed("8", status="over limit"), seconds=1.0, detail=nasty, status="over limit"),
        *(
            student(f"s{number}", check(), failed("0", id="test_zero"), SUM, seconds=0.2)
            for number in range(30)
        ),
    )
    class_terminal.show(view)
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 80
    assert all(character.isprintable() for character in shown.replace("\n", ""))
    page = Seen(class_page([view]))
    assert "\x1b" not in page.text and "\u202e" not in page.text
    words = " ".join(page.text.split())
    for number in re.findall(r"\d+", shown):
        assert number in words
