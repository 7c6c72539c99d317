"""Building: what is stale is named or written, and what a learner has begun is left alone."""

import shutil
from pathlib import Path

import pytest

from curriculum import editions
from curriculum.course import load_course
from curriculum.files import CourseError
from curriculum.notebook import notebook_of
from workshop.build import build
from workshop.labs import solved, stubs_of
from workshop.mistakes import HEAD

LESSON = "beginner/doubling"
LAB = f"{LESSON}/lab/lab.py"
STUB_FILE = f"{LESSON}/lab/stub.py"
NOTEBOOK = f"{LESSON}/lab/lab.ipynb"
STUB = 'raise NotImplementedError("Task B1.1: double a number")'
STALE = [
    (f"{LESSON}/lesson.md", ">14<", ">15<"),
    (f"{LESSON}/lesson.md", "- **Task B1.2**", "- **Task**"),
    (STUB_FILE, "Return twice the number.", "Return the double."),
    (STUB_FILE, STUB, 'raise NotImplementedError("Task B1.1")'),
    (f"{LESSON}/lab/expected.yaml", "sum: 14", "sum: 15"),
    (f"{LESSON}/lab/expected.yaml", "# The figures", "# Figures"),
    (f"{LESSON}/lab/known.yaml", "[test_four, test_zero]", "[test_four]"),
]


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_toy_course_is_up_to_date(course):
    """What lies in the repository is what a build gives."""
    checked = course("build", "--check")
    assert checked.exit_code == 0
    assert checked.stdout == "Everything is up to date.\n"


@pytest.fixture(autouse=True)
def without_kills(request, toy):
    """Leave out the mistakes whose checks kill: a build tries all, and these take longest."""
    if request.function is test_the_toy_course_is_up_to_date:
        return
    lab = toy / "beginner" / "shelving" / "lab"
    shutil.rmtree(lab / "mistakes")
    (lab / "known.yaml").write_text(f"{HEAD}[]\n", encoding="utf-8")


@pytest.mark.parametrize(("file", "old", "new"), STALE)
def test_a_stale_file_is_named_and_left_as_it_is(course, edit, toy, file, old, new):
    """With --check each stale file is named with the command that mends it, and nothing is written."""
    edit(file, old, new)
    before = contents(toy.parent)
    checked = course("build", "--check")
    assert checked.exit_code == 1
    assert f"{file}: is stale; uv run course build writes it anew" in checked.stdout.splitlines()
    assert contents(toy.parent) == before


@pytest.mark.parametrize(("file", "old", "new"), STALE)
def test_a_build_writes_what_is_stale(course, edit, toy, file, old, new):
    """After a build the file is as it was, and a check is clean."""
    right = contents(toy)
    edit(file, old, new)
    written = course("build")
    assert written.exit_code == 0
    assert written.stdout == f"{file}: written\n"
    assert contents(toy) == right
    assert course("build", "--check").exit_code == 0


def test_a_missing_notebook_is_stale(course, toy):
    """A file that is not there is written like one that is stale."""
    (toy / LAB).with_suffix(".ipynb").unlink()
    assert course("build", "--check").exit_code == 1
    course("build")
    assert course("build", "--check").exit_code == 0


def test_a_page_beside_the_course_is_built_too(course, toy):
    """The README beside the course's folder quotes its figures."""
    readme = toy.parent / "README.md"
    readme.write_text("It is <!-- figure B1:sum -->15<!-- /figure -->.\n", encoding="utf-8")
    checked = course("build", "--check")
    assert checked.exit_code == 1
    assert f"{readme}: is stale" in checked.stdout
    course("build")
    assert readme.read_text(encoding="utf-8") == "It is <!-- figure B1:sum -->14<!-- /figure -->.\n"


def test_a_number_typed_by_hand_is_named_and_never_written_over(course, edit, toy):
    """A figure in prose is for a person to mend: it is named with file and line until that is done."""
    page = edit(f"{LESSON}/lesson.md", "Twice as much.", "About 12% more.")
    line = 1 + page.read_text(encoding="utf-8").splitlines().index("About 12% more.")
    for options in (("--check",), (), ("--check",)):
        built = course("build", *options)
        assert built.exit_code == 1
        assert f"{page}:{line}: 12% is typed by hand" in built.stdout
    assert "About 12% more." in page.read_text(encoding="utf-8")


def test_a_page_that_cannot_be_woven_is_named_with_its_line(course, edit):
    """An unknown figure ends the build with exit code 2 and one sentence: file, line, reason."""
    page = edit(f"{LESSON}/lesson.md", "figure sum", "figure sums")
    stopped = course("build", "--check")
    assert stopped.exit_code == 2
    assert stopped.stderr == f"{page}:33: cannot weave figure sums: the lesson's figures have no sums\n"


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        (LAB, STUB, "return 2 * number  # mine"),
        (LAB, "# # Doubling", "# # My notes"),
        (LAB, "def total(", "def total)("),
        (NOTEBOOK, "# Doubling", "# My notebook"),
    ],
)
def test_a_lab_that_somebody_has_begun_is_not_touched(course, edit, toy, file, old, new):
    """A lab or notebook that was edited is named and never written over, whatever else is built."""
    mine = edit(file, old, new)
    stub = edit(STUB_FILE, "Return twice the number.", "Return the double.")
    kept = mine.read_bytes()
    built = course("build")
    assert built.exit_code == 0
    *written, skipped = built.stdout.splitlines()
    assert f"{STUB_FILE}: written" in written
    assert skipped == f"skipped: {mine}: somebody is at work in it; uv run learn reset B1 ends that"
    assert mine.read_bytes() == kept
    assert "Return twice the number." in stub.read_text(encoding="utf-8")


def test_an_untouched_lab_and_its_notebook_follow_the_stub(course, toy):
    """What nobody has edited is written anew with the stub, of which it is a copy."""
    old = (toy / STUB_FILE).read_text(encoding="utf-8").replace("Return twice", "Give twice")
    for file, text in ((STUB_FILE, old), (LAB, old), (NOTEBOOK, notebook_of(old))):
        (toy / file).write_text(text, encoding="utf-8")
    written = course("build")
    assert written.stdout.splitlines() == [f"{path}: written" for path in (STUB_FILE, LAB, NOTEBOOK)]
    assert (toy / LAB).read_bytes() == (toy / STUB_FILE).read_bytes()
    assert course("build", "--check").exit_code == 0


@pytest.mark.parametrize("file", [LAB, NOTEBOOK])
def test_in_ci_a_lab_that_is_skipped_is_a_defect(course, edit, monkeypatch, file):
    """Where the course is checked nobody is at work: a lab or notebook unlike the stub fails the build."""
    edit(file, "# Doubling", "# Trebling")
    monkeypatch.setenv("CI", "true")
    assert course("build", "--check").exit_code == 1


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("def total(", "def total)(", "does not parse (line 26)"),
        ("def total(", "def sum_of(", "no plain module-level function `total`"),
    ],
)
def test_a_stub_that_cannot_be_read_is_named(course, edit, toy, old, new, reason):
    """A stub that does not parse or lacks a piece ends a build and every use of it, with the reason."""
    stub = edit(STUB_FILE, old, new)
    built = course("build", "--check")
    assert built.exit_code == 2
    with pytest.raises(CourseError) as refused:
        solved(load_course(toy).lesson("doubling"))
    for said in (built.stderr, str(refused.value)):
        assert said.startswith(f"{stub}: ")
        assert reason in said


def test_a_build_finds_what_is_stale_what_is_to_mend_and_what_is_skipped(toy, edit):
    """The function behind the command returns paths and sentences."""
    page = edit(f"{LESSON}/lesson.md", ">14<", ">15<")
    typed = edit("beginner/labelling/lesson.md", "most often.", "23 times.")
    lab = edit(LAB, "# # Doubling", "# # Mine")
    found = build(toy, check=True)
    assert found.stale == [page]
    assert [sentence.partition(" ")[0] for sentence in found.complaints] == [f"{typed}:15:"]
    assert [sentence.partition(" ")[0] for sentence in found.skipped] == [f"{lab}:"]


def test_a_stub_has_the_librarys_signature_and_docstring(toy):
    """A stub differs from the library's function in its body alone, which raises the task's label."""
    stubs = stubs_of(load_course(toy).lesson("doubling"))
    assert stubs["double"] == (
        'def double(number: int) -> int:\n    """Return twice the number.\n\n'
        f'    >>> double(4)\n    8\n    """\n    {STUB}\n'
    )


def test_a_lab_is_solved_whatever_a_learner_wrote(toy, edit):
    """Every piece comes whole from the library, into what the stub has around it."""
    edit(LAB, STUB, "return 7")
    edit(STUB_FILE, "from collections", "HOUSE = 7\nfrom collections")
    text = solved(load_course(toy).lesson("doubling"))
    assert "    return 2 * number\n" in text
    assert "    return sum(double(number) for number in numbers)\n" in text
    assert "return 7" not in text
    assert "HOUSE = 7" in text
    assert not any(editions.is_stub(text, name) for name in ("double", "total"))
