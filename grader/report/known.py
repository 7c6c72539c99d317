"""The known mistake that a lab seems to have, told by the checks of a task that it fails and their words.

Checks on private cases do not tell: which lab fails them depends on the seed.
"""

from collections.abc import Sequence

from curriculum.course import KnownMistake, Lesson, Piece
from grader.verdict import Check, Verdict


def known_mistakes(lesson: Lesson, verdict: Verdict, piece: Piece) -> list[str]:
    """The mistakes that fail just what failed of a piece, in the same words.

    What fails the same checks in other words is another mistake: a name that is misspelt fails everything.
    """
    seen = as_mistake(piece.task, verdict.of_task(piece.task))
    said = (seen.task, seen.fails, seen.told)
    alike = [known.says for known in lesson.known if (known.task, known.fails, known.told) == said]
    return alike if seen.fails else []


def as_mistake(task: str, checks: Sequence[Check], says: str = "") -> KnownMistake:
    """What a task's checks came to, as it is known of a mistake: what failed, and its first words."""
    shown = [check for check in checks if check.failed and not check.private]
    told = shown[0].message.rpartition("\n")[2] if shown else ""
    return KnownMistake(task, tuple(check.id for check in shown), says, told)
