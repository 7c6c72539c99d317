"""How pieces are called in one's own process: from a namespace, in a scratch folder, in a copy of it."""

import gc
import linecache
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import toybox.numbers

from curriculum.course import Lesson
from grader.calls import scratch
from grader.calls.caller import Frame, Reply
from grader.calls.inprocess import InProcess
from tests.grader.conftest import without_time

DOUBLE = "toybox.numbers.double"
STORE = "toybox.shelf.store"
CLOSED = "this is the piece you are writing; memlab's own is closed to the lab"

Call = Callable[..., Reply]
Shelf = Callable[..., InProcess]


@pytest.fixture
def call(doubling: Lesson, short_limit: None) -> Call:
    """Call a function as the learner's `double`, of 4."""

    def run(double: Any, **settings: Any) -> Reply:
        return without_time(InProcess(doubling, {"double": double}, **settings).call(DOUBLE, b"[4]"))

    return run


# From a namespace.


def test_a_piece_is_called_from_the_namespace(call: Call) -> None:
    """What stands under the piece's name is called, and memlab's own is closed to it."""
    assert call(lambda number: 2 * number) == Reply("returned", value=b"8")
    assert call(lambda number: toybox.numbers.double(number)).message == CLOSED
    assert call(toybox.numbers.double, closed=False) == Reply("returned", value=b"8")


@pytest.mark.parametrize("namespace", [{}, {"double": 8}, {"double": None}, {"dubble": abs}])
def test_a_function_that_is_not_there_is_missing(doubling: Lesson, namespace: dict[str, Any]) -> None:
    """A name that is absent, or that names no function, is missing."""
    assert InProcess(doubling, namespace).call(DOUBLE, b"[4]") == Reply("missing")


def test_a_namespace_is_loaded_already(doubling: Lesson) -> None:
    """There is no file to load, whatever stands in the namespace."""
    assert InProcess(doubling, {}).load() == Reply("returned")


@pytest.mark.parametrize(("file", "named"), [(Path("here/mine.py"), "mine.py"), (None, "your notebook")])
def test_messages_name_the_file_without_its_folder(doubling: Lesson, file: Path | None, named: str) -> None:
    """The learner's file is called by its name, and a notebook a notebook."""
    assert InProcess(doubling, {}, file=file).file == named


def test_a_scene_is_played_with_the_pieces_of_the_namespace(shelving: Lesson) -> None:
    """A lesson's scenes are called by their name, with the learner's pieces in front."""
    caller = InProcess(shelving, {"store": lambda path, items: len(path) + len(items)})
    reply = caller.call("scenes.twice", b'[null, "ab", ["c"]]')
    assert without_time(reply) == Reply("returned", value=b"[3,3]")


# The lines of the learner's own that an error passed through.

LAB = """
import toybox.numbers

def double(number):
    return inner(number)

def inner(number):
    return toybox.numbers.totals(number)
"""
FRAMES = (Frame(5, "return inner(number)"), Frame(8, "return toybox.numbers.totals(number)"))


def loaded(source: str, filename: str, name: str = "double") -> Callable[..., Any]:
    """A function of a source that Python knows by that file name."""
    namespace: dict[str, Any] = {}
    exec(compile(source, filename, "exec"), namespace)
    function: Callable[..., Any] = namespace[name]
    return function


@pytest.mark.parametrize("typed", ["lab.py", "../here/lab.py", "{folder}/lab.py"])
@pytest.mark.parametrize("given", ["lab.py", "{folder}/lab.py"])
@pytest.mark.parametrize("stateful", [False, True])
def test_frames_name_only_the_learners_lines(
    doubling: Lesson, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, given: str, stateful: bool
) -> None:
    """An error's lines are those of the lab, wherever calls run and however the script's path was typed."""
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / "lab.py").write_text(LAB, encoding="utf-8")
    monkeypatch.chdir(folder)
    linecache.clearcache()
    double = loaded(LAB, typed.format(folder=folder))
    caller = InProcess(doubling, {"double": double}, file=Path(given.format(folder=folder)))
    if stateful:
        caller.empty_scratch()
    reply = caller.call(DOUBLE, b"[4]")
    assert (reply.error, [frame.line for frame in reply.frames]) == ("TypeError", [5, 8])
    if not (stateful and typed.startswith("..")):  # a path that nobody types by hand costs the text of a line
        assert reply.frames == FRAMES


def test_the_line_that_took_too_long_is_named(call: Call, tmp_path: Path) -> None:
    """A call over the limit comes back with the lines in which it was interrupted."""
    source = "import time\ndef double(number):\n    time.sleep(3)\n    return 8\n"
    (tmp_path / "lab.py").write_text(source, encoding="utf-8")
    reply = call(loaded(source, str(tmp_path / "lab.py")), file=tmp_path / "lab.py")
    assert reply == Reply(
        "over limit", message="did not return within 2 s", frames=(Frame(3, "time.sleep(3)"),)
    )


def test_frames_of_a_notebook_are_those_of_its_cells(call: Call) -> None:
    """Without a file, the lines of the cells are the learner's."""
    reply = call(loaded(LAB, "/tmp/ipykernel_1/1234.py"))
    assert [frame.line for frame in reply.frames] == [5, 8]


# In a scratch folder.


def write_down(path: str, items: tuple[str, ...]) -> int:
    """A piece that writes the items into a file, each on a line, after those there are."""
    with Path(path).open("a", encoding="utf-8") as file:
        file.writelines(f"{item}\n" for item in items)
    return len(items)


@pytest.fixture
def shelf(shelving: Lesson, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shelf]:
    """A caller with a scratch folder; see to it that nothing is left in the folder one stands in."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)

    def make(store: Any = write_down, **settings: Any) -> InProcess:
        caller = InProcess(shelving, {"store": store}, **settings)
        caller.empty_scratch()
        return caller

    yield make
    assert Path.cwd() == here
    assert list(here.iterdir()) == []


def test_calls_run_in_the_scratch_folder(shelf: Shelf) -> None:
    """A file that a piece writes lies in the scratch folder, and the next call finds it."""
    caller = shelf()
    for _ in range(2):
        assert caller.call(STORE, b'["notes", ["cup"]]').value == b"1"
    assert caller.fetch() == {"notes": b"cup\ncup\n"}


def test_the_scratch_folder_is_emptied(shelf: Shelf) -> None:
    """From one emptying to the next files stay, and no longer."""
    caller = shelf()
    caller.call(STORE, b'["notes", ["cup"]]')
    caller.empty_scratch()
    assert caller.fetch() == {}
    caller.call(STORE, b'["notes", ["jug"]]')
    assert caller.fetch() == {"notes": b"jug\n"}


def test_a_call_finds_what_was_put_there(shelf: Shelf) -> None:
    """A file that is put into the scratch folder is there under its name."""
    caller = shelf()
    caller.put({"notes": b"old\n"})
    caller.call(STORE, b'["notes", ["new"]]')
    assert caller.fetch() == {"notes": b"old\nnew\n"}


def go_away(path: str, items: tuple[str, ...]) -> int:
    os.chdir("/")
    return 0


def go_away_and_fail(path: str, items: tuple[str, ...]) -> int:
    os.chdir("/")
    raise ValueError


@pytest.mark.parametrize("store", [go_away, go_away_and_fail])
def test_a_piece_that_goes_elsewhere_goes_alone(shelf: Shelf, store: Any) -> None:
    """Whichever folder a piece changes to, the judge stays where it was and files are found."""
    caller = shelf(store)
    caller.put({"notes": b"old\n"})
    caller.call(STORE, b'["notes", []]')
    assert caller.fetch() == {"notes": b"old\n"}


def test_the_scratch_folder_goes_with_the_caller(
    shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When nobody holds the caller any more nothing is left of its folder."""
    monkeypatch.setattr(scratch, "PLACE", str(tmp_path))
    caller = shelf()
    assert len(list(tmp_path.glob("scratch-*"))) == 1
    del caller
    gc.collect()
    assert list(tmp_path.glob("scratch-*")) == []


def test_the_scratch_folder_is_gone_when_the_caller_is_closed(
    shelf: Shelf, shelving: Lesson, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A caller that is closed leaves no folder, however often it was emptied, nor does one that has none."""
    monkeypatch.setattr(scratch, "PLACE", str(tmp_path))
    caller = shelf()
    caller.empty_scratch()
    assert len(list(tmp_path.glob("scratch-*"))) == 1
    for _ in range(2):
        caller.close()
    assert list(tmp_path.glob("scratch-*")) == []
    InProcess(shelving, {}).close()


def test_a_traceback_shows_the_lines_from_the_scratch_folder(shelf: Shelf, tmp_path: Path) -> None:
    """A script that was typed by a relative path keeps its lines where a piece prints its own traceback."""
    source = "import traceback\ndef store(path, items):\n    printed.extend(traceback.format_stack())\n"
    printed: list[str] = []
    (tmp_path / "lab.py").write_text(source, encoding="utf-8")
    store = loaded(source, "../lab.py", "store")
    store.__globals__["printed"] = printed
    shelf(store, file=Path("../lab.py")).call(STORE, b'["notes", []]')
    assert any("printed.extend" in lines for lines in printed)


# By the library.


def test_the_library_reads_a_copy_of_the_files(shelf: Shelf) -> None:
    """What the reference does to the files it reads is done to a copy."""
    caller = shelf(lambda path, items: 0)
    with closing(sqlite3.connect(":memory:")) as made:
        made.execute("CREATE TABLE item (place INTEGER PRIMARY KEY, name TEXT UNIQUE)")
        caller.put({"shelf.db": made.serialize()})
    before = caller.fetch()
    assert caller.clean(STORE, b'["shelf.db", ["cup"]]').value == b"1"
    assert caller.clean("toybox.shelf.stored", b'["shelf.db"]').value == b"[]"
    assert caller.fetch() == before


def test_the_library_tells_what_it_cannot_read(shelf: Shelf) -> None:
    """A file that the reference cannot read is an error of the file's."""
    caller = shelf()
    caller.put({"shelf.db": b"no shelf"})
    reply = caller.clean("toybox.shelf.stored", b'["shelf.db"]')
    assert (reply.outcome, reply.error) == ("raised", "DatabaseError")
    assert reply.frames == ()


# In a copy that is killed.


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot copy a process")
def test_a_killed_process_leaves_its_files_and_nothing_else(shelf: Shelf) -> None:
    """What a call wrote before a kill is there, what it remembered is not, and the next call is answered."""
    remembered: list[str] = []

    def store(path: str, items: tuple[str, ...]) -> int:
        remembered.extend(items)
        return write_down(path, items) + len(remembered)

    caller = shelf(store)
    with caller.kill_after(60_000):
        assert caller.call(STORE, b'["notes", ["cup"]]').value == b"2"
        assert caller.call(STORE, b'["notes", ["jug"]]').value == b"3"
    assert remembered == []
    assert caller.fetch() == {"notes": b"cup\njug\n"}
    assert caller.call(STORE, b'["notes", ["pot"]]').value == b"2"
    assert remembered == ["pot"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot copy a process")
def test_the_call_that_is_cut_off_ends_the_block(shelf: Shelf) -> None:
    """However long a block would go on, the kill ends it, and what comes after it runs."""
    caller = shelf()
    calls = 0
    with caller.kill_after(150):
        while calls < 1_000_000:
            caller.call(STORE, b'["notes", ["cup"]]')
            calls += 1
    assert calls < 1_000_000
    written = caller.fetch()["notes"]
    assert calls <= written.count(b"cup\n") <= calls + 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot copy a process")
def test_an_error_in_the_block_comes_out_and_the_copy_is_gone(shelf: Shelf) -> None:
    """A check that fails inside the block fails, its process is killed, and later calls run in this one."""
    caller, processes = shelf(lambda path, items: os.getpid()), []
    with pytest.raises(AssertionError), caller.kill_after(60_000):
        processes.append(int(caller.call(STORE, b'["notes", []]').value))
        raise AssertionError
    assert processes != [os.getpid()]
    with pytest.raises(ProcessLookupError):
        os.kill(processes[0], 0)
    assert int(caller.call(STORE, b'["notes", []]').value) == os.getpid()
