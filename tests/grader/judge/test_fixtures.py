"""What checks get for errors, files and kills: `raises`, `box`, `clean` and `scenes`, on the toy lesson."""

import os
import sqlite3
import textwrap
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from curriculum.course import Lesson
from grader.calls.caller import Reply
from grader.calls.inprocess import InProcess
from grader.judge.judge import judge
from grader.verdict import Check, Verdict
from workshop.labs import executed, solved

HEAD = """
from contextlib import suppress

import pytest


@pytest.mark.task("B4.1", points=100)
def test_it({fixtures}):
    \"\"\"It is so.\"\"\"
"""

Checked = Callable[..., Check]

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot copy a process")


@pytest.fixture
def right(shelving: Lesson) -> Callable[[str, tuple[str, ...]], int]:
    """The learner's `store`, right, and nobody's but the learner's."""
    store: Callable[[str, tuple[str, ...]], int] = executed(shelving, solved(shelving))["store"]
    return store


@pytest.fixture
def checked(shelving: Lesson, judged: Callable[..., Verdict], right: Any) -> Checked:
    """Judge a `store`, the right one if none is given, by one check: its fixtures and its body."""

    def run(fixtures: str, body: str, store: Any = right) -> Check:
        text = HEAD.format(fixtures=fixtures) + textwrap.indent(textwrap.dedent(body), "    ")
        shelving.checks.write_text(text, encoding="utf-8")
        (check,) = judged(shelving, {"store": store}).checks
        return check

    return run


def in_words(check: Check) -> str:
    """Status and message on one line."""
    return " ".join(f"{check.status}: {check.message}".split())


def writing(**files: bytes) -> Callable[[str, tuple[str, ...]], int]:
    """A piece that leaves files."""

    def store(path: str, items: tuple[str, ...]) -> int:
        for name, data in files.items():
            Path(name).write_bytes(data)
        return len(items)

    return store


def raising(error: BaseException) -> Callable[[str, tuple[str, ...]], int]:
    """A piece that raises."""

    def store(path: str, items: tuple[str, ...]) -> int:
        raise error

    return store


# raises

RAISES = {
    "what it should": (sqlite3.IntegrityError("no room"), "passed:"),
    "something else": (
        ValueError("no room"),
        "broken: called store('shelf.db', ('cup',)) but it raised ValueError: no room",
    ),
    "a kind of what it should": (
        type("OwnError", (sqlite3.IntegrityError,), {})("no room"),
        "broken: called store('shelf.db', ('cup',)) but it raised OwnError: no room",
    ),
    "that it is unwritten": (
        NotImplementedError("Task B4.1: put items on the shelf"),
        "not run: Task B4.1: put items on the shelf is still to write",
    ),
}


@pytest.mark.parametrize(("error", "said"), RAISES.values(), ids=RAISES)
def test_a_check_may_ask_for_an_error(checked: Checked, error: BaseException, said: str) -> None:
    """A piece has to raise an error of that very class; any other is the piece's failure as ever."""
    body = 'with raises("IntegrityError"):\n    lab.store("shelf.db", ("cup",))\n'
    assert in_words(checked("lab, raises", body, raising(error))) == said


def test_an_error_that_does_not_come_is_missed(checked: Checked) -> None:
    """Where nothing is raised the message says what was expected and what came back instead."""
    body = 'with raises("IntegrityError"):\n    lab.store("shelf.db", ("cup",))\n'
    assert in_words(checked("lab, raises", body, lambda path, items: 1)) == (
        "wrong: called store('shelf.db', ('cup',)) returned 1 "
        "expected IntegrityError raised; nothing was raised"
    )


def test_an_answer_that_cannot_cross_is_no_error(checked: Checked) -> None:
    """Nonsense is not the error that a check asks for."""
    body = 'with raises("Unusable"):\n    lab.store("shelf.db", ())\n'
    assert checked("lab, raises", body, lambda path, items: None).status == "wrong"


def test_a_piece_that_is_missing_raises_nothing(checked: Checked) -> None:
    """Who has written no function does not get the points of a check that asks for an error."""
    body = 'with raises("NameError"):\n    lab.store("shelf.db", ("cup",))\n'
    check = checked("lab, raises", body, None)
    assert check.status == "broken"
    assert "is missing" in check.message


# box


def test_a_file_goes_in_and_out(checked: Checked) -> None:
    """What a check lays in the piece finds, and what the piece leaves the check reads."""

    def store(path: str, items: tuple[str, ...]) -> int:
        file = Path(path)
        file.write_bytes(file.read_bytes() + items[0].encode())
        return 1

    body = """
    box.put("notes", b"old ")
    assert box.fetch("notes") == b"old ", "what was laid in"
    lab.store("notes", ("new",))
    got = box.fetch("notes")
    assert got == b"old new", f"both; it is {got}"
    """
    assert in_words(checked("lab, box", body, store)) == "passed:"


def test_every_check_begins_with_an_empty_folder(
    shelving: Lesson, judged: Callable[..., Verdict], right: Any
) -> None:
    """No check meets what an earlier one left, nor the files of the figures."""
    body = (
        'lab.store("shelf.db", ("cup",))\n    assert clean.stored("shelf.db") == ("cup",), "one cup"\n'
        '    assert set(box._bench.caller.fetch()) == {"shelf.db"}, "one file"\n'
    )
    first = HEAD.format(fixtures="lab, box, clean").replace("points=100", "points=50")
    second = first[first.index("@pytest") :].replace("test_it", "test_again")
    shelving.checks.write_text(f"{first}    {body}\n\n{second}    {body}", encoding="utf-8")
    verdict = judged(shelving, {"store": right})
    assert [check.status for check in verdict.checks] == ["passed", "passed"]
    assert verdict.figures == {"new": [2, 1]}


def test_a_check_that_only_calls_begins_with_an_empty_folder(
    shelving: Lesson, judged: Callable[..., Verdict], right: Any
) -> None:
    """Where pieces keep files, no check needs to ask for the folder to have it empty."""
    body = 'got = lab.store("shelf.db", ("cup",))\n    assert got == 1, f"1; it is {got}"\n'
    first = HEAD.format(fixtures="lab").replace("points=100", "points=40")
    second = first[first.index("@pytest") :].replace("test_it", "test_again")
    third = second.replace("test_again(lab)", "test_box(box)").replace("points=40", "points=20")
    text = f"{first}    {body}\n\n{second}    {body}\n\n{third}    assert box\n"
    shelving.checks.write_text(text, encoding="utf-8")
    verdict = judged(shelving, {"store": right})
    assert [check.status for check in verdict.checks] == ["passed", "passed", "passed"]


def leave_many(path: str, items: tuple[str, ...]) -> int:
    for number in range(65):
        Path(f"f{number}").touch()
    return 0


def leave_a_folder(path: str, items: tuple[str, ...]) -> int:
    Path(path).mkdir()
    return 0


def leave_a_link(path: str, items: tuple[str, ...]) -> int:
    Path(path).symlink_to(__file__)
    return 0


NOT_LEFT = {
    "nothing": (lambda path, items: 0, "left no file 'notes'"),
    "another file": (writing(note=b""), "left no file 'notes'"),
    "a folder": (leave_a_folder, "left no file 'notes'"),
    "a link": (leave_a_link, "left no file 'notes'"),
    "too many files": (leave_many, "left more than 64 files, which is more than are read"),
    "too large ones": (writing(a=b"x" * 2**23, b=b"x" * (2**23 + 1)), "left files of more than 16 MB in all"),
}


@pytest.mark.parametrize(("store", "said"), NOT_LEFT.values(), ids=NOT_LEFT)
def test_a_file_that_cannot_be_had_is_the_learners_fault(checked: Checked, store: Any, said: str) -> None:
    """A check that asks for a file fails where there is none, with the call that should have left it."""
    check = checked("lab, box", 'lab.store("notes", ())\nbox.fetch("notes")\n', store)
    assert in_words(check) == f"wrong: called store('notes', ()) but it {said}"


def test_a_file_is_laid_in_place_of_a_folder(checked: Checked) -> None:
    """What a piece left under the name is gone."""
    body = """
    lab.store("notes", ())
    box.put("notes", b"new")
    assert box.fetch("notes") == b"new", "the new one"
    """
    assert in_words(checked("lab, box", body, leave_a_folder)) == "passed:"


# clean


def test_the_library_reads_what_was_left(checked: Checked) -> None:
    """Each public function of the pieces' module answers from the files, given ones included."""
    body = """
    lab.store("shelf.db", ("cup", "jug"))
    got = clean.stored("shelf.db")
    assert got == ("cup", "jug"), f"cup and jug; it is {got}"
    got = clean.store(path="shelf.db", items=("jug", "pot"))
    assert got == 1, f"one that is new; it is {got}"
    got = clean.stored("shelf.db")
    assert got == ("cup", "jug"), f"cup and jug still; it is {got}"
    assert not hasattr(clean, "closing"), "what the module imports is none of its functions"
    """
    assert in_words(checked("lab, clean", body)) == "passed:"


def test_a_piece_is_not_asked_what_it_left(checked: Checked) -> None:
    """What a piece says of itself is not believed: the reference reads the file."""
    body = """
    lab.store("shelf.db", ("cup",))
    got = clean.stored("shelf.db")
    assert got == ("cup",), f"a cup in the file; there are: {got}"
    """
    assert in_words(checked("lab, clean", body, lambda path, items: len(items))) == (
        "wrong: called store('shelf.db', ('cup',)) returned 1 expected a cup in the file; there are: ()"
    )


UNREADABLE = {
    "no shelf": (writing(**{"shelf.db": b"no shelf" * 100}), "DatabaseError: file is not a database"),
    "another shelf": ("CREATE TABLE item (label TEXT)", "OperationalError: no such column: name"),
    "a shelf of numbers": (
        "CREATE TABLE item (place, name); INSERT INTO item VALUES (1, 2)",
        "returned an int at [0]; a str was expected",
    ),
}


@pytest.mark.parametrize(("left", "why"), UNREADABLE.values(), ids=UNREADABLE)
def test_files_that_the_library_cannot_read_are_the_learners_fault(
    checked: Checked, left: Any, why: str
) -> None:
    """The message says what the reference could not do with the files, and why."""

    def store(path: str, items: tuple[str, ...]) -> int:
        with closing(sqlite3.connect(path)) as shelf:
            shelf.executescript(left)
        return 0

    body = 'lab.store("shelf.db", ())\nclean.stored("shelf.db")\n'
    check = checked("lab, clean", body, left if callable(left) else store)
    assert in_words(check) == (
        f"wrong: called store('shelf.db', ()) but it left files that stored cannot read ({why})"
    )


def test_a_folder_that_cannot_be_read_is_the_learners_fault(checked: Checked) -> None:
    """Also where the reference gets no copy of the files, the learner's code is what left them so."""
    check = checked("lab, clean", 'lab.store("shelf.db", ())\nclean.stored("shelf.db")\n', leave_many)
    assert in_words(check).startswith("wrong: called store('shelf.db', ()) but it left more than 64 files")


class Slow(InProcess):
    """A caller for which the reference takes its time to read what was left."""

    def clean(self, function: str, arguments: bytes) -> Reply:
        return replace(super().clean(function, arguments), seconds=6.0)


def test_the_time_that_the_library_takes_is_the_learners(shelving: Lesson, right: Any) -> None:
    """Files that are slow to read use up what all calls together may take."""
    body = 'for _ in range(3):\n    lab.store("shelf.db", ())\n    clean.stored("shelf.db")\n'
    shelving.checks.write_text(
        HEAD.format(fixtures="lab, clean") + textwrap.indent(body, "    "), encoding="utf-8"
    )
    verdicts: list[Verdict] = []
    judge(shelving, [Slow(shelving, {"store": right})], verdicts.append)
    said = "called store('shelf.db', ()) but it was the last of calls that took more than 10 s in all"
    assert in_words(verdicts[0].checks[0]) == f"over limit: {said}"


# scenes


def test_a_scene_is_called_like_a_piece(checked: Checked) -> None:
    """A scene gets the pieces first by itself; what it answers is told with its call, without them."""
    body = """
    got = scenes.twice("shelf.db", items=("cup", "jug"))
    assert got == (3, 0), f"(3, 0); it is {got}"
    """
    assert in_words(checked("scenes", body)) == (
        "wrong: called twice('shelf.db', ('cup', 'jug')) returned (2, 0) expected (3, 0); it is (2, 0)"
    )
    assert checked("scenes", body.replace("(3, 0)", "(2, 0)")).status == "passed"


IN_SCENES = {
    "that it is unwritten": (
        raising(NotImplementedError("Task B4.1: put items on the shelf")),
        "not run: Task B4.1: put items on the shelf is still to write",
    ),
    "an error": (
        raising(ValueError("no room")),
        "broken: called twice('shelf.db', ()) but it raised ValueError: no room",
    ),
    "nonsense": (
        lambda path, items: None,
        "wrong: called twice('shelf.db', ()) but it returned None; an int was expected",
    ),
}


@pytest.mark.parametrize(("store", "said"), IN_SCENES.values(), ids=IN_SCENES)
def test_what_a_piece_does_in_a_scene_is_told_as_ever(checked: Checked, store: Any, said: str) -> None:
    """A stub, an error and nonsense are told apart in a scene as they are in a call."""
    assert in_words(checked("scenes", 'scenes.twice("shelf.db", ())\n', store)) == said


def test_a_lesson_without_scenes_has_none(
    doubling: Lesson, judged: Callable[..., Verdict], edit: Callable[[Path, str, str], None]
) -> None:
    """To ask for a scene that there is not is the fault of the check."""
    edit(doubling.checks, "def test_four(lab):", "def test_four(scenes):")
    edit(doubling.checks, "got = lab.double(4)", "got = scenes.twice(4)")
    check = judged(doubling, {"double": lambda number: 2 * number}).checks[0]
    assert check.status == "ungraded"
    assert "twice" in check.message


# kill_after


@needs_fork
def test_a_kill_ends_the_block_and_not_the_check(checked: Checked) -> None:
    """After the kill the check goes on with what was left, and a call runs in a process that lives."""
    body = """
    done = []
    with box.kill_after(20):
        for number in range(1_000_000):
            lab.store("shelf.db", (str(number),))
            done.append(str(number))
    assert len(done) < 1_000_000, "an end"
    there = clean.stored("shelf.db")
    assert there[: len(done)] == tuple(done), f"all {len(done)}; there are {len(there)}"
    got = lab.store("shelf.db", ("cup",))
    assert got == 1, f"1; it is {got}"
    """
    assert in_words(checked("lab, box, clean", body)) == "passed:"


@needs_fork
def test_what_a_process_only_remembered_is_gone_with_it(checked: Checked) -> None:
    """At the end of the block the process is killed in any case, and its memory with it."""
    remembered: list[str] = []

    def store(path: str, items: tuple[str, ...]) -> int:
        remembered.extend(items)
        return len(remembered)

    body = """
    with box.kill_after(60_000):
        first = lab.store("shelf.db", ("cup",))
        got = lab.store("shelf.db", ("jug",))
        assert got == first + 1, f"{first + 1}; it is {got}"
    got = lab.store("shelf.db", ("pot",))
    assert got == first, f"{first}; it is {got}"
    """
    assert in_words(checked("lab, box", body, store)) == "passed:"


@needs_fork
def test_a_failure_in_the_block_is_told_as_ever(checked: Checked) -> None:
    """A kill to come hides no error and no wrong answer."""
    body = 'with box.kill_after(60_000):\n    got = lab.store("shelf.db", ())\n    assert got == 1, "1"\n'
    assert in_words(checked("lab, box", body)).startswith("wrong: called store('shelf.db', ()) returned 0")
    check = checked("lab, box", body, raising(ValueError("no room")))
    assert in_words(check) == "broken: called store('shelf.db', ()) but it raised ValueError: no room"


def test_a_kill_that_this_system_cannot_do_is_not_run(
    checked: Checked, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no process can be copied the check is not run, and says who judges it."""
    monkeypatch.delattr(os, "fork", raising=False)
    check = checked("lab, box", 'with box.kill_after(20):\n    lab.store("shelf.db", ())\n')
    assert in_words(check) == (
        "not run: this system cannot copy a process to kill it; the grader judges this check"
    )
    assert check.earned == 0


def test_figures_may_play_scenes(shelving: Lesson, judged: Callable[..., Verdict], right: Any) -> None:
    """A measure has the scenes too, played with the learner's piece in a folder that is empty at first."""
    measure = "def figures(lab):\n    return {'new': list(lab.scenes.twice('shelf.db', ('cup', 'jug')))}\n"
    (shelving.folder / "lab" / "measure.py").write_text(measure, encoding="utf-8")
    assert judged(shelving, {"store": right}).figures == {"new": [2, 0]}
