"""Building: what is stale is named or written, and what a learner has begun is left alone."""

import shutil
from pathlib import Path

import pytest

from curriculum import editions
from curriculum.course import load_course
from curriculum.files import CourseError
from workshop.build import build
from workshop.labs import solved, stubs_of
from workshop.mistakes import HEAD

LESSON = "beginner/doubling"
LAB = f"{LESSON}/lab/lab.py"
STUB = 'raise NotImplementedError("Task B1.1: double a number")'
STALE = [
    (f"{LESSON}/lesson.md", ">14<", ">15<"),
    (f"{LESSON}/lesson.md", "- **Task B1.2**", "- **Task**"),
    (LAB, "Return twice the number.", "Return the double."),
    (LAB, STUB, 'raise NotImplementedError("Task B1.1")'),
    (f"{LESSON}/lab/lab.ipynb", "# Doubling", "# Trebling"),
    (f"{LESSON}/lab/expected.yaml", "sum: 14", "sum: 15"),
    (f"{LESSON}/lab/expected.yaml", "# The figures", "# Figures"),
    (f"{LESSON}/lab/known.yaml", "[test_four, test_zero]", "[test_four]"),
]
UNREADABLE = [
    ("def total(", "def total)(", "does not parse (line 26)"),
    ("def total(", "def sum_of(", "no plain module-level function `total`"),
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


def test_a_lab_that_somebody_has_begun_is_not_touched(course, edit, toy):
    """A lab in which a piece is written is named and never written over, nor is its notebook compared."""
    edit(LAB, STUB, "return 2 * number  # mine")
    edit(LAB, "Return the sum of the numbers", "My notes")
    edit(f"{LESSON}/lab/lab.ipynb", "# Doubling", "# My notebook")
    before = contents(toy)
    for options in (("--check",), ()):
        built = course("build", *options)
        assert built.exit_code == 0
        said = "somebody is at work in it; stubs and notebook are left alone"
        assert built.stdout == f"skipped: {toy / LAB}: {said}\n"
    assert contents(toy) == before


@pytest.mark.parametrize(("old", "new", "reason"), UNREADABLE)
def test_a_lab_that_cannot_be_read_is_skipped_by_name_and_the_rest_is_built(
    course, edit, toy, old, new, reason
):
    """A learner's broken lab turns nothing red at home, and does not keep other files from being built."""
    edit(LAB, old, new)
    edit("beginner/labelling/lesson.md", ">2<", ">3<")
    broken = (toy / LAB).read_bytes()
    built = course("build")
    assert built.exit_code == 0
    written, skipped = built.stdout.splitlines()
    assert written == "beginner/labelling/lesson.md: written"
    assert skipped.startswith(f"skipped: {toy / LAB}: ")
    assert reason in skipped
    assert (toy / LAB).read_bytes() == broken


@pytest.mark.parametrize(
    ("old", "new"), [("def total(", "def total)("), (STUB, "return 2 * number"), (STUB, "...")]
)
def test_in_ci_a_lab_that_is_skipped_is_a_defect(course, edit, monkeypatch, old, new):
    """Where the course is checked nobody is at work: a broken lab or an answer in it fails the build."""
    edit(LAB, old, new)
    monkeypatch.setenv("CI", "true")
    assert course("build", "--check").exit_code == 1


def test_a_build_finds_what_is_stale_what_is_to_mend_and_what_is_skipped(toy, edit):
    """The function behind the command returns paths and sentences."""
    page = edit(f"{LESSON}/lesson.md", ">14<", ">15<")
    typed = edit("beginner/labelling/lesson.md", "most often.", "23 times.")
    lab = edit(LAB, "def total(", "def sum_of(")
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


@pytest.mark.parametrize("theirs", ["return 7", "    return 7\n\n    # and so on", "raise ValueError"])
def test_a_lab_is_solved_whatever_stands_in_it(toy, edit, theirs):
    """Every piece comes whole from the library, and the rest of the file stays."""
    edit(LAB, STUB, theirs.strip())
    edit(LAB, "from collections", "HOUSE = 7\nfrom collections")
    edit(LAB, "    pass\n", "    print('playing')\n")
    text = solved(load_course(toy).lesson("doubling"))
    assert "    return 2 * number\n" in text
    assert "    return sum(double(number) for number in numbers)\n" in text
    assert "return 7" not in text
    assert "HOUSE = 7" in text
    assert "print('playing')" not in text
    assert not any(editions.is_stub(text, name) for name in ("double", "total"))


@pytest.mark.parametrize(("old", "new", "reason"), UNREADABLE)
def test_a_lab_that_cannot_be_read_cannot_be_solved(toy, edit, old, new, reason):
    """A lab that does not parse or lacks a piece is named with the reason."""
    lab = edit(LAB, old, new)
    with pytest.raises(CourseError) as refused:
        solved(load_course(toy).lesson("doubling"))
    assert str(refused.value).startswith(f"{lab}: ")
    assert reason in str(refused.value)
