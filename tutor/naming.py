"""Which lesson a learner means: a slug, a code, or any file or folder of it, with either kind of slash."""

from pathlib import Path

from curriculum.course import Course, Lesson
from curriculum.files import CourseError


def lesson_of(course: Course, named: str) -> Lesson:
    r"""Find the lesson; raises CourseError where there is none.

    `summarization-and-compaction`, `I2`, `i2`, its task `I2.1`, and a path to its lab, page or folder, with
    `/` or `\`, from wherever one stands, all mean one lesson.
    """
    for lesson in course.lessons:
        if named.upper() in (piece.task.upper() for piece in lesson.pieces):
            return lesson
    path = Path(named.replace("\\", "/"))
    for place in (path.resolve(), path.absolute()):  # it may be a link
        for lesson in course.lessons:
            if place == lesson.folder or lesson.folder in place.parents:
                return lesson
    if len(path.parts) == 1 and not path.suffix:
        return course.lesson(named)
    raise CourseError(f"{named}: this is no file of a lesson of {course.folder / 'course.yaml'}")
