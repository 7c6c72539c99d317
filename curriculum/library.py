"""The library of a course as source files, and the editions of it: a box's, a learner's, a handout's.

An edition is a mapping from a path, relative to the folder that is to be imported from, to a text.
"""

import ast
import importlib
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from types import FunctionType
from typing import Any

from curriculum.course import Course, Lesson, Piece
from curriculum.editions import EditionError, definition, replace
from curriculum.files import CourseError, read_text

# How the sentence ends with which a piece raises whose body is not in an edition.
WITHHELD = "this edition holds no solution of it"


def whole(course: Course) -> dict[str, str]:
    """The library as it is, the reference."""
    name = course.order.library
    try:
        found = getattr(importlib.import_module(name), "__path__", [])
    except ImportError as error:
        raise CourseError(
            f"{course.folder / 'course.yaml'}: the library {name} is missing: {error}"
        ) from error
    files = {
        f"{name}/{path.relative_to(root).as_posix()}": read_text(path)
        for root in map(Path, found)
        for path in sorted(root.rglob("*.py"))
    }
    if not files:
        raise CourseError(f"{course.folder / 'course.yaml'}: the library {name} has no source files")
    return files


def mine(course: Course, passed: Mapping[str, str]) -> dict[str, str]:
    """The library with a learner's own functions in the place of the pieces that they have passed.

    passed: the label of each task that was passed, and the text of the lab in which it was. The labs lie in
    the package `yours` of the library, each text once.
    Raises CourseError where a piece cannot be cut out.
    """
    sources = whole(course)
    bodies: dict[str, dict[str, str]] = {}
    labs: dict[tuple[str, str], str] = {}
    for lesson in course.lessons:
        for piece in lesson.pieces:
            if piece.task in passed:
                path = _path(piece, sources)
                known = sum(code == lesson.code for code, _ in labs)
                name = f"{lesson.code}{f'_{known + 1}' if known else ''}".lower()
                name = labs.setdefault((lesson.code, passed[piece.task]), name)
                body = (
                    f"from {course.order.library}.yours.{name} import {piece.name} as _yours\n\n"
                    f"return _yours({_arguments(sources[path], piece.name)})"
                )
                bodies.setdefault(path, {})[piece.name] = body
    try:
        made = _replaced(sources, bodies)
    except EditionError as error:
        raise CourseError(f"{course.folder}: the pieces do not fit the library: {error}") from error
    folder = f"{course.order.library}/yours"
    own = {f"{folder}/{name}.py": text for (_, text), name in labs.items()}
    return made | (
        {f"{folder}/__init__.py": '"""The labs that the learner has passed."""\n'} | own if own else {}
    )


def boxed(course: Course, lesson: Lesson, instead: Callable[[str, str], str]) -> dict[str, str]:
    """The library without what a submission of this lesson could copy.

    instead: from a piece's full name and its arguments, as they stand in a call, to the body that this
    lesson's pieces get. Later lessons' pieces raise.
    Raises CourseError where a piece cannot be cut out.
    """
    try:
        return _cut(course, lesson, instead)
    except EditionError as error:
        raise CourseError(f"{lesson.page}: its pieces do not fit the library: {error}") from error


def withheld(course: Course, lessons: Collection[Lesson]) -> dict[str, str]:
    """The library in which the pieces of these lessons keep signature and docstring, and raise.

    Raises CourseError where a piece cannot be cut out.
    """
    sources = whole(course)
    bodies: dict[str, dict[str, str]] = {}
    for lesson in lessons:
        for piece in lesson.pieces:
            said = f"{piece.name} is what you write in {lesson.code}; {WITHHELD}"
            body = f'raise RuntimeError("{said}")'
            bodies.setdefault(_path(piece, sources), {})[piece.name] = body
    try:
        return _replaced(sources, bodies)
    except EditionError as error:
        raise CourseError(f"{course.folder}: the pieces do not fit the library: {error}") from error


def withheld_as(function: Callable[..., Any]) -> str:
    """What a piece says whose solution this edition does not hold, up to that; of other functions ""."""
    texts = function.__code__.co_consts if isinstance(function, FunctionType) else ()
    said = (text for text in texts if isinstance(text, str) and text.endswith(WITHHELD))
    return next(said, "").removesuffix(f"; {WITHHELD}")


def is_withheld(function: Callable[..., Any]) -> bool:
    """Whether the function is a piece that raises because this edition holds no solution of it."""
    return withheld_as(function) != ""


def _cut(course: Course, lesson: Lesson, instead: Callable[[str, str], str]) -> dict[str, str]:
    order = [entry.id for entry in course.order.lessons]
    sources = whole(course)
    bodies: dict[str, dict[str, str]] = {}
    for other in course.lessons:
        for piece in other.pieces if order.index(other.id) >= order.index(lesson.id) else ():
            path = _path(piece, sources)
            if other.id == lesson.id:
                body = instead(piece.function, _arguments(sources[path], piece.name))
            else:
                body = f'raise RuntimeError("{piece.name} is built in a later lesson, {other.code}")'
            bodies.setdefault(path, {})[piece.name] = body
    return _replaced(sources, bodies)


def _replaced(sources: Mapping[str, str], bodies: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    return {path: replace(text, bodies.get(path, {})) for path, text in sources.items()}


def _path(piece: Piece, sources: Mapping[str, str]) -> str:
    stem = piece.function.rpartition(".")[0].replace(".", "/")
    return f"{stem}.py" if f"{stem}.py" in sources else f"{stem}/__init__.py"


def _arguments(source: str, name: str) -> str:
    """The parameters of a function, as they are handed on."""
    function = ast.parse(definition(source, name)).body[0]
    assert isinstance(function, ast.FunctionDef)
    parameters = function.args
    parts = [parameter.arg for parameter in (*parameters.posonlyargs, *parameters.args)]
    parts += [f"*{parameters.vararg.arg}"] if parameters.vararg else []
    parts += [f"{parameter.arg}={parameter.arg}" for parameter in parameters.kwonlyargs]
    parts += [f"**{parameters.kwarg.arg}"] if parameters.kwarg else []
    return ", ".join(parts)
