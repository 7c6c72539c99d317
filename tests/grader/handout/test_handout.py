"""Handouts: a folder that holds no solution, whose labs run and whose verdicts are those of the checkout."""

import ast
import inspect
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from curriculum.course import CHECKOUT, Lesson, load_course
from curriculum.files import CourseError
from curriculum.notebook import notebook_of
from grader.calls.inprocess import InProcess
from grader.cli import app
from grader.handout import handout
from grader.judge.judge import judge
from tests.conftest import TOY, copied
from tests.grader.handout.handouts import judged_in, run_in
from workshop.labs import executed, solved
from workshop.mistakes import files_of, read_mistake

SUMMARIES = load_course(CHECKOUT).lesson("I2")
LABELS = Path("beginner/labelling")
# A statement of toybox.labels.label.
LEAK = "return Label(most, list(words).count(most), seen_at)"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The handout of the real lesson, made in a checkout in which the instructor has solved the lab."""
    folder = tmp_path_factory.mktemp("class")
    course = copied(folder / "checkout")
    lab = load_course(course).lesson("I2").lab
    lab.write_text(solved(SUMMARIES), encoding="utf-8")
    lab.with_suffix(".ipynb").write_text(notebook_of(solved(SUMMARIES)), encoding="utf-8")
    for name in ("__pycache__/lab.cpython-311.pyc", ".ipynb_checkpoints/lab.ipynb", "draft.py"):
        (lab.parent / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(lab, lab.parent / name)
    handout.make(load_course(course), ["I2"], folder / "handout")
    return folder / "handout"


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The handout of the toy lessons on numbers and on files; the one between them stays as it is."""
    out = tmp_path_factory.mktemp("class") / "handout"
    handout.make(load_course(TOY), ["B4", "doubling"], out)
    return out


@pytest.fixture
def refused(toy: Path, tmp_path: Path) -> Callable[..., str]:
    """Try to make a handout of the toy course; nothing may be left of it but the sentence that comes back."""

    def make(*names: str, out: str = "handout") -> str:
        before = sorted(tmp_path.rglob("*"))
        with pytest.raises(CourseError) as caught:
            handout.make(load_course(toy), names, tmp_path / out)
        assert sorted(tmp_path.rglob("*")) == before
        return str(caught.value)

    return make


def texts_of(folder: Path) -> dict[str, str]:
    """Every file of a folder as text, without any white space, and of a notebook also its cells as code."""
    found = {}
    for path in folder.rglob("*"):
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            if path.suffix == ".ipynb":
                text += "".join("".join(cell["source"]) for cell in json.loads(text)["cells"])
            found[str(path.relative_to(folder))] = "".join(text.split())
    return found


def statements_of(function: Callable[..., Any]) -> set[str]:
    """The statements of a function, in both ways of writing them, without any white space."""
    source = inspect.getsource(function)
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.stmt)]
    texts = {text for node in nodes[2:] for text in (ast.unparse(node), ast.get_source_segment(source, node))}
    return {squeezed for text in texts if len(squeezed := "".join(text.split())) > len("returnNone")}


# What is in it, and what is not.


@pytest.mark.parametrize("piece", SUMMARIES.pieces, ids=lambda piece: piece.name)
def test_no_statement_of_a_solution_stands_anywhere(made: Path, piece: Any) -> None:
    """Library, pages, notebooks, tests and recordings hold nothing of what a learner is to write."""
    statements = statements_of(piece.reference)
    assert len(statements) >= 3
    for name, text in texts_of(made).items():
        assert not [one for one in statements if one in text], name
    assert any(one in "".join(solved(SUMMARIES).split()) for one in statements), "nothing was looked for"


def test_only_what_is_named_gets_in(made: Path) -> None:
    """No solved lab, draft, cache, mistake, generator, git or workshop."""
    lab = made / "curriculum" / "intermediate" / SUMMARIES.id / "lab"
    assert {path.name for path in lab.iterdir()} == {
        "expected.yaml", "hints.yaml", "known.yaml", "lab.ipynb", "lab.py", "measure.py", "recorded.json",
        "stub.py", "test_lab.py",
    }  # fmt: skip
    stub = SUMMARIES.stub.read_text(encoding="utf-8")
    assert (lab / "lab.py").read_text(encoding="utf-8") == stub
    assert (lab / "lab.ipynb").read_text(encoding="utf-8") == notebook_of(stub)
    assert {path.name for path in made.iterdir()} == {
        ".gitignore", "LICENSE", "LICENSE-lessons", "README.md", "curriculum", "data", "grader", "memlab",
        "pyproject.toml", "tests", "tutor",
    }  # fmt: skip
    assert not [
        path for path in made.rglob("*") if path.suffix in (".pyc", ".sqlite") or path.name == "box.py"
    ]


def test_the_exam_of_the_course_goes_along(made: Path) -> None:
    """A class sits it on its own editions as everybody does, and its questions are in the data."""
    exam = load_course(made / "curriculum").order.exam
    assert exam is not None
    assert exam == load_course(CHECKOUT).order.exam
    assert (made / exam.run[-1]).is_file()


def test_later_pieces_are_removed_too_and_earlier_ones_stay(toys: Path) -> None:
    """What comes after the last lesson is next week's; what stands between is what labs run on."""
    shelf, labels, numbers = (
        (toys / "toybox" / f"{name}.py").read_text("utf-8") for name in ("shelf", "labels", "numbers")
    )
    assert "raise RuntimeError" in shelf and "executemany" not in shelf
    assert "def stored" in shelf and "ORDER BY place" in shelf, "what is given stays"
    assert LEAK in labels
    assert numbers.count("this edition holds no solution of it") == 2
    first = load_course(toys / "curriculum").order.lessons
    assert [(entry.code, entry.status) for entry in first] == [
        ("B1", "ready"), ("B2", "planned"), ("B3", "planned"), ("B4", "ready"),
    ]  # fmt: skip


def test_no_path_of_this_machine_and_no_registry(made: Path, toys: Path) -> None:
    """Nothing tells where it was made, or where its packages came from."""
    for folder in (made, toys):
        words = (str(folder.parent), str(CHECKOUT.parent), "pythonhosted")
        for name, text in texts_of(folder).items():
            assert not [word for word in words if word in text], name


def test_two_runs_make_the_same_bytes(tmp_path: Path) -> None:
    """Order of sets, locale, zone and day do not matter; an empty folder will do as well as none."""
    settings = {"PYTHONHASHSEED": "7", "LC_ALL": "C", "TZ": "Asia/Kathmandu", "PYTHONPATH": str(TOY)}
    # Notebooks have tests of their own, and what makes them is slow to import.
    command = "import curriculum.notebook as n; n.notebook_of = str; from grader.cli import app; app()"
    out, again = tmp_path / "handout", tmp_path / "again"
    out.mkdir()
    handout.make(load_course(TOY), ["B2"], out)
    done = subprocess.run(
        [sys.executable, "-c", command, "handout", "B2", "--out", str(again), "--course", str(TOY)],
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    files = [path.relative_to(out) for path in out.rglob("*") if path.is_file()]
    assert len(files) == len([path for path in again.rglob("*") if path.is_file()]) >= 50
    for file in (file for file in files if file.suffix != ".ipynb"):
        assert (again / file).read_bytes() == (out / file).read_bytes(), file


# What it does.


def test_its_own_tests_pass(made: Path) -> None:
    """Its labs begin, and neither a test nor an example runs what was removed."""
    # Without the notebook, whose library is slow to import; it is looked at above.
    options = ["-q", "-n0", "-p", "no:cacheprovider", "-k", "not notebook"]
    options += ["tests/test_handout.py", "memlab/evolve", "memlab/record.py"]
    done = run_in(made, "-m", "pytest", *options)
    assert done.returncode == 0, done.stdout
    assert "3 deselected" in done.stdout


def test_every_verdict_is_that_of_the_checkout(made: Path) -> None:
    """A right lab is done, and every third known mistake has the state, score and checks that it has here."""
    right, mistakes = solved(SUMMARIES), files_of(SUMMARIES)[::3]
    assert len(mistakes) >= 9
    labs = [[right], *([right, file.read_text(encoding="utf-8")] for file in mistakes)]
    there = judged_in(made, "I2", labs)
    assert there[0][:2] == ["done", 100]
    wrong = [{}, *(read_mistake(file, SUMMARIES).wrong for file in mistakes)]
    assert there == verdicts_on(SUMMARIES, wrong)


def verdicts_on(lesson: Lesson, wrong: list[Any]) -> list[Any]:
    """State, score and checks of the right lab with some of its pieces wrong, judged in the checkout."""
    right: list[Any] = []
    callers = [InProcess(lesson, {**executed(lesson, solved(lesson)), **pieces}) for pieces in wrong]
    judge(lesson, callers, right.append)
    return [
        [verdict.state, verdict.score, [[check.id, check.status, check.message] for check in verdict.checks]]
        for verdict in right
    ]


@pytest.mark.parametrize("name", ["doubling", "shelving"])
def test_the_same_is_true_of_each_of_several(toys: Path, name: str) -> None:
    """Also of a lesson that keeps files, which the library's own reader still reads."""
    lesson = load_course(TOY).lesson(name)
    mistake = files_of(lesson)[2]
    there = judged_in(toys, name, [[solved(lesson)], [solved(lesson), mistake.read_text(encoding="utf-8")]])
    here = verdicts_on(lesson, [{}, read_mistake(mistake, lesson).wrong])
    # How far a process came before it was killed is another each time, and so is what is said of it.
    assert [without_messages(one) for one in there] == [without_messages(one) for one in here]
    assert there[0][:2] == ["done", 100]


def without_messages(verdict: list[Any]) -> list[Any]:
    state, score, checks = verdict
    return [state, score, [[name, status] for name, status, _ in checks]]


def test_the_piece_one_writes_is_closed_there_too(toys: Path) -> None:
    """Who calls the library's piece is told what they would be told in the checkout."""
    lesson = load_course(TOY).lesson("doubling")
    text = "import toybox.numbers\n" + solved(lesson).replace(
        "return 2 * number", "return toybox.numbers.double(number)"
    )
    ((state, score, checks),) = judged_in(toys, "doubling", [[text]])
    assert (state, score) == ("wrong", 0)
    assert "this is the piece you are writing" in checks[0][2]


# What is refused.


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("lesson.md", "# Labelling", f"# Labelling\n\n    {LEAK}"),
        ("lesson.md", "# Labelling", f"# Labelling\n\n> {LEAK.replace('(most, ', '(most,')}"),
        ("lab/stub.py", "# %%\nif", f"# {LEAK[:22]}\n#   {LEAK[22:]}\n\n# %%\nif"),
        ("lab/hints.yaml", "B2.1:", f'"B2.0": ["{LEAK[:12]}\\\n  {LEAK[12:]}"]\nB2.1:'),
        ("lab/measure.py", "AT =", f"OLD = '{LEAK}'\nAT ="),
    ],
)
def test_a_solution_that_would_be_handed_out_is_found(
    toy: Path, refused: Callable[..., str], edit: Any, file: str, old: str, new: str
) -> None:
    """Quoted, reflowed, commented out or folded, it is named by file and line, and nothing is made."""
    edit(toy / LABELS / file, old, new)
    lines = (toy / LABELS / file).read_text(encoding="utf-8").splitlines()
    line = 1 + next(number for number, text in enumerate(lines) if LEAK[:12] in text)
    said = refused("B2")
    # What is made from the stub comes before it.
    place = f"{file.replace('stub', 'lab')}:{line}"
    assert said.startswith(f"curriculum/beginner/labelling/{place}:")
    assert "that of toybox/labels.py:" in said


def test_a_page_that_quotes_a_later_piece_is_found(toy: Path, refused: Callable[..., str], edit: Any) -> None:
    """This week's page must not answer next week's lab."""
    edit(toy / "beginner/doubling/lesson.md", "# Doubling", f"# Doubling\n\n```python\n    {LEAK}\n```")
    assert "curriculum/beginner/doubling/lesson.md:" in refused("B1")


def test_a_stub_that_is_solved_is_refused(toy: Path, refused: Callable[..., str], edit: Any) -> None:
    """What a lab is made from must be a stub."""
    edit(
        toy / LABELS / "lab/stub.py", 'raise NotImplementedError("Task B2.1: label the words")', "return None"
    )
    assert "label is no stub" in refused("B2")


def test_a_place_that_holds_something_is_refused(toy: Path, refused: Callable[..., str]) -> None:
    """Nothing is written over."""
    assert "holds something already; name a folder that is new" in refused("B1", out="toy")


def test_a_reference_that_fails_makes_no_handout(toy: Path, refused: Callable[..., str], edit: Any) -> None:
    """Nothing is recorded of a lesson whose own reference is wrong."""
    edit(
        toy / LABELS / "lab/test_lab.py", 'assert (got.word, got.count) == ("b", 2)', 'assert got.word == "x"'
    )
    assert "the reference does not pass its own checks" in refused("B2")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["B9"], "no lesson is called 'B9'"),
        (["B3"], "is planned and has no content yet"),
        ([], "Missing argument"),
    ],
)
def test_an_unknown_lesson_is_refused(tmp_path: Path, arguments: list[str], said: str) -> None:
    """Usage is exit code 2, and a sentence."""
    told = CliRunner().invoke(
        app, ["handout", *arguments, "--out", str(tmp_path / "handout"), "--course", str(TOY)]
    )
    assert told.exit_code == 2
    assert said in told.stderr
    assert not (tmp_path / "handout").exists()


def test_nothing_is_graded_in_a_handout(toys: Path, tmp_path: Path) -> None:
    """Without a reference private cases cannot be judged, so marks are given elsewhere."""
    (tmp_path / "ana.py").write_text("", encoding="utf-8")
    course = str(toys / "curriculum")
    told = CliRunner().invoke(
        app,
        [
            "grade",
            str(tmp_path / "ana.py"),
            "--lesson",
            "B1",
            "--out",
            str(tmp_path / "out"),
            "--course",
            course,
        ],
    )
    assert told.exit_code == 2
    assert told.stderr == "a handout holds no reference; grade B1 where you made it\n"
    with pytest.raises(CourseError, match="is of a handout"):
        handout.make(load_course(toys / "curriculum"), ["B1"], tmp_path / "another")
