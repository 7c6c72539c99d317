"""What is laid into a box for a lesson, made once and then bound read-only into every box.

Two folders are made: `box`, which the submission is loaded into and which holds no reference to copy, and
`clean`, in which the reference reads what a submission left behind and where no submission ever is.
"""

import ast
import compileall
import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from curriculum import library
from curriculum.course import Course, Lesson
from curriculum.files import CourseError, read_text, write_text
from grader.calls.calling import INSTEAD
from grader.calls.guest import PLACED, Placed

# Of the grader, the guest and what it imports; nothing of these says what a check expects.
OURS = (
    "__init__",
    "limits",
    "box/__init__",
    "box/confinement",
    "box/warm",
    "calls/__init__",
    "calls/caller",
    "calls/calling",
    "calls/frames",
    "calls/guest",
    "calls/printed",
    "calls/stopwatch",
    "calls/swapped",
    "wire/__init__",
    "wire/arguments",
    "wire/exact",
    "wire/wire",
)


@dataclass(frozen=True, slots=True)
class Outfit:
    """The two folders for one lesson, and the libraries that are bound beside them: name and place."""

    box: Path
    clean: Path
    libraries: tuple[tuple[str, Path], ...]


def make(course: Course, lesson: Lesson, folder: Path) -> Outfit:
    """Make the two folders in `folder`, readable for all, whoever the submission will run as.

    Raises CourseError where lesson and library do not fit together.
    """
    functions = tuple(piece.function for piece in lesson.pieces)
    scenes = read_text(lesson.scenes_file) if lesson.scenes_file.is_file() else ""
    boxed = library.boxed(
        course, lesson, lambda name, arguments: INSTEAD.format(function=name, arguments=arguments)
    )
    libraries = tuple((name, _place(name)) for name in ("msgspec", *lesson.front.libraries))
    outfit = Outfit(folder / "box", folder / "clean", libraries)
    _fill(outfit.box, boxed, Placed(functions, scenes, _imported(lesson.stub, boxed)))
    _fill(outfit.clean, library.whole(course), Placed(tuple(lesson.functions), clean=True))
    return outfit


def bare(folder: Path) -> Outfit:
    """Make the same for no lesson at all, to see whether a box works."""
    outfit = Outfit(folder / "box", folder / "clean", (("msgspec", _place("msgspec")),))
    _fill(outfit.box, {}, Placed(()))
    return outfit


def _imported(stub: Path, sources: Mapping[str, str]) -> tuple[str, ...]:
    """The modules among these that a lab imports from the start."""
    statements = ast.parse(read_text(stub)).body
    named = {statement.module for statement in statements if isinstance(statement, ast.ImportFrom)}
    return tuple(sorted(name for name in named if name and f"{name.replace('.', '/')}.py" in sources))


def _fill(folder: Path, sources: Mapping[str, str], placed: Placed) -> None:
    here = Path(__file__).parents[1]
    ours = {f"grader/{name}.py": read_text(here / f"{name}.py") for name in OURS}
    for relative, text in {**sources, **ours}.items():
        path = folder / relative
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, text)
    (folder / PLACED).write_bytes(msgspec.json.encode(placed))
    compileall.compile_dir(folder, quiet=2)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)


def _place(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise CourseError(f"the library {name} is not installed, or is no package")
    return Path(spec.submodule_search_locations[0])
