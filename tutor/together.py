"""What is said of lab.py and lab.ipynb when they are brought in step."""

from collections.abc import Iterator
from datetime import datetime

from curriculum.course import Course, Lesson
from tutor.faults import sentence_of
from tutor.pair import Pair, Side


def together_if_possible(
    course: Course, lesson: Lesson, now: datetime, *, only: Side | None = None
) -> list[str]:
    """The same where something else is to be done whatever comes of it."""
    try:
        return list(together(course, lesson, now, only=only))
    except Exception as error:
        return [f"{sentence_of(error)}; the notebook and lab.py are left as they are."]


def together(
    course: Course, lesson: Lesson, now: datetime, *, keep: Side | None = None, only: Side | None = None
) -> Iterator[str]:
    """Bring them in step, as Pair.bring_in_step does, and say in a sentence what was done, if anything."""
    match Pair(course, lesson).bring_in_step(now, keep=keep, only=only):
        case "script written":
            yield "lab.py was brought in step with lab.ipynb; learn undo takes that back."
        case "notebook written":
            yield "lab.ipynb was brought in step with lab.py; learn undo takes that back."
        case "both edited":
            yield (
                f"Both lab.py and lab.ipynb of {lesson.code} were edited since they were alike, so both are\n"
                "left as they are. To go on with one, and keep the other for learn undo:\n"
                f"  uv run learn notebook {lesson.code} --sync --keep script   (or notebook)"
            )
