"""Submissions as students hand them in: what is taken of each, and what is told of it."""

import os
import pickle
from pathlib import Path

import pytest

from grader.calls.caller import NOTEBOOK
from tests.grader.arriving.handed import CODE, HandIn, notebook, only, read_all, zipped
from tests.grader.arriving.handed import folder as folder
from tests.grader.arriving.handed import hand_in as hand_in


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


def test_a_submission_tells_when_it_was_handed_in(folder: Path, hand_in: HandIn) -> None:
    """That is the time of the file or archive that lies in the class, whatever time is written in it."""
    for name in ("ana.py", "bo/lab.py", "cy.zip", "di/work.zip", "eve.txt", "fay.zip"):
        data = zipped({"lab.py": CODE}) if name.endswith("zip") else CODE
        os.utime(hand_in(name, b"" if name == "fay.zip" else data), (1e9, 1e9))
    found = read_all(folder)
    assert [submission.handed_in for submission in found.values()] == [1e9] * 6
    (folder / "gus").mkdir()
    assert read_all(folder)["gus"].handed_in is None


def test_a_submission_can_be_sent_to_a_worker(folder: Path, hand_in: HandIn) -> None:
    """It crosses to another process as it is, and holds no more than the text that is judged."""
    submission = only(hand_in("ana.zip", zipped({"lab.py": CODE, "other.py": CODE * 1000})).parent)
    sent = pickle.dumps(submission)
    assert pickle.loads(sent) == submission
    assert len(sent) < 1000
