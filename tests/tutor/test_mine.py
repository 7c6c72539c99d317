"""A learner's own edition: what they passed is theirs and nothing else, and it runs wherever it is put."""

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from curriculum import editions
from curriculum.course import load_course
from grader.verdict import Check, Verdict
from tutor import mine
from tutor.cli import app
from tutor.progress import Progress
from tutor.state import path_of
from workshop.labs import solved

NOW = datetime(2026, 5, 1, 9, 30, tzinfo=UTC)
TRACED = 'print("mine:", number)\nreturn 2 * number'


@pytest.fixture
def course(toy):
    return load_course(toy)


@pytest.fixture
def progress(course) -> Progress:
    return Progress(path_of(course))


@pytest.fixture
def learn(toy, monkeypatch):
    monkeypatch.chdir(toy)
    return lambda *arguments: CliRunner().invoke(app, arguments)


@pytest.fixture
def passed(course, progress):
    """Note of some tasks of a lesson that they were passed, in a lab of this text."""

    def note(name: str, text: str | None, *tasks: str) -> None:
        lesson = course.lesson(name)
        checks = tuple(
            Check("c", one.task, "So", 10, 10 if one.task in tasks else 0, "passed", "")
            for one in lesson.pieces
        )
        verdict = Verdict(lesson.id, "in progress", 50, {}, {}, checks, ())
        progress.note_verdict(verdict, NOW, lab=None if text is None else text.encode())

    return note


def imported(place: Path, code: str) -> str:
    """What a piece of code prints that imports from the edition alone."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", f"import sys; sys.path.insert(0, sys.argv[1])\n{code}", str(place)],
        capture_output=True,
        text=True,
        check=True,
        cwd=place,
        env={"PYTHONUTF8": "1"},
    )
    return done.stdout


def traced(course) -> str:
    return editions.replace(solved(course.lesson("B1")), {"double": TRACED})


def test_a_piece_that_was_passed_is_the_learners_own(course, progress, passed, tmp_path):
    """The library calls it wherever it needs the piece; what was not passed is the course's."""
    passed("B1", traced(course), "B1.1")
    place = tmp_path / "mine"
    assert mine.build(course, progress, place) == 1
    assert imported(place, "from toybox.numbers import total; print(total([3]))") == "mine: 3\n6\n"
    whose = [one.whose for one in mine.owned(course, progress)]
    assert whose == ["yours", "the course's", "the course's", "the course's"]


def test_with_nothing_passed_it_is_the_courses(course, progress, tmp_path):
    """An edition can be made at any time."""
    place = tmp_path / "mine"
    assert mine.build(course, progress, place) == 0
    assert imported(place, "from toybox.numbers import total; print(total([3]))") == "6\n"
    assert not (place / "toybox" / "yours").exists()


def test_the_last_lab_in_which_a_piece_passed_counts(course, progress, passed, tmp_path):
    """What was right is not lost when a lab is broken later; each piece comes from where it passed."""
    passed("B1", traced(course), "B1.1")
    passed("B1", solved(course.lesson("B1")) + "# second\n", "B1.2")
    passed("B1", "broken", "")
    place = tmp_path / "mine"
    assert mine.build(course, progress, place) == 2
    assert imported(place, "from toybox.numbers import double; print(double(3))") == "mine: 3\n6\n"
    assert sorted(file.name for file in (place / "toybox" / "yours").glob("*.py")) == [
        "__init__.py",
        "b1.py",
        "b1_2.py",
    ]


def test_what_was_passed_in_a_notebook_alone_is_said_so(passed, learn):
    """There is no file to take it from, and one command that makes one."""
    passed("B1", None, "B1.1")
    lines = learn("build").stdout.splitlines()
    assert lines[:2] == [
        "toybox.numbers.double: passed in a notebook",
        "  to make it yours: uv run learn check B1",
    ]
    assert lines[-2].startswith("0 of 4 pieces are yours.")


def test_an_edition_that_cannot_be_imported_is_refused_and_the_old_one_stays(
    course, progress, passed, learn, toy
):
    """A lab that no longer runs, say with another version of a library, is told in a sentence."""
    passed("B1", traced(course), "B1.1")
    assert learn("build").exit_code == 0
    place = mine.place_of(course)
    before = {file: file.read_bytes() for file in place.rglob("*") if file.is_file()}
    passed("B1", "import nowhere\n" + traced(course), "B1.1")
    refused = learn("build")
    assert refused.exit_code == 2
    assert refused.stderr.startswith("your edition cannot be imported (ModuleNotFoundError: ")
    assert {file: file.read_bytes() for file in place.rglob("*") if file.is_file()} == before
    assert [file.name for file in place.parent.iterdir() if file.name.startswith(".edition")] == []


def test_nobody_elses_folder_is_written_over(learn, tmp_path):
    """Where something else lies, nothing is done."""
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "notes.txt").write_text("mine", encoding="utf-8")
    refused = learn("build", "--out", str(tmp_path / "home"))
    assert refused.exit_code == 2
    assert refused.stderr.endswith("home: something else lies there; name a folder that is new\n")
    assert [file.name for file in (tmp_path / "home").iterdir()] == ["notes.txt"]


@pytest.mark.parametrize("hurt", ["NOTES.md", "toybox/yours/b1.py", ".git/HEAD"])
def test_what_somebody_put_into_their_edition_is_not_thrown_away(learn, course, passed, hurt):
    """A file that was added or edited there is named, and nothing is made anew."""
    passed("B1", traced(course), "B1.1")
    assert learn("build").exit_code == 0
    assert learn("build").exit_code == 0
    file = mine.place_of(course) / hurt
    file.parent.mkdir(exist_ok=True)
    file.write_text("mine", encoding="utf-8")
    refused = learn("build")
    assert refused.exit_code == 2
    assert refused.stderr.startswith(f"{file} is not as it was made here")
    assert file.read_text(encoding="utf-8") == "mine"


def test_it_installs_as_a_package_of_ones_own(course, progress, passed, tmp_path):
    """What pip needs is there: a name, a version and the package."""
    import tomllib

    passed("B1", traced(course), "B1.1")
    place = tmp_path / "mine"
    mine.build(course, progress, place)
    project = tomllib.loads((place / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["name"] == "my-toybox"
    assert project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"] == ["toybox"]
    assert (place / "toybox" / "__init__.py").is_file()


# --mine


@pytest.fixture
def shelf(course, run_file, toy):
    """Run the lab of the last lesson, solved, in which what an earlier piece prints can be seen."""
    lesson = course.lesson("B2")
    play = "from toybox.numbers import double\n\n    double(21)"
    text = solved(lesson).replace(
        'if __name__ == "__main__":\n    pass', f'if __name__ == "__main__":\n    {play}'
    )
    lesson.lab.write_text(text, encoding="utf-8")
    return lambda *options: run_file(toy, lesson.lab.relative_to(toy), *options)


def test_a_later_lab_runs_on_ones_own_earlier_pieces_and_only_then(course, passed, shelf, progress):
    """With --mine the earlier piece is the learner's, without it the course's."""
    passed("B1", traced(course), "B1.1")
    alone, own = shelf(), shelf("--mine")
    assert "mine: 21" not in alone.lines
    assert own.lines[:3] == [
        "On 1 of 2 earlier pieces of your own; the others are the course's.",
        "",
        "mine: 21",
    ]
    assert (alone.code, own.code) == (0, 0)
    assert own.lines[-1] == "done: 100 of 100 points"


def test_a_run_on_ones_own_pieces_is_no_attempt_at_the_lab(course, passed, shelf, progress):
    """What the map says comes from the lab on the course's own pieces."""
    passed("B1", traced(course), "B1.1")
    shelf("--mine")
    assert "labelling" not in progress.latest()
    assert '"state": "done"' in shelf("--mine", "--json").lines[-1]


def test_without_earlier_pieces_that_is_said(shelf):
    """Who has passed nothing runs on the course's, and reads so."""
    assert shelf("--mine").lines[0] == "On 0 of 2 earlier pieces of your own; the others are the course's."
