"""Which of a student's files is the lab of the lesson, and how it is told."""

import os
from pathlib import Path

import pytest

from tests.grader.handed import CODE, HandIn, notebook, only, problem_of
from tests.grader.handed import folder as folder
from tests.grader.handed import hand_in as hand_in


@pytest.mark.parametrize("newer", ["ana.py", "ana.ipynb", "ana/lab.py", "ana/lab.ipynb"])
@pytest.mark.parametrize("older", ["ana.py", "ana.ipynb", "ana/lab.py", "ana/lab.ipynb"])
def test_the_newest_of_two_counts(folder: Path, hand_in: HandIn, newer: str, older: str) -> None:
    """Of two entries of one student, or two labs in their folder, the one changed last is judged."""
    if newer == older:
        return
    hand_in(older, notebook("old = 1") if older.endswith("ipynb") else "old = 1", ago=60)
    hand_in(newer, notebook("new = 1") if newer.endswith("ipynb") else "new = 1", ago=30)
    submission = only(folder)
    assert (submission.place, submission.source.strip()) == (newer, "new = 1")


def test_a_lab_that_is_rewritten_in_its_folder_is_the_newest(folder: Path, hand_in: HandIn) -> None:
    """A folder is as new as the lab in it, for rewriting a file leaves the time of its folder alone."""
    lab = hand_in("ana/lab.py", ago=90)
    hand_in("ana.py", ago=60)
    changed = lab.stat().st_mtime + 60
    os.utime(lab, (changed, changed))
    assert only(folder).place == "ana/lab.py"


def test_of_two_equally_new_the_file_of_python_counts(folder: Path, hand_in: HandIn) -> None:
    """Unpacked from one archive, all files may be equally new; what is judged is still the same each time."""
    for name, data in (("ana.ipynb", notebook("x = 1")), ("ana.py", CODE), ("ana.txt", "x")):
        os.utime(hand_in(name, data), (1e9, 1e9))
    assert only(folder).place == "ana.py"


def test_a_lab_called_lab_counts_before_other_files(folder: Path, hand_in: HandIn) -> None:
    """In a student's folder lab.py is the lab, however new the other files are."""
    hand_in("ana/lab.py", ago=60)
    hand_in("ana/scratch.py", ago=1)
    assert only(folder).place == "ana/lab.py"


def test_a_folder_with_two_other_labs_is_not_guessed_at(folder: Path, hand_in: HandIn) -> None:
    """Of two labs of which none is called lab, nobody can say which is meant."""
    hand_in("ana/first.py")
    hand_in("ana/second.ipynb")
    said = "ana: which file of this folder is the lab (first.py, second.ipynb)? call it lab.py"
    assert problem_of(folder) == said
