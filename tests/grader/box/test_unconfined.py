"""The box without walls: for one's own code, with the same verdicts as a box, and nothing left behind."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from curriculum.course import Lesson, load_course
from curriculum.editions import replace
from grader.box import outfit
from grader.box.box import Box
from grader.box.boxed import Boxed
from grader.box.outfit import Outfit
from grader.box.unconfined import Unconfined
from grader.calls import frames
from grader.calls.caller import BoxError
from grader.judge.judge import judge
from grader.limits import MEMORY_BYTES
from grader.verdict import Verdict
from workshop.labs import solved

COURSE = load_course(Path(__file__).parents[2] / "course")
DOUBLING, SHELVING = COURSE.lesson("doubling"), COURSE.lesson("shelving")


@pytest.fixture(scope="module")
def fitted(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Outfit]:
    """What is laid into a box, by lesson."""
    return {
        lesson.id: outfit.make(COURSE, lesson, tmp_path_factory.mktemp(lesson.id))
        for lesson in (DOUBLING, SHELVING)
    }


@pytest.fixture
def box(fitted: dict[str, Outfit]) -> Iterator[Box]:
    """One process, ready to be asked."""
    box = Unconfined(fitted["doubling"].box, fitted["doubling"].libraries).open()
    yield box
    box.close()


def submitted(fitted: Outfit, source: str) -> Boxed:
    """A caller for this text."""
    boxes, clean = (Unconfined(folder, fitted.libraries) for folder in (fitted.box, fitted.clean))
    return Boxed(boxes, clean, source, "lab.py")


def judged(lesson: Lesson, fitted: dict[str, Outfit], source: str) -> Verdict:
    """The verdict on this text."""
    verdicts: list[Verdict] = []
    caller = submitted(fitted[lesson.id], source)
    try:
        judge(lesson, [caller], verdicts.append)
    finally:
        caller.close()
    return verdicts[0]


def load(box: Box, source: str, seconds: float = 5.0) -> frames.Answer:
    """Have a text loaded as a submission is."""
    arguments = msgspec.Raw(msgspec.json.encode(("lab.py", source)))
    return box.ask(frames.Request(1, "", arguments), seconds)


def gone(process: int) -> bool:
    """Whether no such process runs any more, now or soon."""
    for _ in range(200):
        try:
            status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
        except FileNotFoundError:
            return True
        if "\nState:\tZ" in status:
            return True
        time.sleep(0.01)
    return False


@pytest.mark.parametrize(
    ("body", "state", "status"),
    [
        ("return 2 * number", "done", "graded"),
        ("return 3 * number", "wrong", "graded"),
        ("import os\nos._exit(0)", "wrong", "graded"),
        ("import time\ntime.sleep(60)", "wrong", "over limit"),
    ],
    ids=["right", "wrong", "ending its process", "too slow"],
)
def test_the_verdict_is_that_of_a_box(fitted: dict[str, Outfit], body: str, state: str, status: str) -> None:
    """Right and wrong, the end of the process and the limit of time are told apart as in a box."""
    verdict = judged(DOUBLING, fitted, replace(solved(DOUBLING), {"double": body}))
    assert (verdict.state, verdict.status) == (state, status)


def test_files_and_kills_work_without_walls(
    fitted: dict[str, Outfit], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Checks that lay files in, kill the process and read what was left find all that."""
    if Path("/dev/shm").is_dir():  # a busy disk would take more time than a lab may
        monkeypatch.setattr(tempfile, "tempdir", "/dev/shm")
    assert judged(SHELVING, fitted, solved(SHELVING)).score == 100


def test_a_kill_between_two_calls_ends_the_block(fitted: dict[str, Outfit]) -> None:
    """Where the kill comes while nothing is called, the next call of the block is cut off all the same."""
    caller = submitted(fitted["doubling"], solved(DOUBLING))
    returned = []
    try:
        assert caller.load().outcome == "returned"
        with caller.kill_after(1):
            time.sleep(0.3)
            returned.append(caller.call("toybox.numbers.double", b"[4]"))
        assert returned == []
        assert caller.call("toybox.numbers.double", b"[4]").value == b"8"
    finally:
        caller.close()


def test_the_memory_is_not_limited(box: Box) -> None:
    """One's own code may use what the machine has; only a call's time is limited."""
    assert load(box, f"x = bytearray({MEMORY_BYTES + 1})").outcome == "returned"


def test_nothing_is_left_of_it(box: Box) -> None:
    """When it is closed, the process, what it started, and its files are gone."""
    answer = load(
        box,
        "import os, subprocess\n"
        "open('left', 'w').close()\n"
        "child = subprocess.Popen(['sleep', '60'])\n"
        "raise ValueError(f'{os.getpid()} {child.pid} {os.getcwd()}')",
    )
    process, child, place = answer.message.split()
    assert (Path(place) / "left").is_file()
    assert Path(place).samefile(box.scratch)
    box.close()
    assert gone(int(process))
    assert gone(int(child))
    assert not Path(place).exists()


def test_one_that_does_not_start_is_our_fault(fitted: dict[str, Outfit], tmp_path: Path) -> None:
    """Where the program is not to be had, what Python says of it is in the sentence."""
    with pytest.raises(BoxError, match=r"the process did not start: .*can't open file"):
        Unconfined(tmp_path, fitted["doubling"].libraries).open()


def test_a_box_that_was_closed_may_be_closed_again(box: Box) -> None:
    """Closing is final and harmless."""
    box.close()
    box.stop()
    assert not box.alive
