"""What is said of lab.py and lab.ipynb when they are brought in step."""

from datetime import datetime

from curriculum.course import Course, Lesson
from tutor.faults import sentence_of
from tutor.pair import Outcome, Pair


def said_of(lesson: Lesson, outcome: Outcome) -> str:
    """What became of them; "" where there was nothing to do."""
    match outcome:
        case "alike":
            return ""
        case "script written":
            return "lab.py was brought in step with lab.ipynb; learn undo takes that back."
        case "notebook written":
            return "lab.ipynb was brought in step with lab.py; learn undo takes that back."
        case "both edited":
            return (
                f"Both lab.py and lab.ipynb of {lesson.code} were edited since they were alike, so both are\n"
                "left as they are. To go on with one, and keep the other for learn undo:\n"
                f"  uv run learn notebook {lesson.code} --sync --keep script   (or notebook)"
            )


def together(course: Course, lesson: Lesson, now: datetime, *, only_script: bool = False) -> str:
    """Bring them in step where something else is to be done whatever comes of it; say what became of them."""
    try:
        return said_of(
            lesson, Pair(course, lesson).bring_in_step(now, only="script" if only_script else None)
        )
    except Exception as error:
        return f"{sentence_of(error)}; the notebook and lab.py are left as they are."
