"""Verifying: a lesson that tells right from wrong passes, and each way not to is reported."""

import re

import pytest

from curriculum.course import load_course
from workshop.labs import solved
from workshop.verify import Verifier, verify

LESSON = "beginner/doubling"
LAB = f"{LESSON}/lab/lab.py"
CHECKS = f"{LESSON}/lab/test_lab.py"
MISTAKE = f"{LESSON}/lab/mistakes/adds_one.py"
PREDICT = "## Predict\n\nWhat will it be?\n\n## Mechanism\n"
SWAPPED = "## Mechanism\n\nWhat will it be?\n\n## Predict\n"
QUIZ = "- question: Is this a toy?\n  answer: It is."
STUB = 'raise NotImplementedError("Task B1.1: double a number")'


def test_the_toy_course_is_verified(toy):
    """All lessons are tried on many right and wrong solutions, and nothing is found."""
    results = verify(toy, everything=True)
    assert [found.lesson for found in results] == ["doubling", "labelling", "shelving"]
    assert [found.problems for found in results] == [(), (), ()]
    assert [found.unchanged for found in results] == [False, False, False]
    assert min(found.runs for found in results) > 10


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        (MISTAKE, "number + 1", "2 * number", "adds_one.py: it passes test_four, which it should fail"),
        (MISTAKE, "fails: ", "fail: ", "adds_one.py: the docstring does not begin with `fails: `"),
        (MISTAKE, "test_four", "test_for", "adds_one.py: the docstring does not begin with `fails: `"),
        (CHECKS, "assert got == 0", "assert got is not None", "no mistake fails test_zero"),
        (CHECKS, "assert got == 8", "assert got >= 0", "double that returns 0 earns test_four"),
        (CHECKS, "assert got == 8", "assert got", "double that returns its argument number earns test_four"),
        (CHECKS, "assert got == 8", "assert 8 / got", "test_four cannot judge double that returns 0"),
        (CHECKS, "got = lab.double(4)", "got = 8", "the untouched stub is 'not started' with 30 points"),
        (
            CHECKS,
            '"B1.1", rule="Twice", points=30',
            '"B1.1", points=30',
            "test_four names no rule of the page",
        ),
        (
            f"{LESSON}/lesson.md",
            "**Twice.**",
            "**Double.**",
            "there is no paragraph **Twice.**, which test_four",
        ),
        (CHECKS, "assert got == 8", "assert got == 9", "the reference in lab.py scores 50: test_four"),
        (f"{LESSON}/lab/expected.yaml", "14", "15", "expected.yaml is not what the reference gives"),
        (f"{LESSON}/lab/variant.py", "k=5", 'k="five" if seed == 7 else 5', "no variant for the seed 7"),
        (f"{LESSON}/lab/variant.py", "Random(seed)", "Random()", "two variants for the seed 0"),
        (f"{LESSON}/lab/variant.py", "k=5", "k=5 if seed < 3 else 0", "its score hangs on the seed"),
        (f"{LESSON}/lab/hints.yaml", "  - One product.\n", "", "hints.yaml: B1.1 needs three steps"),
        (f"{LESSON}/lab/hints.yaml", "B1.2", "B1.3", "hints.yaml: B1.2 needs three steps"),
        (f"{LESSON}/quiz.yaml", QUIZ, "[]", "quiz.yaml: there is no question"),
        (f"{LESSON}/lesson.md", "## Predict", "## Guess", "not the fixed ones in their order (see: Guess)"),
        (f"{LESSON}/lesson.md", "## Lab", "## Predict", "not the fixed ones in their order (see: Predict)"),
        (f"{LESSON}/lesson.md", PREDICT, SWAPPED, "not the fixed ones in their order (see: Mechanism)"),
        (f"{LESSON}/lesson.md", "## Connections\n", "", "the sections are not the fixed ones"),
        (f"{LESSON}/lesson.md", "```mermaid", "```text", "the mechanism has no mermaid diagram"),
    ],
)
def test_what_is_not_as_it_should_be_is_reported(toy, edit, file, old, new, problem):
    """A mistake, check, figure, hint or section that does not hold gives a sentence that names it."""
    edit(file, old, new)
    lesson = load_course(toy).lesson("doubling")
    assert any(problem in sentence for sentence in Verifier(lesson, solved(lesson)).problems())


def test_too_few_mistakes_are_reported(toy):
    """Fewer than four wrong solutions prove too little."""
    (toy / MISTAKE).unlink()
    lesson = load_course(toy).lesson("doubling")
    problems = list(Verifier(lesson, solved(lesson)).problems())
    assert "there are 3 mistakes; at least 4 were expected" in problems


@pytest.fixture
def alone(edit):
    """The first lesson without the others, where one will do."""
    for needed in ("doubling", "labelling"):
        edit("course.yaml", f"needs: [{needed}], status: ready", f"needs: [{needed}], status: planned")


@pytest.mark.usefixtures("alone")
def test_a_lab_in_which_somebody_works_is_verified_all_the_same(toy, edit):
    """What a learner wrote does not matter, even if it does not parse: the stub is verified."""
    edit(LAB, "def total(", "def total)(")
    (found,) = verify(toy, everything=True)
    assert (found.problems, found.unchanged) == ((), False)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("def total(", "def total)(", "does not parse (line 26)"),
        ("def total(", "def sum_of(", "no plain module-level function `total`"),
        ("from collections.abc", "exit()\nfrom collections.abc", "cannot be loaded (SystemExit"),
        ("from collections.abc", "import nowhere\nfrom collections.abc", "No module named 'nowhere'"),
    ],
)
@pytest.mark.usefixtures("alone")
def test_a_broken_stub_is_a_problem(course, edit, old, new, reason):
    """A stub that cannot be read or loaded is named with the reason."""
    stub = edit(LAB.replace("lab.py", "stub.py"), old, new)
    wrong = course("verify")
    assert wrong.exit_code == 1
    assert wrong.stdout.startswith(f"doubling: {stub}: ")
    assert reason in wrong.stdout


@pytest.mark.usefixtures("alone")
def test_an_unchanged_lesson_is_skipped_except_in_ci(course, edit, monkeypatch):
    """What was verified is not verified again until a file changes, save where the course is checked."""
    verified = course("verify").stdout
    assert verified.startswith("doubling: verified in ")
    assert course("verify").stdout == "doubling: skipped (unchanged)\n"
    edit(MISTAKE, "number + 1", "number - 1")
    assert course("verify").stdout == verified
    monkeypatch.setenv("CI", "true")
    assert course("verify").stdout == verified


def test_only_what_passed_is_remembered(course, edit):
    """A problem is told each time with the lesson it is of, until it is mended; the other is skipped."""
    edit("course.yaml", "needs: [labelling], status: ready", "needs: [labelling], status: planned")
    page = edit("beginner/labelling/lesson.md", "```mermaid", "```text")
    first = course("verify")
    assert first.exit_code == 1
    passed, problem = first.stdout.splitlines()
    assert re.fullmatch(r"doubling: verified in \d\d runs of its checks", passed)
    assert problem == f"labelling: {page}: the mechanism has no mermaid diagram"
    again = course("verify")
    assert again.exit_code == 1
    assert again.stdout.splitlines() == [problem, "doubling: skipped (unchanged)"]
    edit("beginner/labelling/lesson.md", "```text\nflowchart", "```mermaid\nflowchart")
    mended = course("verify")
    assert mended.exit_code == 0
    assert mended.stdout.startswith("labelling: verified in ")


@pytest.mark.usefixtures("alone")
def test_checks_that_do_not_sum_up_are_refused(course, edit):
    """Points that are not 100 a lesson end the verification with exit code 2 and one sentence."""
    checks = edit(CHECKS, "points=20)", "points=25)")
    refused = course("verify")
    assert refused.exit_code == 2
    assert refused.stderr == f"{checks}: the points of the checks sum to 105, not 100\n"
