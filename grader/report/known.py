"""The known mistake that a lab seems to have, told by the checks of a task that it fails and their words.

Checks on private cases do not tell: which lab fails them depends on the seed.
"""

from collections.abc import Sequence

from curriculum.course import KnownMistake, Lesson, Piece
from grader.verdict import Check, Verdict

MOST_ALIKE = 2


def known_mistakes(lesson: Lesson, verdict: Verdict, piece: Piece) -> list[str]:
    """The mistakes that fail just what failed of a piece, those in the same words if there are any.

    Where many do, none of them helps.
    """
    checks = verdict.of_task(piece.task)
    seen = as_mistake(piece.task, checks)
    alike = [known for known in lesson.known if (known.task, known.fails) == (seen.task, seen.fails)]
    meant = [known for known in alike if known.told == seen.told] or alike
    failed = any(check.failed for check in checks)
    return [known.says for known in meant] if failed and len(meant) <= MOST_ALIKE else []


def as_mistake(task: str, checks: Sequence[Check], says: str = "") -> KnownMistake:
    """What a task's checks came to, as it is known of a mistake: what failed, and its first words."""
    shown = [check for check in checks if check.failed and not check.private]
    told = shown[0].message.rpartition("\n")[2] if shown else ""
    return KnownMistake(task, tuple(check.id for check in shown), says, told)
