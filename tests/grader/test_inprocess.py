"""How pieces are called in one's own process, and how memlab's own (here: toybox's) are closed meanwhile."""

import functools
import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
import toybox.labels
import toybox.numbers

from curriculum.course import Lesson, Piece
from grader import inprocess
from grader.caller import Frame, Reply
from grader.inprocess import InProcess

DOUBLE = "toybox.numbers.double"
CLOSED = "this is the piece you are writing; memlab's own is closed to the lab"

Call = Callable[..., Reply]


@pytest.fixture
def call(doubling: Lesson, short_limit: None) -> Call:
    """Call a function as the learner's `double`, of 4."""

    def run(double: Any, **settings: Any) -> Reply:
        return InProcess(doubling, {"double": double}, **settings).call(DOUBLE, b"[4]")

    return run


def loop(number: int) -> int:
    end = time.monotonic() + 3  # long enough to be ended, short enough not to hang a failing test
    while time.monotonic() < end:
        pass
    return number


def fail(number: int) -> int:
    raise ValueError("the piece's own")


# Calling.


def test_a_piece_is_called_and_its_answer_comes_back(call: Call) -> None:
    """What a piece returns comes back encoded, and no argument counts as changed."""
    assert call(lambda number: 2 * number) == Reply("returned", value=b"8")


def test_print_goes_through(call: Call, capsys: pytest.CaptureFixture[str]) -> None:
    """What a learner prints to find an error appears."""

    def double(number: int) -> int:
        print("looking at", number)
        return 2 * number

    call(double)
    assert capsys.readouterr().out == "looking at 4\n"


@pytest.mark.parametrize("namespace", [{}, {"double": 8}, {"double": None}, {"dubble": abs}])
def test_a_function_that_is_not_there_is_missing(doubling: Lesson, namespace: dict[str, Any]) -> None:
    """A name that is absent, or that names no function, is missing."""
    assert InProcess(doubling, namespace).call(DOUBLE, b"[4]") == Reply("missing")


def test_an_answer_of_the_wrong_type_is_unusable(call: Call) -> None:
    """What cannot cross is refused with the sentence that says why."""
    assert call(lambda number: [number]) == Reply("unusable", message="returned a list; an int was expected")


def test_a_large_answer_is_unusable(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer beyond the limit on its size is refused."""
    monkeypatch.setattr(inprocess, "ANSWER_BYTES", 3)
    assert call(lambda number: 100).outcome == "returned"
    assert call(lambda number: 1000).outcome == "unusable"


def test_a_piece_that_takes_too_long_is_over_limit(call: Call) -> None:
    """A loop is ended and said to be over the limit."""
    assert call(loop).outcome == "over limit"


def test_a_piece_that_swallows_every_interruption_is_given_up(call: Call) -> None:
    """A piece that nothing ends makes the caller call what it was given for such a piece."""
    given_up: list[bool] = []

    def swallow(number: int) -> int:
        end = time.monotonic() + 3
        while not given_up and time.monotonic() < end:
            with suppress(BaseException):
                loop(number)
        return number

    call(swallow, stubborn=lambda: given_up.append(True))
    assert given_up


# What is raised.


class Mute(Exception):
    """An error that cannot even say what it is."""

    def __str__(self) -> str:
        raise RuntimeError


def raising(error: BaseException) -> Callable[[int], int]:
    """A piece that raises."""

    def double(number: int) -> int:
        raise error

    return double


def endless(number: int) -> int:
    return endless(number)


RAISING = {
    "an error": (fail, "ValueError", "the piece's own"),
    "an exit": (raising(SystemExit(3)), "SystemExit", "3"),
    "an endless recursion": (endless, "RecursionError", "maximum recursion depth exceeded"),
    "a failed assertion": (raising(AssertionError()), "AssertionError", ""),
    "the end of a generator": (raising(GeneratorExit()), "GeneratorExit", ""),
    "an error without words": (raising(Mute()), "Mute", ""),
    "too many parameters": (lambda a, b: 0, "TypeError", "<lambda>() missing 1 required positional argument"),
}


@pytest.mark.parametrize(("double", "error", "message"), RAISING.values(), ids=RAISING)
def test_what_a_piece_raises_comes_back(call: Call, double: Any, error: str, message: str) -> None:
    """Whatever a piece raises, an exit included, is its answer and ends nothing here."""
    reply = call(double)
    assert (reply.outcome, reply.error) == ("raised", error)
    assert reply.message.startswith(message)


def test_the_keyboard_ends_the_run(call: Call) -> None:
    """Somebody who interrupts a call wants everything to end, and is not told that the piece is broken."""
    with pytest.raises(KeyboardInterrupt):
        call(raising(KeyboardInterrupt()))


# The lines of the learner's own that an error passed through.

LAB = """
import toybox.numbers

def double(number):
    return inner(number)

def inner(number):
    return toybox.numbers.totals(number)
"""
FRAMES = (Frame(5, "return inner(number)"), Frame(8, "return toybox.numbers.totals(number)"))


def loaded(source: str, filename: str) -> Callable[..., Any]:
    """The function `double` of a source that Python knows by that file name."""
    namespace: dict[str, Any] = {}
    exec(compile(source, filename, "exec"), namespace)
    function: Callable[..., Any] = namespace["double"]
    return function


@pytest.mark.parametrize("typed", ["lab.py", "../here/lab.py", "{folder}/lab.py"])
@pytest.mark.parametrize("given", ["lab.py", "{folder}/lab.py"])
def test_frames_name_only_the_learners_lines(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, given: str
) -> None:
    """An error's lines are those of the lab, not of the library, however the script's path was typed."""
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / "lab.py").write_text(LAB, encoding="utf-8")
    monkeypatch.chdir(folder)
    reply = call(loaded(LAB, typed.format(folder=folder)), file=Path(given.format(folder=folder)))
    assert (reply.error, reply.frames) == ("TypeError", FRAMES)


def test_the_line_that_took_too_long_is_named(call: Call, tmp_path: Path) -> None:
    """A call over the limit comes back with the lines in which it was interrupted."""
    source = "import time\ndef double(number):\n    time.sleep(3)\n    return 8\n"
    (tmp_path / "lab.py").write_text(source, encoding="utf-8")
    reply = call(loaded(source, str(tmp_path / "lab.py")), file=tmp_path / "lab.py")
    assert reply == Reply("over limit", frames=(Frame(3, "time.sleep(3)"),))


def test_frames_of_a_notebook_are_those_of_its_cells(call: Call) -> None:
    """Without a file, the lines of the cells are the learner's."""
    reply = call(loaded(LAB, "/tmp/ipykernel_1/1234.py"))
    assert [frame.line for frame in reply.frames] == [5, 8]


# Arguments that a piece changed.


def tally(counts: dict[str, int], words: Sequence[str]) -> int:
    """Return how often the words were counted."""
    return sum(counts.get(word, 0) for word in words)


@pytest.fixture
def tallying(doubling: Lesson) -> Lesson:
    """A lesson whose piece is handed something that it could change."""
    pieces = (Piece("B1.1", f"{__name__}.tally", "tally the words"),)
    return replace(doubling, front=msgspec.structs.replace(doubling.front, pieces=pieces))


def change(counts: dict[str, int], words: Sequence[str]) -> int:
    return counts.pop("a")


def change_and_fail(counts: dict[str, int], words: Sequence[str]) -> int:
    counts["a"] += 1
    raise ValueError


def change_and_return_a_list(counts: dict[str, int], words: Sequence[str]) -> list[str]:
    counts["b"] = 0
    return list(words)


def rebind(counts: dict[str, int], words: Sequence[str]) -> int:
    counts = {**counts, "b": 0}
    return len(counts) + len(words)


CHANGING = {
    "it returned": (change, "returned", ("counts",)),
    "it raised": (change_and_fail, "raised", ("counts",)),
    "it returned nonsense": (change_and_return_a_list, "unusable", ("counts",)),
    "it only read": (tally, "returned", ()),
    "it changed a copy": (rebind, "returned", ()),
}


@pytest.mark.parametrize(("piece", "outcome", "changed"), CHANGING.values(), ids=CHANGING)
def test_an_argument_changed_in_place_is_named(
    tallying: Lesson, piece: Any, outcome: str, changed: tuple[str, ...]
) -> None:
    """Whatever else a call came to, the arguments that it changed are named, and only those."""
    caller = InProcess(tallying, {"tally": piece}, closed=False)
    reply = caller.call(f"{__name__}.tally", json.dumps([{"a": 1}, ["a"]]).encode())
    assert (reply.outcome, reply.changed) == (outcome, changed)


def test_a_call_is_handed_fresh_arguments(tallying: Lesson) -> None:
    """What one call does to its arguments the next one does not see."""
    caller = InProcess(tallying, {"tally": change}, closed=False)
    replies = [caller.call(f"{__name__}.tally", b'[{"a": 1}, []]') for _ in range(2)]
    assert [reply.value for reply in replies] == [b"1", b"1"]


# The library's own pieces, closed while a piece runs.

bound = toybox.numbers.double
partial = functools.partial(toybox.numbers.double)


@functools.wraps(toybox.numbers.double)
def wrapped(number: int) -> int:
    return bound(number)


WAYS = {
    "directly": lambda number: toybox.numbers.double(number),
    "as itself": toybox.numbers.double,
    "by a name bound before": lambda number: bound(number),
    "through a partial": lambda number: partial(number),
    "as a partial": partial,
    "through a wrapper": wrapped,
    "through what a wrapper wraps": lambda number: wrapped.__wrapped__(number),  # type: ignore[attr-defined]
    "through the lesson's other piece": lambda number: toybox.numbers.total((number,)),
    "through a given function": lambda number: toybox.numbers.totals(((number,),))[0],
}


@pytest.fixture
def stays_open() -> Iterator[None]:
    """See to it that the library works again when a test is over."""
    yield
    assert toybox.numbers.double(4) == 8
    assert toybox.numbers.totals(((1, 2), ())) == (6, 0)


@pytest.mark.parametrize("double", WAYS.values(), ids=WAYS)
def test_the_librarys_own_piece_is_closed_to_the_lab(call: Call, stays_open: None, double: Any) -> None:
    """By whatever name and through whatever wrapper it is called, it says that it is to be written."""
    reply = call(double)
    assert (reply.outcome, reply.error, reply.message) == ("raised", "RuntimeError", CLOSED)


@pytest.mark.parametrize("double", [lambda number: 2 * number, fail, loop, str, raising(SystemExit())])
def test_the_library_is_open_again_however_a_call_ends(call: Call, stays_open: None, double: Any) -> None:
    """After an answer, an error, a limit, nonsense and an exit the reference can be asked."""
    call(double)


def test_the_library_is_open_again_after_the_keyboard(call: Call, stays_open: None) -> None:
    """Also a call that somebody interrupts leaves the library as it was."""
    with pytest.raises(KeyboardInterrupt):
        call(raising(KeyboardInterrupt()))


@pytest.mark.parametrize("double", WAYS.values(), ids=WAYS)
def test_the_houses_own_code_may_call_the_library(call: Call, stays_open: None, double: Any) -> None:
    """Where the reference itself is judged nothing is closed."""
    assert call(double, closed=False) == Reply("returned", value=b"8")


def test_pieces_of_other_lessons_stay_open(call: Call) -> None:
    """Only the pieces of this lesson are closed; an earlier lesson's may be used."""

    def double(number: int) -> int:
        return 8 if toybox.labels.label((), None) is None else 0  # type: ignore[arg-type]

    assert call(double) == Reply("returned", value=b"8")
