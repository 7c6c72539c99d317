"""What a worker does: judges the submissions that it is handed, with the lesson's checks collected once."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec

from curriculum.course import load_course
from grader.arriving.submissions import Submission
from grader.box.boxed import Boxed
from grader.box.boxes import Boxes
from grader.box.outfit import Outfit
from grader.calls.caller import Caller
from grader.judge.judge import PUBLIC_SEED, judge
from grader.verdict import Judged, Verdict

# Whoever fails a private case is shown one of these: what labs try at home, and some more that may hit.
EXAMPLES = tuple(range(PUBLIC_SEED, PUBLIC_SEED + 5))


@dataclass(frozen=True, slots=True)
class Work:
    """One class's submissions to one lesson, and the kind of boxes in which they run."""

    course: Path
    lesson: str
    outfit: Outfit
    seed: int
    kind: type[Boxes] = Boxes

    def __call__(self, connection: Connection, worker: int) -> None:
        """Take submissions from the connection and send verdicts, until it is closed."""
        lesson, outfit = load_course(self.course).lesson(self.lesson), self.outfit
        boxes = self.kind(outfit.box, outfit.libraries, 2 * worker)
        clean = self.kind(outfit.clean, outfit.libraries, 2 * worker + 1)

        begun = 0.0

        def callers() -> Iterator[Caller]:
            nonlocal begun
            while True:
                given: Submission = connection.recv()
                begun = time.monotonic()
                yield Boxed(boxes, clean, given.source, given.file, problem=given.problem)

        def send(verdict: Verdict) -> None:
            connection.send(msgspec.json.encode(Judged(verdict, time.monotonic() - begun)))

        with boxes, clean:
            judge(lesson, callers(), send, seed=self.seed, examples=EXAMPLES)
