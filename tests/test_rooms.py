"""The rule of arrows: memlab <- curriculum <- grader <- tutor, workshop."""

import ast
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


def imported(path: Path) -> set[str]:
    """The top names that a file imports, anywhere in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            names.add((node.module or "").partition(".")[0])
    return names


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


def test_memlab_needs_the_standard_library_alone() -> None:
    """A learner can read all of memlab without knowing another library."""
    for path in modules("memlab"):
        assert imported(path) <= sys.stdlib_module_names | {"memlab"}, path


def test_memlab_names_nothing_from_the_data() -> None:
    """No name, number or place of the corpus stands in memlab, where it would hold for our data only."""
    corpus = (CHECKOUT / "data" / "priya" / "sessions.jsonl").read_text(encoding="utf-8")
    named = {
        word.strip('.,:;!?"') for word in corpus.split() if word[:1].isupper() or any(map(str.isdigit, word))
    }
    telling = {
        word for word in named if len(word) > 4 and f" {word}" in corpus and word.lower() not in corpus
    }
    assert {"Priya", "Ghent", "Halvern"} & telling
    for path in modules("memlab"):
        text = path.read_text(encoding="utf-8")
        assert not [word for word in telling if word in text], path


@pytest.mark.parametrize("lesson", load_course(CHECKOUT / "curriculum").lessons, ids=lambda lesson: lesson.id)
def test_an_untouched_lab_imports_only_memlab(lesson: Lesson) -> None:
    """A lab's imports are the standard library and memlab, until its last cell calls the tutor."""
    assert imported(lesson.stub) <= sys.stdlib_module_names | {"memlab", "tutor"}
