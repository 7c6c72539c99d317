"""Submissions as students hand them in: what is taken of each, and what is told of it."""

from pathlib import Path

import pytest

from grader.caller import NOTEBOOK
from tests.grader.handed import CODE, HandIn, notebook, only
from tests.grader.handed import folder as folder
from tests.grader.handed import hand_in as hand_in


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("ana.py", "lab.py"),
        ("ana.ipynb", NOTEBOOK),
        ("ana/lab.py", "lab.py"),
        ("ana/lab.ipynb", NOTEBOOK),
        ("ana/my solution.py", "lab.py"),
        ("ana/my solution.ipynb", NOTEBOOK),
    ],
)
def test_each_way_of_handing_in_is_read(folder: Path, hand_in: HandIn, name: str, file: str) -> None:
    """A student hands in a file of their name, or a folder of their name with one lab in it."""
    hand_in(name, notebook(CODE) if name.endswith("ipynb") else CODE)
    submission = only(folder)
    assert (submission.student, submission.place, submission.file) == ("ana", name, file)
    assert (submission.source.strip(), submission.problem) == (CODE.strip(), "")


def test_the_digest_tells_what_was_handed_in(folder: Path, hand_in: HandIn) -> None:
    """Another text or another file name is another submission; another time is not."""
    first = only(hand_in("ana.py", ago=60).parent).digest
    hand_in("ana.py", ago=0)
    assert only(folder).digest == first
    hand_in("ana.py", CODE + "\n")
    assert only(folder).digest != first
    (folder / "ana.py").unlink()
    hand_in("ana/lab.py")
    assert only(folder).digest != first
