"""The exam that a learner's own edition sits: one line under a check that passed, and in full when asked."""

import pytest
from typer.testing import CliRunner

from curriculum import editions
from curriculum.course import load_course
from curriculum.files import CourseError
from tutor.cli import app
from tutor.progress import Progress
from tutor.state import path_of
from workshop.labs import solved

ENTRY = 'exam: {title: The exam, after: doubling, run: [toybox.exam, "10"]}\n'


@pytest.fixture
def course(toy):
    with (toy / "course.yaml").open("a", encoding="utf-8") as file:
        file.write(ENTRY)
    return load_course(toy)


@pytest.fixture
def learn(course, monkeypatch):
    monkeypatch.chdir(course.folder)
    return lambda *arguments: CliRunner().invoke(app, arguments)


def write(course, bodies: dict[str, str] | None = None) -> None:
    """Solve the lab of B1, with some other bodies."""
    lesson = course.lesson("B1")
    lesson.lab.write_text(editions.replace(solved(lesson), bodies or {}), encoding="utf-8")


def last_line(result) -> str:
    return result.stdout.splitlines()[-1]


def test_a_check_that_passes_ends_with_the_exam_and_what_it_was_before(course, learn):
    """The line compares with the last sitting where that came to another number, and only there."""
    write(course)
    assert last_line(learn("check", "B1")) == "The exam on your own edition: 3 of 3"
    assert last_line(learn("check", "B1")) == "The exam on your own edition: 3 of 3"
    progress = Progress(path_of(course))
    assert progress.last_sitting() == ("two", "three", "both")
    (course.folder / "course.yaml").write_text(
        (course.folder / "course.yaml").read_text(encoding="utf-8").replace('"10"', '"11"'), encoding="utf-8"
    )
    assert last_line(learn("check", "B1")) == "The exam on your own edition: 2 of 3, was 3"


def test_it_is_the_learners_own_function_that_sits_it(course, learn):
    """What only a learner's function does shows in the exam, and not what the course's would."""
    write(course, {"double": "import sys\nreturn 5 if sys.argv[1:] == ['10', '--json'] else 2 * number"})
    assert last_line(learn("check", "B1")) == "The exam on your own edition: 1 of 3"


def test_until_its_lesson_is_done_and_where_a_lab_is_wrong_there_is_no_line(course, learn):
    """The last line of a run that is not right is its verdict, and JSON stays the last line of JSON."""
    write(course, {"double": "return 3 * number"})
    assert "The exam" not in learn("check", "B1").stdout
    write(course)
    assert "The exam" not in learn("check", "B1", "--json").stdout
    refused = learn("exam", "--course", str(course.folder))
    assert refused.exit_code == 0


def test_an_exam_that_breaks_down_is_one_line_and_the_lab_is_none_the_worse(course, learn):
    """A piece that raises only there is told with its error, and the check passed all the same."""
    write(
        course,
        {"double": "import sys\nif sys.argv[1:2] == ['10']: raise OSError('no file')\nreturn 2 * number"},
    )
    result = learn("check", "B1")
    assert result.exit_code == 0
    said = "The exam was not sat: OSError: no file; uv run learn exam shows where"
    assert last_line(result) == said
    assert Progress(path_of(course)).last_sitting() is None
    assert learn("exam").exit_code == 2


def test_asked_for_in_full_it_shows_every_question(course, learn, capfd):
    """`learn exam` prints what the exam itself prints; before its lesson is done it says which that is."""
    refused = learn("exam")
    assert (refused.exit_code, refused.stderr) == (
        2,
        "the exam comes with B1; uv run learn says what is next\n",
    )
    write(course)
    learn("check", "B1")
    assert learn("exam").exit_code == 0
    assert capfd.readouterr().out.splitlines()[-3:] == ["two yes", "three yes", "both yes"]


def test_an_exam_after_no_lesson_is_refused(toy):
    """course.yaml is refused with its path."""
    with (toy / "course.yaml").open("a", encoding="utf-8") as file:
        file.write(ENTRY.replace("doubling", "tripling"))
    with pytest.raises(CourseError, match=r"course\.yaml: the exam is after tripling, which is no lesson"):
        load_course(toy)
