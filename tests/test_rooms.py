"""The rule of arrows: memlab <- curriculum <- grader <- tutor, workshop; and in the grader, room by room."""

import ast
import re
import sys
from pathlib import Path

import pytest

from curriculum.course import Lesson, load_course

CHECKOUT = Path(__file__).resolve().parents[1]
MAY_IMPORT = {
    "memlab": {"memlab"},
    "curriculum": {"curriculum", "memlab"},
    "grader": {"grader", "curriculum", "memlab"},
    "tutor": {"tutor", "grader", "curriculum", "memlab"},
    "workshop": {"workshop", "grader", "curriculum", "memlab"},
}
# The grader's rooms, and its modules that stand in none: each may import what stands in a line above its own.
GRADER = (
    ("limits", "verdict", "inert", "version"),
    ("wire",),
    ("calls",),
    ("judge", "box", "arriving", "gradebook"),
    ("report",),
    ("workers", "handout", "doctor"),
    ("commands",),
    ("cli",),
)


def named(path: Path) -> set[str]:
    """The full names of all that a file imports, anywhere in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def imported(path: Path) -> set[str]:
    """The top names that a file imports, anywhere in it."""
    return {name.partition(".")[0] for name in named(path)}


def modules(room: str) -> list[Path]:
    """The room's own code; what lies below a level of the curriculum is content."""
    files = (CHECKOUT / room).rglob("*.py")
    return [path for path in files if not (room == "curriculum" and path.parent != CHECKOUT / room)]


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_nothing_imports_upwards(room: str) -> None:
    """A room imports itself and the rooms below it."""
    files = modules(room)
    assert len(files) >= 4, "the room was not found"
    for path in files:
        upwards = (imported(path) & MAY_IMPORT.keys()) - MAY_IMPORT[room]
        assert not upwards, f"{path} imports {upwards}"


def test_imports_between_the_rooms_of_the_grader_go_one_way() -> None:
    """A room of the grader imports rooms that stand before it, and none of those that stand beside it."""
    grader = CHECKOUT / "grader"
    standing = {path.stem for path in grader.iterdir() if path.suffix == ".py" or any(path.glob("*.py"))}
    assert sorted(standing - {"__init__"}) == sorted(name for line in GRADER for name in line)
    before: set[str] = set()
    for line in GRADER:
        for room in line:
            for path in (*(grader / room).rglob("*.py"), *grader.glob(f"{room}.py")):
                rooms = {name.split(".")[1] for name in named(path) if name.startswith("grader.")}
                assert rooms <= before | {room}, f"{path} imports {rooms - before - {room}}"
        before |= set(line)


def test_memlab_needs_the_standard_library_alone() -> None:
    """All of memlab can be imported without another library; the exam alone needs one, when it is read."""
    for path in modules("memlab"):
        more = imported(path) - sys.stdlib_module_names - {"memlab"}
        assert more <= ({"msgspec"} if path.name == "exam.py" else set()), path
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in tree.body:
            if isinstance(node, ast.Import):
                assert more.isdisjoint(alias.name.partition(".")[0] for alias in node.names), path


def test_memlab_names_nothing_from_the_data() -> None:
    """No name, number or place of the corpus stands in memlab, where it would hold for our data only."""
    corpus = (CHECKOUT / "data" / "priya" / "sessions.jsonl").read_text(encoding="utf-8")
    # A capital inside a sentence is a name's; at its beginning it may be anybody's.
    named = set(re.findall(r"(?<=[a-z,] )[A-Z][\w'-]+", corpus))
    numbers = {word.strip('.,:;!?"') for word in corpus.split() if any(map(str.isdigit, word))}
    telling = {word for word in named | numbers if len(word) > 4 and word.lower() not in corpus.split()}
    assert {"Ghent", "Halvern", "LM-20417"} <= telling
    for path in modules("memlab"):
        text = path.read_text(encoding="utf-8")
        assert not [word for word in telling if word in text], path


@pytest.mark.parametrize("lesson", load_course(CHECKOUT / "curriculum").lessons, ids=lambda lesson: lesson.id)
def test_an_untouched_lab_imports_only_memlab(lesson: Lesson) -> None:
    """A lab's imports are the standard library and memlab, until its last cell calls the tutor."""
    assert imported(lesson.stub) <= sys.stdlib_module_names | {"memlab", "tutor"}
