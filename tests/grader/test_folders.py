"""What is read of a student's folder, and what is not."""

import os
from pathlib import Path

import pytest

from tests.grader.handed import HandIn, only, problem_of
from tests.grader.handed import folder as folder
from tests.grader.handed import hand_in as hand_in


def test_hidden_entries_are_no_students(folder: Path, hand_in: HandIn) -> None:
    """What systems and tools leave in a folder is no submission."""
    for name in (".DS_Store", ".ipynb_checkpoints/ana.ipynb", "__pycache__/ana.py", "__MACOSX/ana.py"):
        hand_in(name)
    hand_in("ana/.lab.py.swp")
    hand_in("ana/.hidden.py")
    hand_in("ana/handed_in.py")
    assert only(folder).place == "ana/handed_in.py"


@pytest.mark.parametrize(
    "name", ["ana.py", "ana", "ana/lab.py", "bob.py", "eve", "dangling.py", "dangling/lab.py"]
)
def test_links_are_not_followed(tmp_path: Path, folder: Path, name: str) -> None:
    """A link may lead to another student's work or to a file of ours, so it is no submission."""
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "lab.py").write_text("secret = 1")
    link = folder / name
    link.parent.mkdir(exist_ok=True)
    target = secret / "lab.py" if link.suffix else secret
    link.symlink_to(tmp_path / "nowhere" if "dangling" in name else target)
    assert problem_of(folder)


def test_a_folder_called_lab_is_no_lab(folder: Path) -> None:
    """A folder with the name of a file is not read."""
    (folder / "ana" / "lab.py").mkdir(parents=True)
    assert problem_of(folder) == "lab.py is no plain file; hand in lab.py or lab.ipynb itself"


@pytest.mark.parametrize("name", ["ana.py", "ana/lab.py", "ana/other.py"])
def test_a_pipe_is_not_waited_for(folder: Path, name: str) -> None:
    """A pipe into which nobody writes holds nothing up."""
    pipe = folder / name
    pipe.parent.mkdir(exist_ok=True)
    os.mkfifo(pipe)
    assert problem_of(folder) == f"{pipe.name} is no plain file; hand in lab.py or lab.ipynb itself"


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to root")
@pytest.mark.parametrize("closed", ["ana.py", "ana", "ana/lab.py"])
def test_what_may_not_be_read_is_named(folder: Path, hand_in: HandIn, closed: str) -> None:
    """A file or a folder that is closed to us is that student's row, and nobody else's."""
    hand_in("ana.py" if closed == "ana.py" else "ana/lab.py")
    (folder / closed).chmod(0)
    try:
        assert problem_of(folder).endswith(": permission denied")
    finally:
        (folder / closed).chmod(0o700)
