"""lab.py and lab.ipynb are kept in step by what stands in them; where both were edited neither is touched."""

import json
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from curriculum.course import load_course
from curriculum.files import CourseError
from curriculum.notebook import cells_of_notebook, cells_of_script, notebook_of
from tutor.kept import Kept
from tutor.pair import Pair

NOW = datetime(2026, 5, 1, 9, 30, tzinfo=UTC)
STUB = 'raise NotImplementedError("Task B1.1: double a number")'


@pytest.fixture
def course(toy):
    return load_course(toy)


@pytest.fixture
def lesson(course):
    return course.lesson("B1")


@pytest.fixture
def pair(course, lesson):
    return Pair(course, lesson)


def write(file: Path, old: str, new: str) -> bytes:
    """Replace a text in a script, or in the source of a notebook's cells."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".ipynb":
        old, new = json.dumps(old)[1:-1], json.dumps(new)[1:-1]
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    return file.read_bytes()


def alike(lesson) -> bool:
    return cells_of_script(lesson.lab.read_text(encoding="utf-8")) == cells_of_notebook(
        lesson.notebook.read_text(encoding="utf-8")
    )


def test_an_untouched_pair_is_alike(pair, course):
    """Nothing is done to it."""
    assert pair.bring_in_step(NOW) == "alike"
    assert Kept(course).changes() == ()


@pytest.mark.parametrize("newest", ["lab.py", "lab.ipynb"])
def test_the_one_that_was_edited_is_brought_to_the_other(pair, lesson, newest):
    """Whichever file has the later time stamp, what was edited counts."""
    write(lesson.lab, STUB, "return 2 * number")
    os.utime(lesson.lab.with_name(newest), (2_000_000_000, 2_000_000_000))
    assert pair.bring_in_step(NOW) == "notebook written"
    assert "return 2 * number" in lesson.notebook.read_text(encoding="utf-8")
    assert alike(lesson)
    write(lesson.notebook, "return 2 * number", "return number + number")
    os.utime(lesson.lab.with_name(newest), (2_100_000_000, 2_100_000_000))
    assert pair.bring_in_step(NOW) == "script written"
    assert "return number + number" in lesson.lab.read_text(encoding="utf-8")
    assert alike(lesson)
    assert pair.bring_in_step(NOW) == "alike"


def test_only_what_was_edited_changes_in_the_script(pair, lesson):
    """Every other byte of lab.py stays, blank lines too."""
    start = lesson.lab.read_text(encoding="utf-8")
    write(lesson.notebook, STUB, "return 2 * number")
    pair.bring_in_step(NOW)
    assert lesson.lab.read_text(encoding="utf-8") == start.replace(STUB, "return 2 * number")


def test_both_edited_are_both_left_alone(pair, lesson, course):
    """Neither is written; one can be chosen, and the other is kept."""
    script = write(lesson.lab, STUB, "return 2 * number")
    notebook = write(lesson.notebook, STUB, "return number + number")
    for _ in range(2):
        assert pair.bring_in_step(NOW) == "both edited"
        assert (lesson.lab.read_bytes(), lesson.notebook.read_bytes()) == (script, notebook)
    assert pair.bring_in_step(NOW, keep="notebook") == "script written"
    assert "return number + number" in lesson.lab.read_text(encoding="utf-8")
    Kept(course).undo(None, NOW)
    assert lesson.lab.read_bytes() == script


def test_what_was_undone_is_not_done_again(pair, lesson, course):
    """Who takes back that one was written from the other is asked which one counts."""
    write(lesson.lab, STUB, "return 2 * number")
    notebook = write(lesson.notebook, STUB, "return number + number")
    assert pair.bring_in_step(NOW, keep="script") == "notebook written"
    Kept(course).undo(None, NOW)
    assert lesson.notebook.read_bytes() == notebook
    for only in (None, "script"):
        assert pair.bring_in_step(NOW, only=only) == "both edited"
    assert pair.bring_in_step(NOW, keep="notebook") == "script written"
    assert pair.bring_in_step(NOW) == "alike"


def test_both_edited_in_the_same_way_are_alike(pair, lesson):
    """Where the same was written into both there is nothing to do."""
    for file in (lesson.lab, lesson.notebook):
        write(file, STUB, "return 2 * number")
    assert pair.bring_in_step(NOW) == "alike"
    write(lesson.notebook, "2 * number", "number * 2")
    assert pair.bring_in_step(NOW) == "script written"


def test_what_a_run_leaves_in_a_notebook_is_no_edit(pair, lesson):
    """Outputs and counts do not count; and they stay where a cell stays when the script is edited."""
    notebook = json.loads(lesson.notebook.read_text(encoding="utf-8"))
    cell = next(cell for cell in notebook["cells"] if cell["cell_type"] == "code")
    cell["execution_count"] = 7
    cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": ["seen\n"]}]
    lesson.notebook.write_text(json.dumps(notebook), encoding="utf-8")
    script = lesson.lab.read_bytes()
    assert pair.bring_in_step(NOW) == "alike"
    assert lesson.lab.read_bytes() == script
    write(lesson.lab, STUB, "return 2 * number")
    assert pair.bring_in_step(NOW) == "notebook written"
    assert "seen\\n" in lesson.notebook.read_text(encoding="utf-8")


def test_a_notebook_that_is_new_from_upstream_is_no_edit(pair, lesson):
    """Who edits lab.py and fetches a new start of the lab keeps lab.py, and the notebook follows it."""
    mine = write(lesson.lab, STUB, "return 2 * number")
    new = lesson.stub.read_text(encoding="utf-8").replace("# # Doubling", "# # Doubling, anew")
    lesson.stub.write_text(new, encoding="utf-8")
    lesson.notebook.write_text(notebook_of(new), encoding="utf-8")
    assert pair.bring_in_step(NOW) == "notebook written"
    assert lesson.lab.read_bytes() == mine


def test_only_one_side_may_be_asked_for(pair, lesson):
    """A check may write lab.py and never the notebook."""
    start = lesson.notebook.read_bytes()
    write(lesson.lab, STUB, "return 2 * number")
    assert pair.bring_in_step(NOW, only="script") == "alike"
    assert lesson.notebook.read_bytes() == start


def test_a_check_after_the_first_needs_no_look_into_the_cells(pair, lesson, monkeypatch):
    """Whoever works in lab.py alone does not wait for what turns notebooks into scripts."""
    write(lesson.lab, STUB, "return 2 * number")
    pair.bring_in_step(NOW, only="script")
    monkeypatch.setattr("tutor.pair.cells_of_script", None)
    write(lesson.lab, "2 * number", "3 * number")
    assert pair.bring_in_step(NOW, only="script") == "alike"
    monkeypatch.undo()
    write(lesson.notebook, "# Doubling", "# My notes")
    assert pair.bring_in_step(NOW, only="script") == "both edited"


@pytest.mark.parametrize("text", ["", "{", '{"cells": 3}'])
def test_a_notebook_that_cannot_be_read_is_named(pair, lesson, text):
    """It is left as it is, and so is the script."""
    lesson.notebook.write_text(text, encoding="utf-8")
    script = lesson.lab.read_bytes()
    with pytest.raises(CourseError) as refused:
        pair.bring_in_step(NOW)
    assert str(refused.value).startswith(f"{lesson.notebook}: this is no notebook that can be read")
    assert lesson.lab.read_bytes() == script


def test_a_script_that_does_not_parse_is_brought_over_as_it_is(pair, lesson):
    """A cell is text, right or not."""
    write(lesson.lab, "def total(", "def total)(")
    assert pair.bring_in_step(NOW) == "notebook written"
    assert "def total)(" in lesson.notebook.read_text(encoding="utf-8")


def test_a_file_that_is_missing_is_not_made(pair, lesson):
    """There is nothing to compare, and `learn start` lays it out."""
    lesson.notebook.unlink()
    assert pair.bring_in_step(NOW) == "alike"
    assert not lesson.notebook.exists()
