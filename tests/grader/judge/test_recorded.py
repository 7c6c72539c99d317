"""Recording what the reference answers, and judging where there is none: the same or not run, never wrong."""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FunctionType
from typing import Any

import pytest
import toybox.labels
import toybox.numbers
import toybox.shelf

from curriculum import library
from curriculum.course import Lesson, load_course
from curriculum.files import CourseError
from grader.calls.caller import NotHere
from grader.judge.recorded import HOLDS_NO_REFERENCE, Recorder, answered, as_text, variant_of
from grader.verdict import Verdict
from tests.conftest import TOY

FUNCTIONS = ("toybox.numbers.double", "toybox.numbers.total", "toybox.shelf.store", "toybox.labels.label")
MODULES = (toybox.numbers, toybox.shelf, toybox.labels)
JudgedThere = Callable[..., Verdict]


@contextmanager
def without_reference(lesson: Lesson, answers: dict[str, dict[str, Any]], **variant: Any) -> Iterator[None]:
    """A handout of a lesson, which holds these answers and this variant, with the library as it is there."""
    lesson.recorded_file.write_text(as_text(answers, {1: variant}), encoding="utf-8")
    (lesson.lab.parent / "variant.py").unlink()
    course = load_course(TOY)
    texts = library.withheld(course, course.lessons)
    codes = {}
    for module in MODULES:
        made: dict[str, Any] = {}
        exec(texts[f"{module.__name__.replace('.', '/')}.py"], made)
        functions = {name for name, function in made.items() if library.is_withheld(function)}
        codes |= {getattr(module, name): made[name].__code__ for name in functions}
    assert len(codes) == len(FUNCTIONS)
    before = {function: function.__code__ for function in codes}
    try:
        for function, code in codes.items():
            function.__code__ = code
        yield
    finally:
        for function, code in before.items():
            function.__code__ = code


def recorded(call: Callable[[], object], *names: str) -> dict[str, dict[str, Any]]:
    """What is recorded of functions of toybox while something is called."""
    recorder = Recorder(names or ("toybox.numbers.double", "toybox.numbers.total"))
    with recorder.recording():
        call()
    return recorder.answers


def statuses(verdict: Verdict) -> list[str]:
    return [check.status for check in verdict.checks]


def test_recorded_calls_are_answered_also_through_others(doubling: Lesson) -> None:
    """A given function of the library that calls a piece gets its answer, however the call is spelt."""
    answers = recorded(lambda: (toybox.numbers.totals(((1, 2), (5,))), toybox.numbers.double(4)))
    with without_reference(doubling, answers):
        with pytest.raises(RuntimeError):
            toybox.numbers.double(4)
        with answered(doubling):
            assert toybox.numbers.totals(((1, 2), (5,))) == (6, 10)
            assert toybox.numbers.double(number=4) == 8
            for unknown in (5, 4.0, "4", True):
                with pytest.raises(NotHere, match="the grader judges this check"):
                    toybox.numbers.double(unknown)
            assert list(inspect.signature(toybox.numbers.double).parameters) == ["number"]
        with pytest.raises(RuntimeError):
            toybox.numbers.double(4)
    assert toybox.numbers.double(4) == 8


def test_a_piece_of_the_learners_own_answers_for_itself(doubling: Lesson) -> None:
    """In an edition of theirs nothing is looked up that is there to be called."""
    doubling.recorded_file.write_text(as_text(recorded(lambda: None), {}), encoding="utf-8")
    with answered(doubling):
        assert toybox.numbers.total((1, 2)) == 6


def test_only_what_is_asked_from_outside_is_recorded() -> None:
    """What a piece calls itself, and what is called at rest, needs no answer."""
    recorder = Recorder(("toybox.numbers.double", "toybox.numbers.total"))
    with recorder.recording():
        assert toybox.numbers.total((1, 2)) == 6
        with recorder.resting():
            assert toybox.numbers.double(9) == 18
    assert [len(known) for known in recorder.answers.values()] == [0, 1]


def test_what_cannot_be_recorded_is_named() -> None:
    """An author is told which function, and what of it."""
    with pytest.raises(
        CourseError, match=r"toybox.numbers.total cannot be recorded .* at \[0\] there is \{1\}"
    ):
        recorded(lambda: toybox.numbers.total({1}))
    with pytest.raises(CourseError, match=r"variant.py makes cannot be recorded .* of the type set"):
        as_text({}, {1: {"numbers": {1}}})


def test_a_check_that_was_recorded_judges_as_ever(doubling: Lesson, judged: JudgedThere, right: Any) -> None:
    """With its variant and its answers known, right work is done and wrong work is wrong."""
    with without_reference(doubling, recorded(lambda: toybox.numbers.total((7, 8))), numbers=(7, 8)):
        done = judged(doubling, right)
        wrong = judged(doubling, {**right, "total": lambda numbers: 14})
    assert (done.state, done.score, done.left, done.exit_code) == ("done", 100, 0, 0)
    assert statuses(wrong) == ["passed", "passed", "passed", "wrong"]
    assert "30; it is 14" in wrong.checks[-1].message


@pytest.mark.parametrize(
    "total", [lambda numbers: 2 * sum(numbers), lambda numbers: 14, lambda numbers: None]
)
def test_a_call_that_was_not_recorded_is_not_run_and_never_wrong(
    doubling: Lesson, judged: JudgedThere, right: Any, total: Any, edit: Any
) -> None:
    """Whatever the answer, nobody is told that it is wrong where nobody knows."""
    edit(doubling.checks, 'reference.total(variant["numbers"])', "reference.total((99,))")
    edit(doubling.checks, "got, want = lab.total", "want, got = reference.total((99,)), lab.total")
    edit(
        doubling.checks,
        'lab.total(variant["numbers"]), reference.total((99,))',
        'lab.total(variant["numbers"])',
    )
    with without_reference(doubling, recorded(lambda: None), numbers=(7, 8)):
        verdict = judged(doubling, {**right, "total": total})
    last = verdict.checks[-1]
    assert (last.status, last.earned, last.message, last.elsewhere) == (
        "not run",
        0,
        HOLDS_NO_REFERENCE,
        True,
    )
    assert not verdict.ours


def test_right_work_that_cannot_all_be_judged_is_done(
    doubling: Lesson, judged: JudgedThere, right: Any
) -> None:
    """It is not called wrong; what is left to the grader is said, and nothing else stands in the way."""
    with without_reference(doubling, recorded(lambda: None), numbers=(7, 8)):
        well = judged(doubling, right)
        wrong = judged(doubling, {**right, "double": lambda number: 8})
    assert (well.state, well.score, well.left, well.exit_code) == ("done", 80, 20, 0)
    assert statuses(well) == ["passed", "passed", "passed", "not run"]
    assert (wrong.state, wrong.left, wrong.exit_code) == ("wrong", 0, 1)


def test_a_task_of_which_nothing_was_judged_is_not_done(
    doubling: Lesson, judged: JudgedThere, right: Any, edit: Any
) -> None:
    """Somebody must have looked at it."""
    edit(doubling.checks, "def test_sum(figures, expected):", "def test_sum(figures, expected, variant):")
    with without_reference(doubling, recorded(lambda: None), numbers=(7, 8)):
        doubling.recorded_file.write_text(as_text(recorded(lambda: None), {}), encoding="utf-8")
        verdict = judged(doubling, right)
    assert statuses(verdict) == ["passed", "passed", "not run", "not run"]
    assert verdict.state == "wrong"


def test_another_seed_has_no_variant(doubling: Lesson) -> None:
    """Only what was recorded for the public seed is known."""
    with without_reference(doubling, {}, numbers=(7, 8)):
        assert variant_of(doubling, 1) == {"numbers": (7, 8)}
        with pytest.raises(NotHere):
            variant_of(doubling, 2)


def test_the_piece_is_closed_to_the_learner_there_too(
    doubling: Lesson, judged: JudgedThere, right: Any
) -> None:
    """A recorded answer is none for the one who is to find it."""
    with without_reference(doubling, recorded(lambda: toybox.numbers.double(4)), numbers=(7, 8)):
        verdict = judged(doubling, {**right, "double": lambda number: toybox.numbers.double(number)})
    assert verdict.checks[0].status == "broken"
    assert "this is the piece you are writing" in verdict.checks[0].message


def test_a_piece_of_another_lesson_that_has_no_answer_blames_nobody(
    doubling: Lesson, judged: JudgedThere, right: Any
) -> None:
    """A learner's function may call what another lesson of the handout teaches; that is not their fault."""
    answers = recorded(lambda: None, *FUNCTIONS)
    with without_reference(doubling, answers, numbers=(7, 8)):
        verdict = judged(doubling, {**right, "double": lambda number: toybox.shelf.store("shelf.db", ())})
    assert verdict.checks[0].status == "not run"
    said = "store is what you write in B4; once that lab has passed, this one runs on yours"
    assert verdict.checks[0].message == said


def test_what_only_the_reference_could_read_is_not_run(
    shelving: Lesson, judged: JudgedThere, edit: Any
) -> None:
    """A file that a removed piece would read is left to the grader."""
    edit(shelving.checks, "assert clean.stored(SHELF) == ITEMS", "assert clean.store(SHELF, ITEMS) == 0")
    store = FunctionType(toybox.shelf.store.__code__, vars(toybox.shelf))
    with without_reference(shelving, recorded(lambda: None, "toybox.shelf.store"), items=("aa", "ab")):
        verdict = judged(shelving, {"store": store})
    assert verdict.checks[0].status == "not run"
    assert statuses(verdict)[1:3] == ["passed", "passed"]
    assert verdict.state == "done"


def test_a_damaged_recording_is_said_to_be(doubling: Lesson, judged: JudgedThere, right: Any) -> None:
    """The sentence says what to do."""
    doubling.recorded_file.write_text("{", encoding="utf-8")
    with pytest.raises(CourseError, match="no longer JSON; get the handout anew"):
        judged(doubling, right)
