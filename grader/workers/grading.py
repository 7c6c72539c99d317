"""Grading a class: has its submissions judged by workers, and writes each attempt down once it is done."""

import os
import shutil
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from curriculum.course import Course, Lesson
from grader.arriving import submissions
from grader.arriving.submissions import Arrived, Submission
from grader.box import outfit
from grader.box.boxes import Boxes
from grader.gradebook.changes import Change, change
from grader.gradebook.gradebook import Attempt, Gradebook, stamp
from grader.gradebook.noted import Noted
from grader.inert import plain
from grader.judge.judge import judge
from grader.report.report import detail_of
from grader.verdict import MAX_SCORE, Judged
from grader.version import course_version, grader_version
from grader.workers import pool
from grader.workers.work import Work


@dataclass(frozen=True, slots=True)
class Grading:
    """How a class is graded.

    clock: tells the time of an attempt.  again: judge also what was judged before.  kind: the kind of boxes.
    noted: gets what else there is to be told.
    """

    course: Course
    lesson: Lesson
    book: Gradebook
    seed: int
    jobs: int
    clock: Callable[[], datetime]
    again: bool = False
    kind: type[Boxes] = Boxes
    noted: Noted = field(default_factory=Noted)

    def run(self, entries: Mapping[str, Arrived]) -> Iterator[Attempt]:
        """Yield the attempt of each student's entry, once it is in the gradebook, in no order.

        An entry that was judged before, as it is now, with the same seed, is not judged again, unless that
        attempt was ungraded: marks change when somebody asks for it, and not because the course was updated.
        What was judged before, and then something newer instead, is old, and does not count again.
        A regrade that was cut short goes on where it was.
        Raises JudgeError or BoxError, before anything is judged, if the checks of the lesson cannot be run or
        there is no box to be had.
        """
        judge(self.lesson, (), lambda verdict: None)
        versions = (course_version(self.course, self.lesson), grader_version())
        earlier: deque[str] = deque()
        regraded = self.book.begin_regrade(self.lesson.id) if self.again else set()
        others = [other for other in self.course.lessons if other.id != self.lesson.id]

        def waiting() -> Iterator[Submission]:
            for student, entry in entries.items():
                submission = submissions.read(student, entry, self.lesson, others)
                last = self.book.latest_of(self.lesson.id, student)
                if last and self._is_outdated(submission, last):
                    earlier.append(student)
                    self.noted.outdated.append(student)
                    continue
                done = not self.again or student in regraded
                mine = (submission.digest, self.seed)
                if last and done and last.score is not None and (last.digest, last.seed) == mine:
                    earlier.append(student)
                    if (last.course, last.grader) != versions:
                        self.noted.older.append(student)
                else:
                    yield submission

        _sweep()
        with tempfile.TemporaryDirectory(prefix=f"grader-{os.getpid()}-") as folder:
            fitted = outfit.make(self.course, self.lesson, Path(folder))
            with self.kind(fitted.box, fitted.libraries) as boxes:
                boxes.open().close()
            work = Work(self.course.folder, self.lesson.id, fitted, self.seed, self.kind)
            for submission, result in pool.run(waiting(), work, self.jobs):
                attempt = self._attempt(submission, result, versions)
                before = self.book.latest_of(self.lesson.id, attempt.student)
                self.book.add(attempt)
                self._note(before, attempt)
                yield from self._kept(earlier)
                yield attempt
        yield from self._kept(earlier)
        if self.again:
            self.noted.regraded.extend(self._changes_of(regraded & entries.keys()))
            self.book.end_regrade(self.lesson.id)
        if len(entries) > 1:  # else somebody's submission came by itself
            self.noted.absent.extend(self.book.students_of(self.lesson.id) - entries.keys())

    def _is_outdated(self, submission: Submission, last: Attempt) -> bool:
        """Whether this was judged before what was judged last, and did not come after it once more."""
        if submission.digest == last.digest:
            return False
        if not self.book.was_judged(self.lesson.id, submission.student, submission.digest):
            return False
        before = self.book.first_handed_in(self.lesson.id, submission.student, submission.digest)
        return not last.handed_in or _time(submission) <= max(before, last.handed_in)

    def _note(self, before: Attempt | None, attempt: Attempt) -> None:
        if before is None:
            self.noted.new.append(attempt.student)
        elif before.digest == attempt.digest:
            self.noted.regraded.append(change(before, attempt))
        else:
            self.noted.anew.append(change(before, attempt))

    def _changes_of(self, students: Iterable[str]) -> Iterator[Change]:
        """What the first part of a regrade changed, which was cut short."""
        for student in sorted(students):
            *_, before, after = (None, *self.book.attempts_of(self.lesson.id, student))
            if before and after and before.digest == after.digest:
                yield change(before, after)

    def _kept(self, students: deque[str]) -> Iterator[Attempt]:
        """The attempts of these, as the gradebook has them; there may be thousands, and they are large."""
        while students:
            if attempt := self.book.latest_of(self.lesson.id, students.popleft()):
                yield attempt

    def _attempt(
        self, submission: Submission, result: bytes | pool.Lost, versions: tuple[str, str]
    ) -> Attempt:
        judged = None if isinstance(result, pool.Lost) else msgspec.json.decode(result, type=Judged)
        verdict = judged.verdict if judged else None
        scored = verdict if verdict and not verdict.ours else None
        course, grader = versions
        return Attempt(
            student=submission.student,
            lesson=self.lesson.id,
            place=submission.place,
            digest=submission.digest,
            course=course,
            grader=grader,
            seed=self.seed,
            judged_at=stamp(self.clock()),
            score=scored.score if scored else None,
            max_score=MAX_SCORE,
            state=scored.state if scored else "",
            status=verdict.status if verdict else "ungraded",
            detail=detail_of(verdict) if verdict else plain(str(result)),
            verdict=msgspec.json.encode(verdict).decode() if verdict else "",
            chosen=submission.chosen,
            handed_in=self._handed_in(submission),
            marked_late=int(submission.marked_late),
            seconds=round(judged.seconds, 3) if judged else None,
        )

    def _handed_in(self, submission: Submission) -> str:
        """When just this was first handed in: who downloads it once more does not make it late."""
        before = self.book.first_handed_in(self.lesson.id, submission.student, submission.digest)
        now = _time(submission)
        return min(before, now) if before and now else before or now


def _time(submission: Submission) -> str:
    """When it was handed in, "" where that is not known."""
    came = submission.handed_in
    return "" if came is None else stamp(datetime.fromtimestamp(came, UTC))


def _sweep() -> None:
    """Remove what graders left that were killed; their folders have the numbers of their processes."""
    for folder in Path(tempfile.gettempdir()).glob("grader-*-*"):
        number = folder.name.split("-")[1]
        try:
            os.kill(int(number), 0)
        except ProcessLookupError:
            shutil.rmtree(folder, ignore_errors=True)
        except (OSError, ValueError, OverflowError):
            continue  # somebody else's, or no grader's
