"""The edition of a library that a box gets: nothing to copy in it, and everything that a lab may use."""

import ast
import inspect
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from curriculum import editions, library
from curriculum.course import CHECKOUT, Course, Lesson, Piece, load_course
from curriculum.files import CourseError, write_text

TOY_FILES = {
    "toybox/__init__.py",
    "toybox/exam.py",
    "toybox/labels.py",
    "toybox/numbers.py",
    "toybox/shelf.py",
}


def instead(function: str, arguments: str) -> str:
    """A body that says what it stands for."""
    return f"return submitted({function!r})({arguments})"


@pytest.fixture
def course(toy: Path) -> Course:
    """The toy course, read."""
    return load_course(toy)


def path_of(piece: Piece) -> str:
    """Where the source of a piece stands in the library."""
    return f"{piece.function.rpartition('.')[0].replace('.', '/')}.py"


def body_of(text: str, name: str) -> list[str]:
    """The lines of a function of a source that come after its docstring, without their indentation."""
    definition = editions.definition(text, name)
    (function,) = ast.parse(definition).body
    assert isinstance(function, ast.FunctionDef)
    first = function.body[1 if ast.get_docstring(function) else 0]
    return [line.strip() for line in definition.splitlines()[first.lineno - 1 :] if line.strip()]


def defined(text: str) -> dict[str, str]:
    """The functions and classes of a source, each as code."""
    nodes = ast.parse(text).body
    return {
        node.name: ast.unparse(node) for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)
    }


# The whole.


def test_the_whole_library_is_every_file_of_it_as_it_is(course: Course) -> None:
    """Each source file is there under the path by which it is imported, to the letter."""
    files = library.whole(course)
    assert set(files) == TOY_FILES
    for path, text in files.items():
        assert text == (CHECKOUT.parent / "tests" / "course" / path).read_text(encoding="utf-8")


def test_folders_in_a_library_are_kept() -> None:
    """A package within the library keeps its place."""
    files = library.whole(load_course(CHECKOUT))
    assert {"memlab/__init__.py", "memlab/record.py", "memlab/evolve/summarize.py"} <= set(files)


@pytest.mark.parametrize("name", ["this", "memlab.record"])
def test_a_library_that_is_no_package_is_refused(toy: Path, name: str) -> None:
    """A library without a folder of its own cannot be handed out, and the order that names it is named."""
    order = toy / "course.yaml"
    write_text(order, order.read_text(encoding="utf-8").replace("library: toybox", f"library: {name}"))
    with pytest.raises(CourseError) as refused:
        library.whole(load_course(toy))
    assert str(refused.value) == f"{order}: the library {name} has no source files"


# The edition for a box.


def lessons() -> list[Any]:
    """Every lesson that is ready, of the toy course and of the real one."""
    courses = [load_course(CHECKOUT.parent / "tests" / "course"), load_course(CHECKOUT)]
    return [
        pytest.param(course, lesson, id=f"{course.order.library}-{lesson.id}")
        for course in courses
        for lesson in course.lessons
    ]


@pytest.mark.parametrize(("course", "lesson"), lessons())
def test_nothing_of_this_and_later_lessons_is_left_to_copy(course: Course, lesson: Lesson) -> None:
    """No line of the bodies of this lesson's pieces and of later ones stands in any file."""
    whole, edition = library.whole(course), library.boxed(course, lesson, instead)
    assert set(edition) == set(whole)
    closed = [piece for other in course.lessons[course.lessons.index(lesson) :] for piece in other.pieces]
    lines = Counter(line for piece in closed for line in body_of(whole[path_of(piece)], piece.name))
    assert len(lines) >= len(closed) >= len(lesson.pieces) > 0
    before, after = (
        Counter(map(str.strip, "\n".join(one.values()).splitlines())) for one in (whole, edition)
    )
    for line, count in lines.items():
        assert after[line] <= before[line] - count, line


@pytest.mark.parametrize(("course", "lesson"), lessons())
def test_all_else_is_handed_out_as_it_is(course: Course, lesson: Lesson) -> None:
    """Signatures and docstrings, earlier pieces, and what memlab gives to all, are the library's."""
    whole, edition = library.whole(course), library.boxed(course, lesson, instead)
    closed = [piece for other in course.lessons[course.lessons.index(lesson) :] for piece in other.pieces]
    functions = 0
    for path, text in edition.items():
        own = {piece.name for piece in closed if path_of(piece) == path}
        restored = editions.paste(text, {name: editions.definition(whole[path], name) for name in own})
        before, after = defined(whole[path]), defined(restored)
        assert {name for name in before if not name.startswith("_")} <= set(after)
        assert {name: before[name] for name in after} == after
        functions += len(after)
        if not own:
            assert text == whole[path]
        for name in own:
            assert _head(defined(text)[name]) == _head(before[name])
    assert functions > len(closed)


def _head(function: str) -> tuple[str, str | None]:
    """Signature and docstring."""
    (node,) = ast.parse(function).body
    assert isinstance(node, ast.FunctionDef)
    return (
        f"{ast.unparse(node.args)} -> {ast.unparse(node.returns) if node.returns else ''}",
        ast.get_docstring(node),
    )


@pytest.mark.parametrize(
    ("slug", "double", "label", "store"),
    [
        (
            "doubling",
            "return submitted('toybox.numbers.double')(number)",
            'raise RuntimeError("label is built in a later lesson, B2")',
            'raise RuntimeError("store is built in a later lesson, B4")',
        ),
        (
            "labelling",
            "return 2 * number",
            "return submitted('toybox.labels.label')(words, seen_at)",
            'raise RuntimeError("store is built in a later lesson, B4")',
        ),
        (
            "shelving",
            "return 2 * number",
            "return Label(most, list(words).count(most), seen_at)",
            "return submitted('toybox.shelf.store')(path, items)",
        ),
    ],
)
def test_a_piece_has_the_body_that_its_lessons_place_gives_it(
    course: Course, slug: str, double: str, label: str, store: str
) -> None:
    """This lesson's pieces call the submission's, later ones say where they are built, earlier are whole."""
    edition = library.boxed(course, course.lesson(slug), instead)
    assert body_of(edition["toybox/numbers.py"], "double") == [double]
    assert body_of(edition["toybox/labels.py"], "label")[-1:] == [label]
    assert body_of(edition["toybox/shelf.py"], "store") == [store]


@pytest.mark.parametrize(("course", "lesson"), lessons())
def test_the_edition_can_be_imported_in_place_of_the_library(
    course: Course, lesson: Lesson, tmp_path: Path
) -> None:
    """From a folder of its own every module of it is imported, and is the edition's."""
    edition = library.boxed(course, lesson, instead)
    for path, text in edition.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        write_text(tmp_path / path, text)
    names = [path.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for path in edition]
    program = (
        "import importlib, sys\n"
        f"for name in {[name for name in names if not name.endswith('__main__')]!r}:\n"
        "    print(importlib.import_module(name).__file__)\n"
    )
    run = subprocess.run(
        [sys.executable, "-S", "-P", "-c", program],
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stderr == ""
    assert len(run.stdout.splitlines()) > 3
    assert all(file.startswith(str(tmp_path)) for file in run.stdout.splitlines())


# What a body hands on.

SIGNATURES = {
    "none": ("def piece() -> int:", "piece()", ((), {})),
    "by place or name": ("def piece(a: int, b: int = 2) -> int:", "piece(1, b=3)", ((1, 3), {})),
    "a default": ("def piece(a: int, b: int = 2) -> int:", "piece(a=1)", ((1, 2), {})),
    "by place alone": ("def piece(a: int, /, b: int = 2) -> int:", "piece(1)", ((1, 2), {})),
    "by name alone": (
        "def piece(a: int, *, b: int, c: int = 3) -> int:",
        "piece(1, b=2)",
        ((1,), {"b": 2, "c": 3}),
    ),
    "any by place": ("def piece(a: int, *rest: int) -> int:", "piece(1, 2, 3)", ((1, 2, 3), {})),
    "any by name": ("def piece(a: int, **rest: int) -> int:", "piece(1, b=2)", ((1,), {"b": 2})),
    "of every kind": (
        "def piece(a: int, /, b: int = 2, *rest: int, c: int, d: int = 4, **more: int) -> int:",
        "piece(1, 5, 6, c=7, e=8)",
        ((1, 5, 6), {"c": 7, "d": 4, "e": 8}),
    ),
    "over several lines": (
        "def piece(\n    a: int,  # one\n    *,\n    b: int = 2,\n) -> int:",
        "piece(1)",
        ((1,), {"b": 2}),
    ),
}


@pytest.fixture
def with_signature(toy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Course]:
    """The toy course over a library of its own, whose one piece has this signature."""

    def make(signature: str) -> Course:
        folder = tmp_path / "libraries" / "oddbox"
        folder.mkdir(parents=True)
        write_text(folder / "__init__.py", f'{signature}\n    """Whole."""\n    return 1\n')
        monkeypatch.syspath_prepend(str(folder.parent))
        monkeypatch.delitem(sys.modules, "oddbox", raising=False)
        write_text(
            toy / "course.yaml", "library: oddbox\nlessons:\n  - {id: shelving, code: B4, status: ready}\n"
        )
        page = toy / "beginner" / "shelving" / "lesson.md"
        write_text(page, page.read_text(encoding="utf-8").replace("toybox.shelf.store", "oddbox.piece"))
        return load_course(toy)

    return make


@pytest.mark.parametrize(("signature", "call", "handed_on"), SIGNATURES.values(), ids=SIGNATURES)
def test_a_body_hands_on_every_parameter(
    with_signature: Callable[[str], Course], signature: str, call: str, handed_on: object
) -> None:
    """Whatever the signature, what a caller passes arrives, by place where it may be and else by name."""
    course = with_signature(signature)
    edition = library.boxed(course, course.lessons[0], lambda name, arguments: f"return got({arguments})")
    namespace: dict[str, Any] = {"got": lambda *arguments, **named: (arguments, named)}
    exec(edition["oddbox/__init__.py"], namespace)
    assert eval(call, namespace) == handed_on
    assert inspect.getdoc(namespace["piece"]) == "Whole."


@pytest.mark.parametrize(
    "text",
    ["piece = abs\n", "class piece:\n    pass\n", "if True:\n    def piece() -> int:\n        return 1\n"],
)
def test_a_piece_that_cannot_be_cut_out_is_refused(
    with_signature: Callable[[str], Course], tmp_path: Path, text: str
) -> None:
    """What is no plain function of its module would be left to copy, so nothing is handed out."""
    course = with_signature("def piece() -> int:")
    write_text(tmp_path / "libraries" / "oddbox" / "__init__.py", text)
    with pytest.raises(CourseError, match="piece"):
        library.boxed(course, course.lessons[0], instead)


# The one that is handed out.


def test_withheld_pieces_keep_signature_and_docstring_and_raise(course: Course) -> None:
    """Nothing else of the library changes, and what only the bodies used is gone."""
    lesson = course.lesson("labelling")
    whole, held = library.whole(course), library.withheld(course, [lesson])
    (piece,) = lesson.pieces
    path = path_of(piece)
    assert {name for name in whole if whole[name] != held[name]} == {path}
    assert editions.definition(held[path], "label").startswith(
        editions.definition(whole[path], "label").partition("    if not words")[0]
    )
    said = "label is what you write in B2; this edition holds no solution of it"
    assert body_of(held[path], "label") == [f'raise RuntimeError("{said}")']


def test_a_withheld_piece_is_known(course: Course) -> None:
    """By what it raises with, and no other function is taken for one."""
    namespace: dict[str, Any] = {}
    exec(library.withheld(course, [course.lesson("doubling")])["toybox/numbers.py"], namespace)
    found = {name for name, value in namespace.items() if callable(value) and library.is_withheld(value)}
    assert found == {"double", "total"}
    assert not library.is_withheld(len)
