"""The known mistake that a lab seems to have, told by just which checks of a task it fails."""

from curriculum.course import Lesson, Piece
from grader.verdict import Verdict

MOST_ALIKE = 2


def known_mistakes(lesson: Lesson, verdict: Verdict, piece: Piece) -> list[str]:
    """The mistakes that fail just what failed of a piece; where many do, none of them helps."""
    failed = tuple(check.id for check in verdict.of_task(piece.task) if check.failed)
    alike = [known.says for known in lesson.known if (known.task, known.fails) == (piece.task, failed)]
    return alike if failed and len(alike) <= MOST_ALIKE else []
