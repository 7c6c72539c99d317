"""The caller for submissions: what its calls come to, whatever the submission does to its box."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from toybox.labels import label
from toybox.shelf import store

from curriculum.course import load_course
from grader import limits
from grader.box import boxed, outfit
from grader.box.boxed import ENDED, Boxed
from grader.box.boxes import Boxes
from grader.box.outfit import Outfit
from grader.calls.calling import TOO_LARGE, TOO_SLOW
from grader.calls.scratch import ScratchError
from grader.wire import wire
from tests.conftest import TOY
from tests.grader.boxes import boxes as boxes
from tests.grader.leftovers import eventually, open_descriptors, processes_in
from workshop.labs import solved

pytestmark = [pytest.mark.boxed, pytest.mark.usefixtures("boxes")]

DOUBLE, TOTAL = "toybox.numbers.double", "toybox.numbers.total"
LABEL = "toybox.labels.label"
STORE, STORED, TWICE = "toybox.shelf.store", "toybox.shelf.stored", "scenes.twice"
SHELF = b'["shelf.db"]'
RIGHT = "def double(number):\n    return 2 * number\n"

Submit = Callable[..., Boxed]


@pytest.fixture(scope="module")
def outfits(boxes: None, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Outfit]:
    """What is laid into a box, for each lesson of the toy course."""
    course = load_course(TOY)
    return {
        lesson.id: outfit.make(course, lesson, tmp_path_factory.mktemp(lesson.id))
        for lesson in course.lessons
    }


@pytest.fixture(scope="module")
def places(outfits: dict[str, Outfit]) -> Iterator[dict[str, tuple[Boxes, Boxes]]]:
    """Where boxes come from: for each lesson those of submissions, and those that they never see."""
    with ExitStack() as stack:
        found = {}
        for lesson, fitted in outfits.items():
            kinds = Boxes(fitted.box, fitted.libraries, 0), Boxes(fitted.clean, fitted.libraries, 1)
            for boxes in kinds:
                stack.enter_context(boxes).open().close()
            found[lesson] = kinds
        yield found


def running(outfits: dict[str, Outfit]) -> set[int]:
    """The processes behind all walls."""
    return {process for fitted in outfits.values() for process in processes_in(fitted.box.parent)}


@pytest.fixture
def submit(outfits: dict[str, Outfit], places: dict[str, tuple[Boxes, Boxes]]) -> Iterator[Submit]:
    """Load a text as a submission; see to it that nothing of it runs or stays open at the end."""
    before, warm, made = open_descriptors(), running(outfits), []

    def load(text: str, lesson: str = "doubling", **settings: Any) -> Boxed:
        made.append(Boxed(*places[lesson], text, "lab.py", **settings))
        made[-1].load()
        return made[-1]

    yield load
    for caller in made:
        caller.close()
    assert open_descriptors() <= before
    assert eventually(lambda: running(outfits) == warm)


@pytest.fixture
def little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for an answer three tenths of a second."""
    monkeypatch.setattr(boxed, "CALL_SECONDS", 0.2)
    monkeypatch.setattr(boxed, "GRACE_SECONDS", 0.1)


def text_of(lesson: str) -> str:
    return solved(load_course(TOY).lesson(lesson))


def items(*names: str) -> bytes:
    """The arguments of a call that puts these on the shelf."""
    return wire.encode_arguments(("shelf.db", names))


def test_the_pieces_are_called(submit: Submit) -> None:
    """A right submission answers rightly, one call after another."""
    caller = submit(text_of("doubling"))
    assert (caller.call(DOUBLE, b"[4]").outcome, caller.call(DOUBLE, b"[4]").value) == ("returned", b"8")
    assert caller.call(TOTAL, b"[[1,2,4]]").value == b"14"
    assert caller.file == "lab.py"


def test_the_pieces_keep_what_they_remember(submit: Submit) -> None:
    """All calls go into one process, as they do at home."""
    caller = submit("seen = []\ndef double(number):\n    seen.append(number)\n    return len(seen)\n")
    assert [caller.call(DOUBLE, b"[4]").value for _ in range(3)] == [b"1", b"2", b"3"]


@pytest.mark.parametrize(
    ("text", "outcome", "error", "message"),
    [
        ("def double(number)\n", "raised", "SyntaxError", "expected ':'"),
        ("import nowhere\n", "raised", "ModuleNotFoundError", "No module named 'nowhere'"),
        ("import sys\nsys.exit('done')\n", "raised", "SystemExit", "done"),
        ("import os\nos._exit(0)\n", "ended", "", ENDED),
        ("memory = bytearray(1 << 40)\n", "over limit", "", TOO_LARGE),
    ],
)
def test_a_submission_that_cannot_be_loaded(
    submit: Submit, text: str, outcome: str, error: str, message: str
) -> None:
    """Every call of it comes to what loading it came to."""
    caller = submit(text)
    for reply in (caller.call(DOUBLE, b"[4]"), caller.call(TOTAL, b"[[1]]")):
        assert (reply.outcome, reply.error, reply.message) == (outcome, error, message)


def test_a_submission_that_cannot_be_read(submit: Submit) -> None:
    """What could not be read is not loaded, and the problem is said."""
    reply = submit("", problem="lab.py holds no code").load()
    assert (reply.outcome, reply.message) == ("unusable", "lab.py holds no code")


def test_what_a_call_came_to(submit: Submit) -> None:
    """Errors, missing functions, wrong types and changed arguments are told apart, with the line."""
    caller = submit("def double(number):\n    return [][number]\n")
    raised = caller.call(DOUBLE, b"[4]")
    assert (raised.outcome, raised.error, raised.message) == (
        "raised",
        "IndexError",
        "list index out of range",
    )
    assert [(frame.line, frame.code) for frame in raised.frames] == [(2, "return [][number]")]
    assert caller.call(TOTAL, b"[[1]]").outcome == "missing"
    assert submit("def double(number):\n    return '8'\n").call(DOUBLE, b"[4]").message == (
        "returned a str; an int was expected"
    )


def test_what_is_printed_disturbs_no_answer(submit: Submit) -> None:
    """A submission may print as much as it likes."""
    caller = submit(
        f"print('x' * 1_000_000)\n{RIGHT}    print(number)\n".replace("return", "print(1); return")
    )
    assert caller.call(DOUBLE, b"[4]").value == b"8"


EXITS = """
import os
def double(number):
    if number == 4:
        os._exit(0)
    return 2 * number
"""


def test_a_process_that_was_ended_is_started_again(submit: Submit) -> None:
    """The call that ended it is blamed; the next one finds a new process."""
    caller = submit(EXITS)
    for _ in range(3):
        ended = caller.call(DOUBLE, b"[4]")
        assert (ended.outcome, ended.message) == ("ended", ENDED)
        assert caller.call(DOUBLE, b"[5]").value == b"10"


def test_a_new_process_has_the_files_of_the_old(submit: Submit) -> None:
    """What lay in the scratch folder when the process ended is there for the next, and for us."""
    caller = submit(
        "import os, pathlib\n"
        "def double(number):\n"
        "    if number:\n"
        "        pathlib.Path('kept').write_text('x' * number)\n"
        "        os._exit(0)\n"
        "    return len(pathlib.Path('kept').read_text())\n"
    )
    assert caller.call(DOUBLE, b"[7]").outcome == "ended"
    assert caller.fetch() == {"kept": b"x" * 7}
    assert caller.call(DOUBLE, b"[0]").value == b"7"
    assert caller.fetch() == {"kept": b"x" * 7}


def test_a_new_process_takes_its_time_from_the_call(submit: Submit) -> None:
    """Whoever has to be loaded anew for each call has that on their account."""
    caller = submit(f"import time\ntime.sleep(0.3)\n{EXITS}")
    caller.call(DOUBLE, b"[4]")
    assert caller.call(DOUBLE, b"[5]").seconds >= 0.3


def test_files_that_cannot_be_kept_are_the_learners_fault(submit: Submit) -> None:
    """Whoever ends their process with too many files left has no process any more, and is told why."""
    caller = submit(
        f"import pathlib\n{EXITS}".replace(
            "os._exit(0)", "[pathlib.Path(str(n)).touch() for n in range(99)]; os._exit(0)"
        )
    )
    caller.call(DOUBLE, b"[4]")
    for _ in range(2):
        reply = caller.call(DOUBLE, b"[5]")
        assert reply.outcome == "unusable"
        assert str(limits.SCRATCH_FILES) in reply.message


def test_a_call_that_takes_too_long(submit: Submit, little_patience: None) -> None:
    """A call that nothing interrupts is ended from outside, and the next one finds a new process."""
    caller = submit(
        "import os, signal\n"
        "def double(number):\n"
        "    if number == 4:\n"
        "        os.kill(os.getpid(), signal.SIGSTOP)\n"
        "    return 2 * number\n"
    )
    reply = caller.call(DOUBLE, b"[4]")
    assert (reply.outcome, reply.message) == ("over limit", TOO_SLOW)
    assert 0.3 <= reply.seconds < limits.CALL_SECONDS
    assert caller.call(DOUBLE, b"[5]").value == b"10"


# What a submission finds that walks the stack.
LOCAL = """
import sys
def local(name):
    frame = sys._getframe()
    while name not in frame.f_locals or frame.f_code.co_name == "local":
        frame = frame.f_back
    return frame.f_locals[name]
"""
UNREAD = f"""
import os, time
{LOCAL}
{RIGHT}
unread, nobody = os.pipe()
if os.fork() == 0:
    time.sleep(60)
os.dup2(unread, local("requests"))
"""


@pytest.mark.parametrize("numbers", [3, 200_000], ids=["a few", "more than a pipe holds"])
def test_requests_that_nobody_reads(submit: Submit, little_patience: None, numbers: int) -> None:
    """Whoever no longer reads what they are asked is over the limit; nobody waits longer for them."""
    caller, begun = submit(UNREAD), time.monotonic()
    reply = caller.call(TOTAL, wire.encode_arguments(((1,) * numbers,)))
    assert (reply.outcome, reply.message) == ("over limit", TOO_SLOW)
    assert time.monotonic() - begun < limits.CALL_SECONDS


def test_a_request_larger_than_a_pipe_holds(submit: Submit) -> None:
    """Arguments of a megabyte cross."""
    caller = submit(text_of("doubling"))
    assert caller.call(TOTAL, wire.encode_arguments(((1,) * 500_000,))).value == b"1000000"


@pytest.mark.parametrize(("more", "outcome"), [(0, "returned"), (1, "unusable")])
def test_the_largest_answer(submit: Submit, more: int, outcome: str) -> None:
    """An answer of the largest size crosses whole; one byte more is refused, and the sentence says so."""
    seen_at = datetime(2026, 5, 1, tzinfo=UTC)
    around = len(wire.encode_answer(label, label(("",), seen_at), limits.ANSWER_BYTES))
    word = f"'x' * {limits.ANSWER_BYTES - around + more}"
    text = (
        f"from toybox.labels import Label\ndef label(words, seen_at):\n    return Label({word}, 1, seen_at)\n"
    )
    reply = submit(text, "labelling").call(LABEL, wire.encode_arguments((("a",), seen_at)))
    assert reply.outcome == outcome
    if more:
        assert reply.message == "returned 1,000,001 bytes; 1,000,000 at most can cross"
    else:
        assert len(reply.value) == limits.ANSWER_BYTES


FORGING = (
    f"{LOCAL}import json, os\n"
    + """
def frame(**fields):
    return framed(json.dumps(fields).encode())

def framed(data):
    return len(data).to_bytes(4, "big") + data

def write(data):
    while data:
        data = data[os.write(local("answers"), data):]

def double(number):
    if number == 4:
        mine = local("request").number
        write({what})
        {then}
    return 2 * number
"""
)
FORGED = {
    "an answer to another request": "frame(number=mine + 1, outcome='returned', value=10)",
    "an answer of no kind": "frame(number=mine, outcome='done', value=8)",
    "an answer without a number": "frame(outcome='returned', value=8)",
    "a number that is none": "frame(number='x', outcome='returned', value=8)",
    "no answer": "frame(points=100)",
    "an empty frame": "framed(b'')",
    "no JSON": "framed(b'garbage')",
    "half of a character": "framed(b'{\"number\":\\xff}')",
    "brackets without end": "framed(b'{\"number\":%d,\"value\":' % mine + b'[' * 100_000)",
    "a length of four gigabytes": "b'\\xff\\xff\\xff\\xff'",
    "more than is ever read": "framed(b'x' * 2_000_000)",
    "half a frame": "framed(b'garbage')[:6]",
    "half a length": "b'\\0\\0'",
}


@pytest.mark.parametrize("what", FORGED.values(), ids=FORGED)
def test_a_forged_frame_ends_the_process_and_nothing_else(submit: Submit, what: str) -> None:
    """What is no answer to the request counts as none, and the next call finds a new process."""
    caller = submit(FORGING.replace("{what}", what).replace("{then}", "os._exit(0)"))
    reply = caller.call(DOUBLE, b"[4]")
    assert (reply.outcome, reply.message, reply.value) == ("ended", ENDED, b"")
    assert caller.call(DOUBLE, b"[5]").value == b"10"


def test_a_second_answer_counts_for_nothing(submit: Submit) -> None:
    """Who answers twice is found out at the next request, and answers rightly after that."""
    forged = "frame(number=mine, outcome='returned', value=8)"
    caller = submit(FORGING.replace("{what}", forged).replace("{then}", ""))
    assert caller.call(DOUBLE, b"[4]").value == b"8"
    assert caller.call(DOUBLE, b"[5]").outcome == "ended"
    assert caller.call(DOUBLE, b"[5]").value == b"10"


def test_an_answer_before_it_was_asked_for(submit: Submit) -> None:
    """Who answers the next request ahead has given their answer to it, and no other is affected."""
    answer = "frame(number={}, outcome='returned', value={})"
    ahead = f"{answer.format('mine', 8)} + {answer.format('mine + 1', 0)}"
    caller = submit(FORGING.replace("{what}", ahead).replace("{then}", ""))
    assert [caller.call(DOUBLE, b"[4]").value, caller.call(DOUBLE, b"[5]").value] == [b"8", b"0"]
    assert caller.call(DOUBLE, b"[5]").outcome == "ended"
    assert caller.call(DOUBLE, b"[5]").value == b"10"


def test_half_a_frame_and_then_nothing(submit: Submit, little_patience: None) -> None:
    """Nobody waits longer for the rest of an answer than for an answer."""
    caller = submit(
        FORGING.replace("{what}", "framed(b'x' * 100)[:50]").replace("{then}", "while True: pass")
    )
    assert caller.call(DOUBLE, b"[4]").outcome == "over limit"
    assert caller.call(DOUBLE, b"[5]").value == b"10"


@pytest.mark.parametrize(
    "fields",
    [
        "outcome='raised', error='E' * 400_000, message='m' * 400_000",
        "outcome='returned', value=8, changed=['n' * 400_000]",
        "outcome='raised', frames=[dict(line=n, code='c' * 1000) for n in range(500)]",
    ],
    ids=["an error", "changed arguments", "lines"],
)
def test_a_forged_reply_says_no_more_than_another(submit: Submit, fields: str) -> None:
    """What a submission says around its answer has the lengths that the box would keep to."""
    text = FORGING.replace("{what}", f"frame(number=mine, {fields})").replace("{then}", "os._exit(0)")
    reply = submit(text).call(DOUBLE, b"[4]")
    assert len(reply.message) <= limits.MESSAGE_CHARACTERS
    assert len(reply.error) <= limits.NAME_CHARACTERS
    assert all(len(name) <= limits.NAME_CHARACTERS for name in reply.changed)
    lines = text.splitlines()
    assert all(frame.code == lines[frame.line - 1].strip() for frame in reply.frames)


@pytest.mark.parametrize("outcome", ["over limit", "ended"])
def test_a_forged_limit_has_our_words(submit: Submit, outcome: str) -> None:
    """What is said of a limit is one of our sentences, and nothing that the submission was handed."""
    forged = f"frame(number=mine, outcome='{outcome}', message='the private number is 4')"
    reply = submit(FORGING.replace("{what}", forged).replace("{then}", "os._exit(0)")).call(DOUBLE, b"[4]")
    assert reply.outcome == outcome
    assert reply.message in (TOO_SLOW, TOO_LARGE, ENDED)


def test_a_kill_cuts_a_call_off(submit: Submit) -> None:
    """The block ends with the call that is cut off; the next call runs in a new process, with its files."""
    caller = submit(
        "import pathlib, time\n"
        "def double(number):\n"
        "    pathlib.Path(str(number)).touch()\n"
        "    time.sleep(60 if number == 4 else 0)\n"
        "    return 2 * number\n"
    )
    begun, after = time.monotonic(), []
    with caller.kill_after(200):
        after.append(caller.call(DOUBLE, b"[5]").value)
        caller.call(DOUBLE, b"[4]")
        after.append("not reached")
    assert after == [b"10"]
    assert time.monotonic() - begun < limits.CALL_SECONDS
    assert set(caller.fetch()) == {"4", "5"}
    assert caller.call(DOUBLE, b"[6]").value == b"12"


def test_a_kill_comes_at_the_end_in_any_case(submit: Submit) -> None:
    """A block that is done sooner ends its process too, with all that was left running in it."""
    caller = submit(
        "import os, time\n"
        "def double(number):\n"
        "    if os.fork() == 0:\n"
        "        os.setsid()\n"
        "        for n in range(10_000_000):\n"
        "            open('beat', 'w').write(str(n))\n"
        "    while not os.path.exists('beat'):\n"
        "        pass\n"
        "    return 2 * number\n"
    )
    begun = time.monotonic()
    with caller.kill_after(60_000):
        assert caller.call(DOUBLE, b"[4]").value == b"8"
    assert time.monotonic() - begun < 30
    before = caller.fetch()
    time.sleep(0.05)
    assert caller.fetch() == before


def test_a_submission_that_ends_itself_before_it_is_killed(submit: Submit) -> None:
    """Within such a block it makes no difference who ends the process."""
    caller = submit(EXITS)
    with caller.kill_after(60_000):
        caller.call(DOUBLE, b"[4]")
        pytest.fail("not reached")
    assert caller.call(DOUBLE, b"[5]").value == b"10"


def test_the_reference_reads_what_was_left(submit: Submit) -> None:
    """Files are read by the library's own function, in a box where the submission never was."""
    caller = submit(text_of("shelving") + "\ndef stored(path):\n    return ('forged',)\n", "shelving")
    assert caller.call(STORE, items("cup", "jug")).value == b"2"
    assert caller.clean(STORED, SHELF).value == b'["cup","jug"]'
    caller.empty_scratch()
    assert caller.clean(STORED, SHELF).value == b"[]"


def test_reading_changes_no_file(submit: Submit) -> None:
    """The reference has a copy: what it writes is gone, and the submission's files are as they were."""
    caller = submit(text_of("shelving"), "shelving")
    caller.call(STORE, items("cup"))
    before = caller.fetch()
    assert caller.clean(STORE, items("jug")).value == b"1"
    assert caller.fetch() == before
    assert caller.clean(STORED, SHELF).value == b'["cup"]'


@pytest.fixture
def shelf(tmp_path: Path) -> bytes:
    """The file of a right shelf."""
    store(str(tmp_path / "shelf.db"), ("cup", "jug"))
    return (tmp_path / "shelf.db").read_bytes()


def damaged(shelf: bytes) -> bytes:
    return shelf[: len(shelf) // 2] + b"\xff" * (len(shelf) - len(shelf) // 2)


def cut(shelf: bytes) -> bytes:
    return shelf[: len(shelf) // 2]


def no_shelf(shelf: bytes) -> bytes:
    return b"cup\njug\n" * 100


def of_numbers(shelf: bytes) -> bytes:
    return changed(shelf, "UPDATE item SET name = CAST(name AS BLOB)")


def without_end(shelf: bytes) -> bytes:
    count = (
        "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n) SELECT n AS place, n AS name FROM n"
    )
    return changed(shelf, f"DROP TABLE item; CREATE VIEW item AS {count}")


def changed(shelf: bytes, statements: str) -> bytes:
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(":memory:")) as opened:
        opened.deserialize(shelf)
        opened.executescript(statements)
        return opened.serialize()


@pytest.mark.parametrize("spoil", [damaged, cut, no_shelf, of_numbers, without_end])
def test_files_that_the_reference_cannot_read(
    submit: Submit, shelf: bytes, spoil: Callable[[bytes], bytes]
) -> None:
    """Whatever a file does to the reference, the reply says so, and the next file is read as ever."""
    caller = submit(text_of("shelving"), "shelving")
    caller.put({"shelf.db": spoil(shelf)})
    assert caller.clean(STORED, SHELF).outcome in ("raised", "unusable", "over limit", "ended")
    caller.put({"shelf.db": shelf})
    assert caller.clean(STORED, SHELF).value == b'["cup","jug"]'
    assert caller.call(STORE, items("cup", "pot")).value == b"1"


def test_files_come_and_go(submit: Submit) -> None:
    """What is put is there for the submission, and it is what is fetched; emptying takes all of it."""
    caller = submit(
        "import os, pathlib\n"
        "def double(number):\n"
        "    mine = pathlib.Path('laid')\n"
        "    mine.write_bytes(mine.read_bytes() * number)\n"
        "    os.makedirs('deep/er')\n"
        "    os.symlink('/', 'link')\n"
        "    os.mkfifo('fifo')\n"
        "    return len(os.listdir('.'))\n"
    )
    assert caller.fetch() == {}
    caller.put({"laid": b"ab", "other": b""})
    assert caller.fetch() == {"laid": b"ab", "other": b""}
    assert caller.call(DOUBLE, b"[3]").value == b"5"
    assert caller.fetch() == {"laid": b"ababab", "other": b""}
    caller.put({"fifo": b"1", "link": b"2", "deep": b"3"})
    assert caller.fetch() == {"laid": b"ababab", "other": b"", "fifo": b"1", "link": b"2", "deep": b"3"}
    caller.empty_scratch()
    assert caller.fetch() == {}
    assert caller.call(DOUBLE, b"[3]").error == "FileNotFoundError"


def test_a_folder_without_end_can_be_emptied(submit: Submit) -> None:
    """However deep folders lie in each other, emptying takes all of them."""
    caller = submit(
        "import os\n"
        "def double(number):\n"
        "    for _ in range(number):\n"
        "        os.mkdir('d')\n"
        "        os.chdir('d')\n"
        "    return number\n"
    )
    assert caller.call(DOUBLE, b"[1000]").value == b"1000"
    caller.empty_scratch()
    caller.put({"d": b"1"})
    assert caller.fetch() == {"d": b"1"}


FLIPPING = """
import ctypes, os
from contextlib import ExitStack, suppress
exchange = ctypes.CDLL(None).renameat2
while os.fork() == 0:
    while True:
        for make in (os.mkdir, os.mkfifo):
            for act in (os.unlink, os.rmdir, make):
                with suppress(OSError):
                    act("new")
            if exchange(-100, b"new", -100, b"shelf.db", 2):
                with suppress(OSError):
                    os.rename("new", "shelf.db")
"""


@pytest.mark.parametrize("act", ["empty", "put", "fetch"])
def test_files_that_change_while_they_are_looked_at(submit: Submit, act: str) -> None:
    """What turns from a folder to a fifo and back all the time makes nobody wait."""
    caller = submit(FLIPPING)
    acts = {
        "empty": caller.empty_scratch,
        "put": lambda: caller.put({"shelf.db": b""}),
        "fetch": caller.fetch,
    }

    def work() -> None:
        until = time.monotonic() + 0.5
        while time.monotonic() < until:
            with suppress(ScratchError):
                acts[act]()

    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    worker.join(10)
    assert not worker.is_alive()


def test_a_scratch_folder_that_is_closed(submit: Submit) -> None:
    """Whoever closes the scratch folder to everybody, themselves among them, has that on their account."""
    closing = "import os\ntry:\n    os.chmod('/scratch', 0)\nexcept PermissionError:\n    pass\n"
    caller = submit(closing + EXITS)
    with suppress(ScratchError):
        assert caller.fetch() == {}
    with suppress(ScratchError):
        caller.put({"laid": b""})
    assert caller.call(DOUBLE, b"[4]").outcome == "ended"
    assert caller.call(DOUBLE, b"[5]").outcome in ("unusable", "returned")


def test_scenes_run_with_the_pieces(submit: Submit) -> None:
    """A scene runs in the box, with what the submission has written."""
    caller = submit(text_of("shelving"), "shelving")
    caller.empty_scratch()
    assert caller.call(TWICE, wire.encode_arguments((None, "shelf.db", ("cup", "jug")))).value == b"[2,0]"


def test_the_reference_is_closed_to_the_submission(submit: Submit) -> None:
    """In the box the library's own piece is the submission's, and closed to it."""
    caller = submit("from toybox.numbers import double, total\n")
    reply = caller.call(DOUBLE, b"[4]")
    assert (reply.outcome, reply.error) == ("raised", "RuntimeError")
    assert "the piece you are writing" in reply.message


def test_closing_ends_whatever_runs(submit: Submit, outfits: dict[str, Outfit]) -> None:
    """Once a caller is closed, nothing of its boxes runs."""
    before = running(outfits)
    caller = submit(text_of("shelving"), "shelving")
    caller.call(STORE, items("cup"))
    caller.clean(STORED, SHELF)
    assert len(running(outfits) - before) == 4, "two boxes, each with its first process and another"
    caller.close()
    assert eventually(lambda: running(outfits) == before)


def test_who_ends_after_an_answer_loses_no_call_by_it(submit: Submit) -> None:
    """However soon the next call comes, it finds a process, and what it comes to is its own."""
    forged = "frame(number=mine, outcome='returned', value=8)"
    caller = submit(FORGING.replace("{what}", forged).replace("{then}", "os._exit(0)"))
    assert [caller.call(DOUBLE, b"[4]").value for _ in range(50)] == [b"8"] * 50


def test_who_never_reads_a_request_is_not_asked_for_ever(submit: Submit) -> None:
    """A submission that answers when it is loaded and is gone then has ended in each call."""
    forged = "write(frame(number=local('request').number, outcome='returned', value=None)); os._exit(0)"
    caller = submit(FORGING.partition("def double")[0] + forged)
    for _ in range(3):
        assert (caller.call(DOUBLE, b"[5]").outcome, caller.call(DOUBLE, b"[5]").message) == ("ended", ENDED)
