"""Files are laid into a scratch folder and read out of it, whatever the code that runs there left in it."""

import os
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.calls import scratch
from grader.calls.scratch import ScratchError, empty, fetch, put

SECRET = "what no learner may read"

Lay = Callable[[Path], None]

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes in folders")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty scratch folder, beside a secret and a folder of somebody else's."""
    (tmp_path / "secret").write_text(SECRET, encoding="utf-8")
    (tmp_path / "others").mkdir()
    (tmp_path / "others" / "theirs").write_bytes(b"theirs")
    (tmp_path / "scratch").mkdir()
    return tmp_path / "scratch"


@pytest.fixture(autouse=True)
def others_are_left_alone(folder: Path) -> object:
    """Whatever a test does, what lies beside the scratch folder is as it was."""
    yield
    assert (folder.parent / "secret").read_text(encoding="utf-8") == SECRET
    assert (folder.parent / "others" / "theirs").read_bytes() == b"theirs"


def link_to_a_file(path: Path) -> None:
    path.symlink_to("../secret")


def link_to_a_folder(path: Path) -> None:
    path.symlink_to("../others")


def link_to_nowhere(path: Path) -> None:
    path.symlink_to("nowhere")


def link_to_itself(path: Path) -> None:
    path.symlink_to(path.name)


def link_to_a_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def pipe(path: Path) -> None:
    os.mkfifo(path)


def full_folder(path: Path) -> None:
    (path / "deeper").mkdir(parents=True)
    (path / "deeper" / "file").write_bytes(b"within")


def linking_folder(path: Path) -> None:
    path.mkdir()
    (path / "others").symlink_to("../../others")


def plain_file(path: Path) -> None:
    path.write_bytes(b"old and longer")


def closed_file(path: Path) -> None:
    path.write_bytes(b"old")
    path.chmod(0)


NO_FILES: list[Lay] = [
    link_to_a_file,
    link_to_a_folder,
    link_to_nowhere,
    link_to_itself,
    link_to_a_device,
    pipe,
    full_folder,
    linking_folder,
]


# In and out.


def test_what_is_laid_in_is_read_out(folder: Path) -> None:
    """Files come out as they went in, by their names, which are those of the folder."""
    files = {"b.db": b"\x00\xff\r\n", "a": b"", "naïve": b"1"}
    put(folder, files)
    assert fetch(folder) == files
    assert (folder / "b.db").read_bytes() == b"\x00\xff\r\n"


def test_an_empty_folder_has_no_files(folder: Path) -> None:
    """Of nothing, nothing is read."""
    assert fetch(folder) == {}


def test_a_file_belongs_to_whom_it_shall(folder: Path) -> None:
    """A file that is laid in for somebody can be written by them, and by nobody else."""
    owner = 1_500_000_001 if os.geteuid() == 0 else os.geteuid()
    put(folder, {"shelf.db": b"1"}, owner)
    told = (folder / "shelf.db").stat()
    assert (told.st_uid, told.st_mode & 0o777) == (owner, 0o600)


# What is no plain file.


@pytest.mark.parametrize("lay", NO_FILES, ids=lambda lay: lay.__name__)
def test_only_plain_files_are_read(folder: Path, lay: Lay) -> None:
    """Links, pipes, devices and folders are not there, nor what lies behind them, and nobody waits."""
    put(folder, {"a": b"1", "c": b"3"})
    lay(folder / "b")
    assert fetch(folder) == {"a": b"1", "c": b"3"}


@pytest.mark.parametrize("lay", [*NO_FILES, plain_file, closed_file], ids=lambda lay: lay.__name__)
def test_a_file_is_laid_in_place_of_what_was_there(folder: Path, lay: Lay) -> None:
    """Whatever had the name before is gone, and nothing is written through it."""
    lay(folder / "b")
    put(folder, {"b": b"new"})
    assert fetch(folder) == {"b": b"new"}
    assert not (folder / "b").is_symlink()


@pytest.mark.parametrize("lay", [*NO_FILES, plain_file, closed_file], ids=lambda lay: lay.__name__)
def test_a_folder_is_emptied_of_all_but_folders(folder: Path, lay: Lay) -> None:
    """Nothing is left, or it is told that a folder is, through which nobody goes."""
    put(folder, {"a": b"1"})
    lay(folder / "b")
    is_folder = (folder / "b").is_dir() and not (folder / "b").is_symlink()
    assert empty(folder) is not is_folder
    assert [path.name for path in folder.iterdir()] == ["b"] * is_folder


def test_a_folder_that_is_closed_is_refused(folder: Path) -> None:
    """A folder that nobody can look into is told in a sentence, and is not empty."""
    folder.rmdir()
    with pytest.raises(ScratchError, match=r"^closed the folder in which its files lie$"):
        fetch(folder)
    assert empty(folder) is False


def test_a_file_that_cannot_be_laid_in_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If something takes a name as soon as it is free, the file has no room, and that thing stays."""
    plain_file(folder / "shelf.db")
    monkeypatch.setattr(scratch, "_make_way", lambda path: None)
    with pytest.raises(ScratchError, match=r"^left no room for the file shelf\.db$"):
        put(folder, {"shelf.db": b"new"})
    assert (folder / "shelf.db").read_bytes() == b"old and longer"


# Too many, too large.


@pytest.mark.parametrize(("many", "refused"), [(64, False), (65, True)])
def test_too_many_files_are_refused(folder: Path, many: int, refused: bool) -> None:
    """As many files are read as the limit says, and one more is too many."""
    put(folder, {f"f{number:03}": b"" for number in range(many)})
    if not refused:
        assert len(fetch(folder)) == 64
        return
    with pytest.raises(ScratchError, match=r"^left more than 64 files, which is more than are read$"):
        fetch(folder)


def test_folders_count_as_files(folder: Path) -> None:
    """What is not read counts, since it is looked at."""
    for number in range(65):
        (folder / f"f{number}").mkdir()
    with pytest.raises(ScratchError, match="left more than 64 files"):
        fetch(folder)


SIZES = {
    "one that just fits": ([100], False),
    "one that does not": ([101], True),
    "two that just fit": ([40, 60], False),
    "two that do not": ([40, 61], True),
}


@pytest.mark.parametrize(("sizes", "refused"), SIZES.values(), ids=SIZES)
def test_too_large_files_are_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch, sizes: list[int], refused: bool
) -> None:
    """All files together may be as large as the scratch folder of a box."""
    monkeypatch.setattr(scratch, "SCRATCH_BYTES", 100)
    files = {f"f{number}": b"x" * size for number, size in enumerate(sizes)}
    put(folder, files)
    if not refused:
        assert fetch(folder) == files
        return
    with pytest.raises(ScratchError, match=r"^left files of more than 0 MB in all$"):
        fetch(folder)


def test_files_full_of_holes_fill_no_memory(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of files that are large and hold nothing, hardly more is read than may be left in all."""
    monkeypatch.setattr(scratch, "SCRATCH_BYTES", 1024**2)
    for number in range(64):
        (folder / f"f{number}").touch()
        os.truncate(folder / f"f{number}", 1024**2)
    tracemalloc.start()
    try:
        with pytest.raises(ScratchError, match=r"^left files of more than 1 MB in all$"):
            fetch(folder)
        assert tracemalloc.get_traced_memory()[1] < 4 * 1024**2
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("lay", NO_FILES, ids=lambda lay: lay.__name__)
def test_reading_leaves_nothing_open(folder: Path, lay: Lay) -> None:
    """However often a folder is read and whatever lies in it, every file is closed again."""
    for number in range(5):
        lay(folder / f"b{number}")
    before = sum(1 for _ in Path("/dev/fd").iterdir())
    fetch(folder)
    put(folder, {"a": b"1"})
    assert sum(1 for _ in Path("/dev/fd").iterdir()) == before
