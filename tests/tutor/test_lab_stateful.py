"""Running a lab whose pieces keep files: the verdict is as ever, and no file is left anywhere."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from curriculum import editions
from curriculum.course import Lesson, load_course
from workshop.labs import solved

LAB = Path("beginner/shelving/lab/lab.py")
LINE = "shelf.nonsense()"


@pytest.fixture
def lesson(toy: Path) -> Lesson:
    return load_course(toy).lesson("shelving")


@pytest.fixture
def run(
    toy: Path, tmp_path: Path, run_file: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Any]:
    """Run the toy lab with this text in it; see to it that no file is there which was not there before."""

    def run(text: str | None, *arguments: str, **environment: str) -> Any:
        if text is not None:
            (toy / LAB).write_text(text, encoding="utf-8")
        (tmp_path / "temporary").mkdir(exist_ok=True)
        before = files(tmp_path)
        done = run_file(toy, LAB, *arguments, TMPDIR=str(tmp_path / "temporary"), **environment)
        assert files(tmp_path) == before
        return done

    return run


def files(folder: Path) -> dict[Path, bytes | None]:
    """All files and folders below a folder, but for what Python and `learn` note there."""
    noted = {"__pycache__", ".course"}
    found = [path for path in folder.rglob("*") if not noted & set(path.parts)]
    return {path: path.read_bytes() if path.is_file() else None for path in found}


def test_right_work_is_done(run, lesson):
    """The solved lab has all points, and its figures come out run after run."""
    for _ in range(2):
        right = run(solved(lesson))
        assert right.code == 0
        assert right.stderr == ""
        assert "  new [2, 1]" in right.lines
        assert right.lines[-1] == "done: 100 of 100 points"


def test_an_untouched_lab_says_what_is_to_write(run):
    """The stub is met in calls, scenes and processes that are killed, and is still to write."""
    untouched = run(None)
    assert untouched.code == 1
    assert "  Task B4.1: put items on the shelf" in untouched.lines
    assert untouched.lines[-1] == "not started: 0 of 100 points"


def test_solved_shows_the_reference(run):
    """`--solved` on an untouched file has the reference keep the files."""
    shown = run(None, "--solved")
    assert shown.code == 0
    assert "  new [2, 1]" in shown.lines
    assert shown.lines[-1] == "the reference: 100 of 100 points"


def test_json_is_one_object_on_the_last_line(run, lesson):
    """A machine reads the verdict of a stateful lab like any other."""
    told = run(solved(lesson), "--json")
    verdict = json.loads(told.lines[-1])
    assert told.code == 0
    assert (verdict["state"], verdict["score"]) == ("done", 100)
    assert [check["status"] for check in verdict["checks"]] == ["passed"] * 7


def test_the_line_that_did_it_is_named(run, lesson):
    """Calls run in another folder, and the learner's own line is found all the same."""
    text = solved(lesson).replace("        before = shelf.total_changes\n", f"        {LINE}\n", 1)
    line = 1 + text.splitlines().index(f"        {LINE}")
    failed = run(text)
    assert failed.code == 1
    assert f"(lab.py:{line}: {LINE})" in failed.said
    assert failed.lines[-1] == "wrong: 0 of 100 points"


def test_a_wrong_piece_that_leaves_files_leaves_none_here(run, toy):
    """What a piece writes under a name of its own is written where the checks look."""
    untouched = (toy / LAB).read_text(encoding="utf-8")
    body = 'with open("notes.txt", "a") as notes:\n    notes.writelines(items)\nreturn len(items)'
    wrong = run(editions.replace(untouched, {"store": body}))
    assert wrong.code == 1
    assert "there are: ()" in wrong.said
    assert wrong.lines[-1].startswith("wrong: ")


def test_what_the_learner_prints_comes_through_once(run, lesson):
    """A line that was printed before a process was copied to be killed is not printed by the copy too."""
    text = 'print("the beginning")\n' + solved(lesson)
    text = text.replace("    with closing(", '    print("looking at", "x" * 2000)\n    with closing(', 1)
    printing = run(text, PYTHONUNBUFFERED="")
    assert printing.stdout.count("the beginning") == 1
    assert printing.stdout.count("looking at") >= 8
    assert printing.lines[-1] == "done: 100 of 100 points"
