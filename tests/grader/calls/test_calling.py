"""How a piece is called: its answer, its limits, what it raises, what it changes, and how it is loaded."""

import json
import linecache
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, tzinfo
from typing import Any, NoReturn

import pytest

from grader.calls import calling
from grader.calls.caller import Frame, Reply
from grader.calls.calling import Calling
from tests.grader.conftest import without_time

DOUBLE = "toybox.numbers.double"
FILE = "mine.py"

Make = Callable[..., Calling]
Call = Callable[..., Reply]


def loop(number: int) -> int:
    end = time.monotonic() + 3  # long enough to be ended, short enough not to hang a failing test
    while time.monotonic() < end:
        pass
    return number


def fail(number: int) -> int:
    raise ValueError("the piece's own")


def right(number: int) -> int:
    return 2 * number


def loaded(source: str, filename: str = FILE) -> Callable[..., Any]:
    """The function `double` of a source that Python knows by that file name."""
    namespace: dict[str, Any] = {}
    exec(compile(source, filename, "exec"), namespace)
    function: Callable[..., Any] = namespace["double"]
    return function


# Calling.


def test_a_piece_is_called_and_its_answer_comes_back(call: Call) -> None:
    """What a piece returns comes back encoded, and no argument counts as changed."""
    assert call(right) == Reply("returned", value=b"8")


def test_print_goes_through(call: Call, capsys: pytest.CaptureFixture[str]) -> None:
    """What a learner prints to find an error appears."""

    def double(number: int) -> int:
        print("looking at", number)
        return 2 * number

    call(double)
    assert capsys.readouterr().out == "looking at 4\n"


@pytest.mark.parametrize("double", [None, 8, "double"])
def test_what_is_no_function_is_missing(call: Call, double: Any) -> None:
    """A name that names no function is missing, and nothing is called."""
    assert call(double) == Reply("missing")


def test_an_answer_of_the_wrong_type_is_unusable(call: Call) -> None:
    """What cannot cross is refused with the sentence that says why."""
    assert call(lambda number: [number]) == Reply("unusable", message="returned a list; an int was expected")


def test_a_large_answer_is_unusable(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer beyond the limit on its size is refused."""
    monkeypatch.setattr(calling, "ANSWER_BYTES", 3)
    assert call(lambda number: 100).outcome == "returned"
    assert call(lambda number: 1000).outcome == "unusable"


# Limits.


def test_a_piece_that_takes_too_long_is_over_limit(call: Call) -> None:
    """A loop is ended and said to be over the limit."""
    assert call(loop) == Reply("over limit", message="did not return within 2 s")


def test_the_line_that_took_too_long_is_named(call: Call) -> None:
    """A call over the limit comes back with the lines in which it was interrupted."""
    double = loaded("import time\ndef double(number):\n    time.sleep(3)\n    return 8\n")
    assert [frame.line for frame in call(double).frames] == [3]


@pytest.mark.parametrize("answer", ["[0] * 10**15", "b'x' * 10**15"])
def test_a_piece_that_runs_out_of_memory_is_over_limit(call: Call, answer: str) -> None:
    """Memory that is not to be had is a limit and no error of the piece's, and its line is named."""
    reply = call(loaded(f"def double(number):\n    return {answer}\n"))
    assert (reply.outcome, reply.message, reply.error) == ("over limit", "ran out of memory", "")
    assert [frame.line for frame in reply.frames] == [2]


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


def test_a_call_says_how_long_it_took(calling_of: Make) -> None:
    """The time of a call is that of the piece, in seconds."""

    def double(number: int) -> int:
        end = time.monotonic() + 0.02
        while time.monotonic() < end:
            pass
        return 2 * number

    assert 0.02 <= calling_of(double).reply(DOUBLE, b"[4]").seconds < 2
    assert calling_of(right).reply(DOUBLE, b"[4]").seconds > 0


def test_nobody_counts_the_time_of_a_call_that_is_debugged(calling_of: Make) -> None:
    """While somebody debugs, a call takes no time."""
    before = sys.gettrace()
    sys.settrace(lambda frame, event, argument: None)
    try:
        reply = calling_of(right).reply(DOUBLE, b"[4]")
    finally:
        sys.settrace(before)
    assert reply == Reply("returned", value=b"8", seconds=0.0)


# What is raised.


class Mute(Exception):
    """An error that cannot even say what it is."""

    def __str__(self) -> str:
        raise RuntimeError


def error_named(name: Callable[[], object]) -> type[Exception]:
    """A kind of error whose class says of its own name whatever it likes."""
    kind: Any = type("Kind", (type,), {"__name__": property(lambda cls: name())})
    error: type[Exception] = kind("Error", (Exception,), {})
    return error


def no_name() -> NoReturn:
    raise RuntimeError


class Unspeakable(Exception):
    """An error that wants to end everything when it is put into words."""

    def __str__(self) -> str:
        raise SystemExit(3)


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
    "too many parameters": (lambda a, b: 0, "TypeError", "<lambda>() missing 1 required positional argument"),
    "an error without words": (raising(Mute()), "Mute", ""),
    "an error without a name": (raising(error_named(no_name)("why")), "", "why"),
    "an error whose name is no text": (raising(error_named(lambda: 3)("why")), "3", "why"),
    "a name with half a character": (raising(error_named(lambda: "Half\ud800")("why")), "Half\\ud800", "why"),
    "half a character": (raising(ValueError("a\udcffb")), "ValueError", "a\\udcffb"),
}


@pytest.mark.parametrize(("double", "error", "message"), RAISING.values(), ids=RAISING)
def test_what_a_piece_raises_comes_back(call: Call, double: Any, error: str, message: str) -> None:
    """Whatever a piece raises, an exit included, is its answer, can be written, and ends nothing here."""
    reply = call(double)
    assert (reply.outcome, reply.error) == ("raised", error)
    assert reply.message.startswith(message)
    assert bool(reply.message) == bool(message)
    assert f"{reply.error}{reply.message}".encode()


def test_an_error_that_exits_when_it_is_put_into_words_comes_back(call: Call) -> None:
    """Also what an error raises while its words are looked for ends nothing here."""
    assert call(raising(Unspeakable())) == Reply("raised", error="Unspeakable")


@pytest.mark.parametrize(("said", "kept"), [("why " * 10_000, "why "), ("\ud800" * 400, "\\ud800")])
def test_a_long_message_is_cut(call: Call, said: str, kept: str) -> None:
    """An error may not say more than a person reads, in its words and in its name, however it is written."""
    reply = call(raising(error_named(lambda: said)(said)))
    assert reply.message == reply.error == (kept * 500)[:500]


def test_a_line_is_shown_by_its_beginning(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error comes with the number and the text of its line, of which not more than a person reads."""
    source = f"def double(number):\n    return [][number] + {'1 + ' * 1000} 1\n"
    monkeypatch.setitem(linecache.cache, FILE, (len(source), None, source.splitlines(), FILE))
    assert call(loaded(source)).frames == (Frame(2, f"return [][number] + {'1 + ' * 1000}"[:500]),)


UNREAD = {
    "a colon is missing": (
        "x = 1\ndef double(number)\n",
        "SyntaxError",
        "expected ':'",
        "def double(number)",
    ),
    "an indent is missing": (
        "x = 1\nif x:\nx = 2\n",
        "IndentationError",
        "expected an indented block after 'if' statement on line 2",
        "x = 2",
    ),
}


@pytest.mark.parametrize(("source", "error", "said", "code"), UNREAD.values(), ids=UNREAD)
def test_a_line_that_cannot_be_read_is_told_once(
    calling_of: Make, source: str, error: str, said: str, code: str
) -> None:
    """It is the last of the learner's lines, and Python's sentence is told without the place."""
    reply = calling_of(right).loaded(lambda: compile(source, FILE, "exec"))
    assert (reply.error, reply.message, reply.frames[-1].code) == (error, said, code)
    assert reply.frames[-1].line == source.split("\n").index(code) + 1


@pytest.mark.parametrize(
    "error",
    [
        SyntaxError("odd", ("elsewhere.py", 1, 1, "x")),
        SyntaxError("odd", (5, 1, 1, "x")),
        SyntaxError("odd", (FILE, "one", 1, "x")),
        SyntaxError("odd"),
    ],
)
def test_an_odd_syntax_error_is_an_error_like_any_other(call: Call, error: SyntaxError) -> None:
    """Whatever is put into one, it names no line that is not the learner's."""
    reply = call(raising(error))
    assert reply.error == "SyntaxError"
    assert [frame.line for frame in reply.frames] == []


def test_the_keyboard_ends_the_run(call: Call) -> None:
    """Somebody who interrupts a call wants everything to end, and is not told that the piece is broken."""
    with pytest.raises(KeyboardInterrupt):
        call(raising(KeyboardInterrupt()))


def test_frames_name_only_the_learners_lines(call: Call) -> None:
    """An error's lines are those of the learner's file, outermost first, without those of the library."""
    source = (
        "import toybox.numbers\n\ndef double(number):\n    return inner(number)\n\n"
        "def inner(number):\n    return toybox.numbers.totals(number)\n"
    )
    reply = call(loaded(source))
    assert (reply.error, [frame.line for frame in reply.frames]) == ("TypeError", [4, 7])


# Arguments that a piece changed.


def tally(counts: dict[str, int], words: Sequence[str]) -> int:
    """Return how often the words were counted."""
    return sum(counts.get(word, 0) for word in words)


def tallying(piece: Any) -> Calling:
    """A piece that is handed something which it could change."""
    return Calling({"tally": tally}, {"tally": piece}, lambda name: False, {}, closed=False)


def change(counts: dict[str, int], words: Sequence[str]) -> int:
    return counts.pop("a")


def change_and_fail(counts: dict[str, int], words: Sequence[str]) -> int:
    counts["a"] += 1
    raise ValueError


def change_and_return_a_list(counts: dict[str, int], words: Sequence[str]) -> list[str]:
    counts["b"] = 0
    return list(words)


def change_into_what_cannot_cross(counts: dict[str, Any], words: Sequence[str]) -> int:
    counts["b"] = counts
    return 0


def rebind(counts: dict[str, int], words: Sequence[str]) -> int:
    counts = {**counts, "b": 0}
    return len(counts) + len(words)


CHANGING = {
    "it returned": (change, "returned", ("counts",)),
    "it raised": (change_and_fail, "raised", ("counts",)),
    "it returned nonsense": (change_and_return_a_list, "unusable", ("counts",)),
    "it put in what cannot cross": (change_into_what_cannot_cross, "returned", ("counts",)),
    "it only read": (tally, "returned", ()),
    "it changed a copy": (rebind, "returned", ()),
}


@pytest.mark.parametrize(("piece", "outcome", "changed"), CHANGING.values(), ids=CHANGING)
def test_an_argument_changed_in_place_is_named(piece: Any, outcome: str, changed: tuple[str, ...]) -> None:
    """Whatever else a call came to, the arguments that it changed are named, and only those."""
    reply = tallying(piece).reply("tally", json.dumps([{"a": 1}, ["a"]]).encode())
    assert (reply.outcome, reply.changed) == (outcome, changed)


class Endless(tzinfo):
    """A zone that loops when it is asked how far away it is."""

    def utcoffset(self, when: Any) -> Any:
        loop(4)


def change_into_what_loops(counts: dict[str, Any], words: Sequence[str]) -> int:
    counts["at"] = datetime(2026, 5, 1, tzinfo=Endless())
    return 0


def test_an_argument_that_loops_when_it_is_looked_at_is_over_the_limit(short_limit: None) -> None:
    """To look at what a call left in its arguments is part of the call, and of its time."""
    reply = tallying(change_into_what_loops).reply("tally", b'[{"a": 1}, []]')
    assert (reply.outcome, reply.message) == ("over limit", "did not return within 2 s")


def test_a_call_is_handed_fresh_arguments() -> None:
    """What one call does to its arguments the next one does not see."""
    changing = tallying(change)
    replies = [changing.reply("tally", b'[{"a": 1}, []]') for _ in range(2)]
    assert [reply.value for reply in replies] == [b"1", b"1"]


# Loading.


def exit_while_loading() -> None:
    raise SystemExit(3)


def loop_while_loading() -> None:
    loop(4)


LOADING = {
    "it is loaded": (lambda: None, Reply("returned", value=b"null")),
    "it exits": (exit_while_loading, Reply("raised", error="SystemExit", message="3")),
    "it loops": (loop_while_loading, Reply("over limit", message="did not return within 2 s")),
}


@pytest.mark.parametrize(("load", "reply"), LOADING.values(), ids=LOADING)
def test_loading_a_file_is_a_call_like_any_other(
    calling_of: Make, short_limit: None, load: Callable[[], None], reply: Reply
) -> None:
    """Whatever a file does while it is loaded is its answer."""
    assert without_time(calling_of(right).loaded(load)) == reply


def test_a_file_that_cannot_be_loaded_is_told_with_its_line(calling_of: Make) -> None:
    """An error at the top of the file comes back with the line."""
    reply = calling_of(right).loaded(lambda: exec(compile("\n1 / 0\n", FILE, "exec")))
    assert (reply.error, [frame.line for frame in reply.frames]) == ("ZeroDivisionError", [2])
