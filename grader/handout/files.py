"""The files of a handout, each from what it is made of. Nothing gets in that is not named here."""

import ast
import json
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

import yaml

from curriculum import callers, editions
from curriculum.course import CHECKOUT, LEVELS, Course, Exam, Lesson
from curriculum.files import CourseError, read_text
from curriculum.notebook import notebook_of

HOUSE = CHECKOUT.parent
ROOMS = ("memlab", "curriculum", "grader", "tutor")
# Where the companion begins: what these import is what a learner needs of the rooms.
BEGINNINGS = ("tutor.__main__", "tutor.lab", "tutor.spare")
WITH_THEM = ("grader/judge/checks.ini",)
AS_THEY_ARE = ("LICENSE", "LICENSE-lessons", ".gitignore")
OF_A_LESSON = ("lesson.md", "predict.yaml", "quiz.yaml")
OF_A_LAB = ("stub.py", "measure.py", "scenes.py", "expected.yaml", "known.yaml", "hints.yaml", "test_lab.py")
DATA = (".jsonl", ".json", ".csv", ".yaml", ".txt", ".md")
# Of the tools of the house, those that the tests of a handout need.
TOOLS = ("hypothesis", "pytest-timeout", "pytest-xdist")
COMMANDS = ("learn", "memlab")


def files_of(
    course: Course,
    lessons: Collection[Lesson],
    recorded: Mapping[str, str],
    whole: Mapping[str, str],
    kept: Mapping[str, str],
) -> dict[str, bytes]:
    """All files of the handout of these lessons, by their paths in it, in the order of their paths.

    recorded: by lesson the text of its recording. whole, kept: the library with all pieces, and as it is
    handed out.
    """
    used = callers.users(kept, _gone(whole, kept))
    labs: dict[str, str] = {}
    for lesson in lessons:
        labs |= _lesson(lesson, recorded[lesson.id])
    texts = {**_rooms(text for name, text in labs.items() if name.endswith(".py")), **kept}
    texts |= {**_tests(course, used), **labs}
    texts["curriculum/course.yaml"] = _order(course, lessons)
    if (glossary := course.folder / "glossary.md").is_file():
        texts["curriculum/glossary.md"] = read_text(glossary)
    texts |= {name: read_text(HOUSE / name) for name in AS_THEY_ARE}
    files = {name: text.encode() for name, text in texts.items()} | _data(course)
    files["README.md"] = _readme(course, lessons, with_data=any(_data(course))).encode()
    files["pyproject.toml"] = _project(course, _examples(kept, used)).encode()
    return dict(sorted(files.items()))


def lab_of(lesson: Lesson) -> PurePosixPath:
    """Where the lab of a lesson lies in a handout."""
    return PurePosixPath("curriculum", LEVELS[lesson.code[0]], lesson.id, "lab", "lab.py")


def _lesson(lesson: Lesson, recorded: str) -> dict[str, str]:
    lab = lab_of(lesson).parent
    stub = read_text(lesson.stub)
    for piece in lesson.pieces:
        if not editions.is_stub(stub, piece.name):
            raise CourseError(f"{lesson.stub}: {piece.name} is no stub; uv run course build makes it one")
    named = [(lab.parent / name, lesson.folder / name) for name in OF_A_LESSON]
    named += [(lab / name, lesson.lab.parent / name) for name in OF_A_LAB]
    files = {str(place): read_text(path) for place, path in named if path.is_file()}
    made = {"lab.py": stub, "lab.ipynb": notebook_of(stub), "recorded.json": recorded}
    return files | {str(lab / name): text for name, text in made.items()}


def _order(course: Course, lessons: Collection[Lesson]) -> str:
    """The whole course, in which these lessons alone are ready."""
    ready = {lesson.id for lesson in lessons}
    entries = [
        {"id": one.id, "code": one.code}
        | ({"needs": list(one.needs)} if one.needs else {})
        | {"status": "ready" if one.id in ready else "planned"}
        for one in course.order.lessons
    ]
    tracks = [
        {"name": one.name} | ({"after": one.after} if one.after else {}) | {"lessons": list(one.lessons)}
        for one in course.order.tracks
    ]
    head = "# The order of the course. Ready are the lessons of this handout.\n"
    listed = f"library: {course.order.library}\nlessons:\n" + "".join(map(_line, entries))
    listed += "tracks:\n" + "".join(map(_line, tracks)) if tracks else ""
    exam = course.order.exam
    return head + listed + (yaml.safe_dump({"exam": _exam(exam)}, sort_keys=False) if exam else "")


def _exam(exam: Exam) -> dict[str, Any]:
    return {"title": exam.title, "after": exam.after, "run": list(exam.run)}


def _line(entry: Mapping[str, Any]) -> str:
    """An entry of a list in YAML, on a line of its own."""
    return f"  - {yaml.safe_dump(entry, sort_keys=False, default_flow_style=True, width=float('inf'))}"


def _data(course: Course) -> dict[str, bytes]:
    folder = course.folder.parent / "data"
    found = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix in DATA)
    return {f"data/{path.relative_to(folder).as_posix()}": path.read_bytes() for path in found}


def _rooms(labs: Iterable[str]) -> dict[str, str]:
    """The code that the companion and the labs import, wherever in a file, and nothing else of the rooms."""
    found: dict[str, str] = {}
    left = [*BEGINNINGS, *(module for source in labs for module in _imported(source))]
    while left:
        module = left.pop()
        path = _file(module)
        if path is None or path in found:
            continue
        found[path] = read_text(HOUSE / path)
        left += _imported(found[path])
        left += _above(module)
    return found | {name: read_text(HOUSE / name) for name in WITH_THEM}


def _file(module: str) -> str | None:
    stem = module.replace(".", "/")
    if stem.partition("/")[0] not in ROOMS:
        return None
    return next((name for name in (f"{stem}.py", f"{stem}/__init__.py") if (HOUSE / name).is_file()), None)


def _above(module: str) -> Iterator[str]:
    while module := module.rpartition(".")[0]:
        yield module


def _imported(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (part.name for part in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{part.name}" for part in node.names)


# What is left out because it is about what was removed


def _gone(whole: Mapping[str, str], kept: Mapping[str, str]) -> frozenset[str]:
    """The full names of the pieces that were cut out, and of what only they used and left with them."""
    return frozenset(
        f"{callers.module_of(path)}.{name}"
        for path, text in whole.items()
        for name in callers.changed(text, kept[path])
    )


def _tests(course: Course, used: frozenset[str]) -> dict[str, str]:
    """The tests of the library that do not concern these names, and the handout's own."""
    folder = course.folder.parent / "tests" / course.order.library
    files = {path: read_text(path) for path in sorted(folder.rglob("*.py"))}
    shared = [text for path, text in files.items() if path.name == "conftest.py"]
    fixtures = {name for text in shared for name in callers.concerned(text, used)}
    made = {}
    for path, text in files.items():
        left = editions.without(text, callers.concerned(text, used, fixtures))
        if not path.name.startswith("test_") or any(
            name.startswith("test_") for name in callers.defined(left)
        ):
            made[f"tests/{course.order.library}/{path.relative_to(folder).as_posix()}"] = left
    return made | {"tests/test_handout.py": read_text(Path(__file__).with_name("handed.py"))}


def _examples(kept: Mapping[str, str], used: frozenset[str]) -> list[str]:
    """The doctests that call what was removed, as pytest names them."""
    return [
        f"{path}::{name}"
        for path, text in sorted(kept.items())
        for name in callers.examples_of(text, path, used)
    ]


# What is written for the class


def _readme(course: Course, lessons: Collection[Lesson], *, with_data: bool) -> str:
    first = next(iter(lessons))
    lines = [
        f"- {one.code} [{one.front.title}]({lab_of(one).parent.parent / 'lesson.md'}), about "
        f"{one.front.minutes} minutes: {', '.join(f'`{piece.name}`' for piece in one.pieces)}"
        for one in lessons
    ]
    return read_text(Path(__file__).with_name("handout.md")).format(
        title=", ".join(one.front.title for one in lessons),
        lessons="\n".join(lines),
        first=first.code,
        lab=lab_of(first),
        task=first.pieces[0].task,
        library=course.order.library,
        data="| `data/` | what is measured; inputs only |\n" if with_data else "",
    )


def _project(course: Course, deselected: Iterable[str]) -> str:
    """The checkout's project with what a class needs of it."""
    old = tomllib.loads(read_text(HOUSE / "pyproject.toml"))
    project, tools = old["project"], old["dependency-groups"]["dev"]
    tools = [tool for tool in tools if _package(tool) in TOOLS]
    packages = sorted({course.order.library, *ROOMS}, key=[*ROOMS, course.order.library].index)
    extras = project["optional-dependencies"]
    needed = {
        *map(_package, (*project["dependencies"], *tools, *(one for some in extras.values() for one in some)))
    }
    pins = old["tool"]["uv"]["constraint-dependencies"]
    settings = {key: one for key, one in old["tool"]["pytest"]["ini_options"].items() if key != "markers"}
    options = settings["addopts"] + [f"--deselect={name}" for name in deselected]
    return _toml(
        {
            "project": {
                "name": f"{project['name']}-handout",
                "version": project["version"],
                "description": "Labs on agent memory for a class; no solution of them is in here.",
                **{key: project[key] for key in ("readme", "requires-python", "license", "license-files")},
                "dependencies": project["dependencies"],
            },
            "project.optional-dependencies": extras,
            "project.scripts": {
                name: project["scripts"][name] for name in COMMANDS if name in packages or name == "learn"
            },
            "dependency-groups": {"dev": tools},
            "build-system": old["build-system"],
            "tool.hatch.build.targets.wheel": {"packages": packages},
            "tool.uv": {"constraint-dependencies": [pin for pin in pins if _package(pin) in needed]},
            "tool.pytest.ini_options": settings | {"testpaths": ["tests", *packages], "addopts": options},
        }
    )


def _package(requirement: str) -> str:
    return requirement.partition("=")[0].rstrip("<>~!").lower()


def _toml(tables: Mapping[str, Mapping[str, Any]]) -> str:
    """Tables of texts, numbers, truths and lists of texts; a text of JSON is one of TOML."""
    return "\n".join(
        f"[{name}]\n" + "".join(f"{key} = {_value(value)}\n" for key, value in table.items())
        for name, table in tables.items()
    )


def _value(value: Any) -> str:
    if isinstance(value, list) and value:
        return "[\n" + "".join(f"    {json.dumps(one)},\n" for one in value) + "]"
    return json.dumps(value)
