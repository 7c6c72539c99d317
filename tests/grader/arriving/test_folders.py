"""What is read of a student's folder, and what is not."""

import os
import time
from pathlib import Path

import pytest

from tests.grader.arriving.handed import CODE, HandIn, only, problem_of, zipped
from tests.grader.arriving.handed import folder as folder
from tests.grader.arriving.handed import hand_in as hand_in


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


TOOLS = (
    ".venv/lib/lab.py",
    "venv/lab.py",
    "env/lab.py",
    "node_modules/x/lab.py",
    "lib/site-packages/lab.py",
    "__pycache__/lab.py",
    ".ipynb_checkpoints/lab.py",
    "__MACOSX/lab.py",
    ".git/lab.py",
)


@pytest.mark.parametrize("packed", [False, True], ids=["a folder", "an archive"])
def test_what_tools_leave_is_no_lab(folder: Path, hand_in: HandIn, packed: bool) -> None:
    """In whatever environments and caches are handed in too, nothing is looked for."""
    files = dict.fromkeys(TOOLS, "tool = 1") | {"env/pyvenv.cfg": "", "deep/er/mine.py": CODE}
    if packed:
        hand_in("ana.zip", zipped(files))
    for name, data in files.items():
        if not packed:
            hand_in(f"ana/{name}", data)
    submission = only(folder)
    assert submission.place == ("ana.zip/deep/er/mine.py" if packed else "ana/deep/er/mine.py")
    assert submission.chosen == ""


def test_a_folder_of_ten_thousand_files_is_refused(folder: Path, hand_in: HandIn) -> None:
    """A folder with more files than a student writes is that student's row, and nothing in it is judged."""
    hand_in("ana/lab.py")
    for number in range(40):
        for other in range(60):
            hand_in(f"ana/{number}/{other}.txt", "")
    begun = time.monotonic()
    assert problem_of(folder) == "ana holds more than 2,000 files; hand in lab.py itself"
    assert time.monotonic() - begun < 5


def test_what_tools_install_is_not_counted(folder: Path, hand_in: HandIn) -> None:
    """Thousands of files in an environment stand in nobody's way."""
    hand_in("ana/lab.py")
    hand_in("ana/.venv/pyvenv.cfg", "")
    for number in range(2_100):
        (folder / "ana" / ".venv" / f"{number}.py").touch()
    assert only(folder).source == CODE


@pytest.mark.parametrize("to", ["..", "../../secret", "."])
def test_a_link_in_a_folder_is_not_followed(tmp_path: Path, folder: Path, hand_in: HandIn, to: str) -> None:
    """A link to a folder leads neither out of what was handed in nor round in it."""
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "lab.py").write_text("secret = 1")
    hand_in("ana/notes.txt")
    (folder / "ana" / "B1").symlink_to(to)
    assert problem_of(folder) == "ana: there is no lab.py or lab.ipynb in this folder"
