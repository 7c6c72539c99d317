"""Where each student stands: what was judged, how late it came, and what the instructor says of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from curriculum.course import Course
from grader.gradebook.gradebook import Attempt, Gradebook, ManualMark
from grader.gradebook.late import Late, lateness, read_policy

IN_TIME = Late()


@dataclass(frozen=True, slots=True)
class Standing:
    """One student at one lesson."""

    attempt: Attempt
    late: Late = IN_TIME
    manual: ManualMark | None = None

    def is_of(self, student: str, lesson: str) -> bool:
        """Whether it is this student's at this lesson."""
        return (self.attempt.student, self.attempt.lesson) == (student, lesson)

    @property
    def mark(self) -> int | None:
        """What counts: the instructor's points as they are, else the score less what lateness costs.

        None where there is no score.
        """
        if self.manual is not None:
            return self.manual.points
        return None if self.attempt.score is None else self.attempt.score - self.late.deducted


def standings(book: Gradebook, course: Course, place: Path) -> Iterator[Standing]:
    """All of a gradebook, those of one student one after another, each student's taken together.

    place: the file that the policy was read from, for messages.
    Raises CourseError where the policy that was kept names lessons that the course no longer has.
    """
    marks = book.marks()
    policy = read_policy(book.policy, place, course) if book.policy else None
    for _, group in groupby(book.latest(), key=attrgetter("student")):
        attempts = list(group)
        late = lateness(policy, attempts) if policy else {}
        for attempt in attempts:
            manual = marks.get((attempt.lesson, attempt.student))
            yield Standing(attempt, late.get(attempt.lesson, IN_TIME), manual)
