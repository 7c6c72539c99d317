"""Memlab's own pieces (here: toybox's) are closed to the learner's, and in a scene they are the learner's."""

import functools
import time
from collections.abc import Callable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest
import toybox.labels
import toybox.numbers

from grader.calls.caller import Reply
from grader.calls.calling import INSTEAD, Calling, submitted
from tests.grader.conftest import without_time

DOUBLE = "toybox.numbers.double"
CLOSED = "this is the piece you are writing; memlab's own is closed to the lab"

Make = Callable[..., Calling]
Call = Callable[..., Reply]


@pytest.fixture
def stays_open() -> Iterator[None]:
    """See to it that the library works again when a test is over."""
    yield
    assert toybox.numbers.double(4) == 8
    assert toybox.numbers.totals(((1, 2), ())) == (6, 0)


def loop(number: int) -> int:
    end = time.monotonic() + 3  # long enough to be ended, short enough not to hang a failing test
    while time.monotonic() < end:
        pass
    return number


def fail(number: int) -> int:
    raise ValueError("the piece's own")


def right(number: int) -> int:
    return 2 * number


def raising(error: BaseException) -> Callable[[int], int]:
    """A piece that raises."""

    def double(number: int) -> int:
        raise error

    return double


bound = toybox.numbers.double
partial = functools.partial(toybox.numbers.double)


@functools.wraps(toybox.numbers.double)
def wrapped(number: int) -> int:
    return bound(number)


WAYS = {
    "directly": lambda number: toybox.numbers.double(number),
    "by name": lambda number: toybox.numbers.double(number=number),
    "as itself": toybox.numbers.double,
    "by a name bound before": lambda number: bound(number),
    "through a partial": lambda number: partial(number),
    "as a partial": partial,
    "through a wrapper": wrapped,
    "through what a wrapper wraps": lambda number: wrapped.__wrapped__(number),  # type: ignore[attr-defined]
    "through the lesson's other piece": lambda number: toybox.numbers.total((number,)),
    "through a given function": lambda number: toybox.numbers.totals(((number,),))[0],
}


@pytest.mark.parametrize("double", WAYS.values(), ids=WAYS)
def test_the_librarys_own_piece_is_closed_to_the_lab(call: Call, stays_open: None, double: Any) -> None:
    """By whatever name and through whatever wrapper it is called, it says that it is to be written."""
    reply = call(double)
    assert (reply.outcome, reply.error, reply.message) == ("raised", "RuntimeError", CLOSED)


@pytest.mark.parametrize("double", [right, fail, loop, str, raising(SystemExit()), raising(MemoryError())])
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


def test_the_library_is_closed_while_a_file_is_loaded(calling_of: Make, stays_open: None) -> None:
    """What a file calls at its top is refused like what its pieces call."""
    reply = calling_of(right).loaded(lambda: exec("import toybox.numbers\ntoybox.numbers.double(4)"))
    assert (reply.error, reply.message) == ("RuntimeError", CLOSED)


# Scenes.


def twice(pieces: Any, number: int) -> tuple[int, int]:
    return pieces.double(number), pieces.double(number=number)


def given(pieces: Any, numbers: Sequence[int]) -> tuple[int, ...]:
    return toybox.numbers.totals((numbers,))


def through_every_way(pieces: Any, number: int) -> tuple[int, ...]:
    return tuple(way(number) for name, way in WAYS.items() if "other" not in name and "given" not in name)


def counted(pieces: Any, number: int) -> int:
    try:
        return int(pieces.double(number))
    except ValueError as error:
        return len(str(error))


def exiting(pieces: Any, number: int) -> int:
    raise SystemExit(number)


def handing_over(pieces: Any, number: int) -> int:
    return int(pieces.double(pieces))


SCENES = {
    scene.__name__: scene for scene in (twice, given, through_every_way, counted, exiting, handing_over)
}


@pytest.fixture
def play(calling_of: Make, short_limit: None, stays_open: None) -> Call:
    """Play one of the scenes above with a function as the learner's `double`, of 4."""

    def run(scene: str, double: Any, arguments: bytes = b"[null, 4]", **more: Any) -> Reply:
        playing = calling_of(double, scenes=SCENES, **more)
        return without_time(playing.reply(f"scenes.{scene}", arguments))

    return run


@pytest.mark.parametrize("closed", [True, False])
def test_a_scene_gets_the_learners_pieces(play: Call, closed: bool) -> None:
    """A scene calls the pieces that the learner wrote, by place and by name, and its answer comes back."""
    assert play("twice", lambda number: number + 1, closed=closed) == Reply("returned", value=b"[5,5]")


def test_in_a_scene_what_memlab_gives_works_on_the_learners_pieces(play: Call) -> None:
    """What memlab gives to all, and a scene uses, calls the learner's piece in place of memlab's."""
    reply = play("given", None, b"[null, [1, 2]]", total=lambda numbers: 100 + len(numbers))
    assert reply == Reply("returned", value=b"[102]")


def test_in_a_scene_memlabs_own_pieces_are_the_learners(play: Call) -> None:
    """By whatever name a scene calls memlab's own piece, the learner's answers."""
    ways = len(WAYS) - 2
    assert ways > 6
    reply = play("through_every_way", lambda number: 7)
    assert reply == Reply("returned", value=f"[{','.join('7' * ways)}]".encode())


@pytest.mark.parametrize("double", WAYS.values(), ids=WAYS)
def test_in_a_scene_memlabs_own_pieces_are_closed_to_the_learners(play: Call, double: Any) -> None:
    """A piece that takes memlab's answer does not get it because a scene plays."""
    reply = play("twice", double)
    assert (reply.outcome, reply.error, reply.message) == ("raised", "RuntimeError", CLOSED)


def test_what_memlab_gives_opens_nothing_to_a_piece_in_a_scene(play: Call) -> None:
    """A piece is as shut out when memlab calls it as when the scene does."""
    reply = play("given", None, b"[null, [1, 2]]", total=lambda numbers: toybox.numbers.double(4))
    assert (reply.outcome, reply.message) == ("raised", CLOSED)


def test_a_piece_that_calls_another_in_a_scene_stays_shut_out(play: Call) -> None:
    """Memlab's own stay closed to a piece which a scene handed the pieces, when one of them has returned."""

    def double(pieces: SimpleNamespace) -> Any:
        return pieces.total(()) + toybox.numbers.double(4)

    assert play("handing_over", double, total=lambda numbers: 0).message == CLOSED


def test_what_a_piece_raises_in_a_scene_is_the_scenes_to_catch(play: Call) -> None:
    """A scene sees the error that a piece raised, and one that it lets pass is the answer."""
    assert play("counted", fail) == Reply("returned", value=str(len("the piece's own")).encode())
    assert play("twice", fail) == Reply("raised", error="ValueError", message="the piece's own")


def stub(number: int) -> NoReturn:
    raise NotImplementedError("Task B1.1: double a number")


IN_SCENES = {
    "a stub": (
        "twice",
        stub,
        Reply("raised", error="NotImplementedError", message="Task B1.1: double a number"),
    ),
    "none": ("twice", None, Reply("raised", error="NameError", message="there is no function double")),
    "one of a wrong type": (
        "twice",
        lambda number: [number],
        Reply("unusable", message="returned a list; an int was expected"),
    ),
    "one that loops": ("twice", loop, Reply("over limit", message="did not return within 2 s")),
    "one that is greedy": ("twice", raising(MemoryError()), Reply("over limit", message="ran out of memory")),
    "a right one, and exits": ("exiting", right, Reply("raised", error="SystemExit", message="4")),
}


@pytest.mark.parametrize(("scene", "double", "reply"), IN_SCENES.values(), ids=IN_SCENES)
def test_a_scene_with_a_piece_comes_to_what_the_piece_comes_to(
    play: Call, scene: str, double: Any, reply: Reply
) -> None:
    """A stub, a missing piece, nonsense and a limit are the answer of the scene that met them."""
    assert play(scene, double) == reply


def test_a_parameter_may_have_the_name_of_what_stands_in(calling_of: Make, stays_open: None) -> None:
    """In a box the body that stands in for a piece gets its arguments, whatever they are called."""
    body = INSTEAD.format(function=DOUBLE, arguments="submitted").replace("\n", "\n    ")
    defined: dict[str, Any] = {}
    exec(f"def double(submitted):\n    {body}", defined)

    def scene(pieces: Any, number: int) -> int:
        return int(defined["double"](number))

    reply = calling_of(right, scenes={"scene": scene}).reply("scenes.scene", b"[null, 4]")
    assert without_time(reply) == Reply("returned", value=b"8")


def test_between_scenes_memlabs_own_pieces_are_its_own(play: Call) -> None:
    """The learner's piece stands in for memlab's while a scene plays, not a moment longer, also in a box."""
    play("twice", lambda number: 0)
    assert toybox.numbers.double(4) == 8
    with pytest.raises(RuntimeError, match=CLOSED):
        submitted(DOUBLE)(4)
