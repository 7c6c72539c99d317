"""What a worker does: judges the submissions that it is handed, with the lesson's checks collected once."""

from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec

from curriculum.course import load_course
from grader.box import Box
from grader.boxed import Boxed
from grader.caller import Caller
from grader.judge import judge
from grader.outfit import Outfit
from grader.submissions import Submission
from grader.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Work:
    """One class's submissions to one lesson, and the kind of box in which they run."""

    course: Path
    lesson: str
    outfit: Outfit
    seed: int
    kind: type[Box] = Box

    def __call__(self, connection: Connection, worker: int) -> None:
        """Take submissions from the connection and send verdicts, until it is closed."""
        lesson = load_course(self.course).lesson(self.lesson)

        def callers() -> Iterator[Caller]:
            while True:
                given: Submission = connection.recv()
                yield Boxed(
                    self.outfit,
                    given.source,
                    given.file,
                    problem=given.problem,
                    worker=worker,
                    kind=self.kind,
                )

        def send(verdict: Verdict) -> None:
            connection.send(msgspec.json.encode(verdict))

        judge(lesson, callers(), send, seed=self.seed)
