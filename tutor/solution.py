"""How the library solves a lab, where the course at hand has that."""

import inspect

from curriculum import editions
from curriculum.course import Course, Lesson
from curriculum.files import CourseError


def solution_of(course: Course, lesson: Lesson) -> str:
    """The pieces of a lesson as they stand in the library, each under the name of its module.

    Raises CourseError in a handout, which has none.
    """
    if lesson.handed_out:
        raise CourseError(f"this edition of {course.order.library} holds no solution of {lesson.code}")
    parts = []
    for piece in lesson.pieces:
        source = inspect.getsource(piece.module)
        parts.append(f"# {piece.function}\n\n{editions.definition(source, piece.name).strip()}")
    return "\n\n\n".join(parts)
