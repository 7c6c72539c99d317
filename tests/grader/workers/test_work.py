"""What a worker does: judges one submission after another, and lets none of them touch the next."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from curriculum.course import load_course
from grader.arriving.submissions import Submission
from grader.box import outfit
from grader.box.box import Box
from grader.box.boxes import Boxes
from grader.box.outfit import Outfit
from grader.box.unconfined import Unconfined
from grader.calls.caller import BoxError
from grader.verdict import Judged, Verdict
from grader.workers.work import Work
from workshop.labs import solved

TOY = Path(__file__).parents[2] / "course"
RIGHT = solved(load_course(TOY).lesson("doubling"))
WRONG = RIGHT.replace("return 2 * number", "return 3 * number")
events: list[str] = []


class Recorded(Unconfined):
    """Boxes of which it is noted when they are opened and when they are gone."""

    def open(self) -> Box:
        box = super().open()
        close = box.close

        def closing() -> None:
            close()
            events.append("gone")

        setattr(box, "close", closing)  # noqa: B010
        events.append("box")
        return box


class NoBox(Unconfined):
    """Boxes that cannot be had."""

    def open(self) -> Box:
        raise BoxError("the box did not start: bwrap said no")


class Connection:
    """The worker's end of the line: hands over submissions, notes verdicts, and is then closed."""

    def __init__(self, submissions: Sequence[Submission]) -> None:
        self._coming = iter(submissions)
        self.verdicts: list[Verdict] = []

    def recv(self) -> Submission:
        submission = next(self._coming, None)
        if submission is None:
            raise EOFError
        events.append("taken")
        return submission

    def send(self, data: bytes) -> None:
        events.append("sent")
        judged = msgspec.json.decode(data, type=Judged)
        assert 0 < judged.seconds < 60
        self.verdicts.append(judged.verdict)


@pytest.fixture(scope="module")
def fitted(tmp_path_factory: pytest.TempPathFactory) -> Outfit:
    """What is laid into a box for the toy lesson."""
    course = load_course(TOY)
    return outfit.make(course, course.lesson("doubling"), tmp_path_factory.mktemp("outfit"))


def submission(source: str = RIGHT, problem: str = "", file: str = "lab.py") -> Submission:
    """A submission of this text."""
    return Submission("ana", "ana.py", file, "d", source, problem)


def judged(fitted: Outfit, *given: Submission, kind: type[Boxes] = Recorded, seed: int = 1) -> list[Verdict]:
    """The verdicts that a worker sends on these submissions, until the line is closed."""
    events.clear()
    connection = Connection(given)
    with pytest.raises(EOFError):
        Work(TOY, "doubling", fitted, seed, kind)(connection, 0)  # type: ignore[arg-type]
    return connection.verdicts


def test_each_submission_gets_its_own_verdict(fitted: Outfit) -> None:
    """One after another is judged, and what one did or could not do leaves the next alone."""
    unreadable = submission("", "ana.py holds no code")
    leaving = "import os\nos._exit(3)\n"
    verdicts = judged(
        fitted,
        submission(),
        submission(WRONG),
        unreadable,
        submission(leaving),
        submission("1 +"),
        submission(),
    )
    assert [(verdict.state, verdict.score) for verdict in verdicts] == [
        ("done", 100),
        ("wrong", 0),
        ("broken", 0),
        ("broken", 0),
        ("broken", 0),
        ("done", 100),
    ]
    assert not any(verdict.ours for verdict in verdicts)


def test_one_submission_is_gone_before_the_next_is_taken(fitted: Outfit) -> None:
    """Each submission has a process of its own, which has ended before the next one is looked at."""
    judged(fitted, submission(), submission())
    assert [event for event in events if event != "sent"] == ["taken", "box", "gone"] * 2


def test_a_verdict_is_sent_when_nothing_runs_any_more(fitted: Outfit) -> None:
    """A process that does not end is its own submission's affair, so the verdict waits for its end."""
    judged(fitted, submission())
    assert events == ["taken", "box", "gone", "sent"]


def test_nothing_is_run_for_a_submission_that_cannot_be_read(fitted: Outfit) -> None:
    """What is wrong with the file is the verdict, word by word, and no box is made for it."""
    sentence = "ana.py:2: this line is not UTF-8; save the file as UTF-8"
    [verdict] = judged(fitted, submission("", sentence))
    assert (verdict.state, verdict.status, verdict.problem) == ("broken", "broken", sentence)
    assert {check.message for check in verdict.checks} == {sentence}
    assert "box" not in events


@pytest.mark.parametrize("file", ["lab.py", "your notebook"])
def test_messages_name_the_file_as_the_student_knows_it(fitted: Outfit, file: str) -> None:
    """An error is placed in lab.py with its line, in a notebook with its code."""
    [verdict] = judged(fitted, submission("x = 1\ny = [][x]\n", file=file))
    line = ":2" if file == "lab.py" else ""
    assert verdict.problem == (
        f"cannot be loaded: it raised IndexError: list index out of range ({file}{line}: y = [][x])"
    )


def test_the_seed_makes_the_private_cases(fitted: Outfit) -> None:
    """An answer that was got from one seed's case fails on another's."""
    variant = load_course(TOY).lesson("doubling").variant
    total = 2 * sum(variant.make(1)["numbers"])
    coded = RIGHT.replace(
        "return sum(double(number) for number in numbers)",
        f"return 14 if len(numbers) == 3 else {total}",
    )
    assert coded != RIGHT
    assert [verdict.score for verdict in judged(fitted, submission(coded), seed=1)] == [100]
    assert [verdict.score for verdict in judged(fitted, submission(coded), seed=2)] == [80]


def test_where_there_is_no_box_the_fault_is_ours(fitted: Outfit) -> None:
    """A submission for which no box can be had is ungraded, in the words of the box."""
    [verdict] = judged(fitted, submission(), kind=NoBox)
    assert (verdict.ours, verdict.status) == (True, "ungraded")
    assert verdict.problem == "the box did not start: bwrap said no"
