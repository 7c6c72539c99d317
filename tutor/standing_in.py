"""In a handout of several lessons the learner's own pieces stand in for those that it withholds.

A lesson calls what earlier ones have built. The checkout has the course's own for that; a handout holds no
solution, so that there it is what the learner has passed, or nothing yet.
"""

import inspect
import sys
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

from curriculum.course import Course, Lesson
from curriculum.library import is_withheld
from grader.calls.swapped import code_of
from tutor.progress import Progress
from tutor.state import StateError, path_of

# What a withheld piece does once its own stands in; see `grader.calls.swapped`.
OWN = "from tutor.standing_in import own as _own_\nreturn _own_({function!r})({arguments})"

_own: dict[str, Callable[..., Any]] = {}


def own(function: str) -> Callable[..., Any]:
    """The learner's own function that stands in for the piece of that full name."""
    return _own[function]


def let_own_pieces_stand_in(course: Course, lesson: Lesson) -> None:
    """Let withheld pieces of earlier lessons call what the learner has passed, from now on in this process.

    One that cannot be loaded any more stays withheld, and so does one that was passed in a notebook alone:
    who calls it is told in which lesson it is written.
    """
    if not lesson.handed_out:
        return
    try:
        passed = Progress(path_of(course)).passed()
    except StateError:
        return
    modules: dict[tuple[str, bytes], ModuleType | None] = {}
    for earlier in course.lessons[: course.lessons.index(lesson)]:
        for piece in earlier.pieces:
            lab, reference = passed.get(piece.task), piece.reference
            if lab is None or not isinstance(reference, FunctionType) or not is_withheld(reference):
                continue
            name = f"own_{earlier.code.lower()}_{len(modules)}"
            if (earlier.code, lab) not in modules:
                modules[earlier.code, lab] = _loaded(name, lab, earlier)
            if function := getattr(modules[earlier.code, lab], piece.name, None):
                _own[piece.function] = function
                # Said beforehand, because the code that stands in takes whatever it is handed.
                reference.__signature__ = inspect.signature(reference)  # type: ignore[attr-defined]
                reference.__code__ = code_of(piece.function, OWN)


def _loaded(name: str, lab: bytes, lesson: Lesson) -> ModuleType | None:
    # Known by its name, so that the classes in it find their module.
    module = sys.modules[name] = ModuleType(name)
    module.__file__ = str(lesson.lab)
    try:
        exec(compile(lab, str(lesson.lab), "exec", dont_inherit=True), vars(module))
    except Exception:
        return None
    return module
