"""Known mistakes: a lab that makes one is told which, also where others fail the same checks."""

from collections import Counter
from dataclasses import replace

import pytest

from curriculum.course import CHECKOUT, KnownMistake, Lesson, load_course
from grader.report.known import as_mistake, known_mistakes
from tests.grader.attempts import check, failed, verdict

COURSE = load_course(CHECKOUT)


def test_no_two_known_mistakes_are_alike() -> None:
    """What is told apart by nothing could not be recognised."""
    for lesson in COURSE.lessons:
        counted = Counter((known.task, known.fails, known.told) for known in lesson.known)
        assert counted.most_common(1)[0][1] == 1, lesson.id


@pytest.fixture
def lesson(doubling: Lesson) -> Lesson:
    """The toy lesson with three mistakes that fail one and the same check, each in other words."""
    known = tuple(
        KnownMistake("B1.1", ("test_four",), f"Says {n}.", f"expected  8; it is {n}") for n in "123"
    )
    doubling.__dict__["known"] = known
    return doubling


def said(lesson: Lesson, *messages: str) -> list[str]:
    checks = [failed(message) for message in messages]
    return known_mistakes(lesson, verdict(*checks, check(id="test_zero")), lesson.pieces[0])


def test_words_tell_apart_what_fails_the_same(lesson: Lesson) -> None:
    """Of several that fail the same checks the one in the same words is meant."""
    assert said(lesson, "called    double(4)\nexpected  8; it is 2") == ["Says 2."]


def test_other_words_are_another_mistake(lesson: Lesson) -> None:
    """What fails the same checks in words that nobody used before is told nothing, were it the only one."""
    assert said(lesson, "expected  8; it is 9") == []
    lesson.__dict__["known"] = lesson.known[:1]
    assert said(lesson, "NameError: name 'math' is not defined") == []


def test_what_passes_makes_no_mistake(lesson: Lesson) -> None:
    """Where nothing failed nothing is told, and words of a private case are never compared."""
    assert known_mistakes(lesson, verdict(check()), lesson.pieces[0]) == []
    seen = as_mistake("B1.1", [check(), replace(failed("expected  1"), private=True)])
    assert (seen.fails, seen.told) == ((), "")
