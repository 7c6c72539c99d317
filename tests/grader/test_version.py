"""The version: the same while a verdict would be the same, and another when it might not."""

import platform
import shutil
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import pytest

from curriculum import library
from curriculum.course import load_course
from grader import version

Edit = Callable[[Path], None]


def append(path: Path) -> None:
    """Change a file in a place that changes no meaning."""
    path.write_bytes(path.read_bytes() + b"\n# changed\n")


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the rooms that judge, from which the version is told."""
    house = tmp_path / "house"
    for room in ("grader", "curriculum", "data"):
        shutil.copytree(
            version.CHECKOUT.parent / room, house / room, ignore=shutil.ignore_patterns("__pycache__")
        )
    monkeypatch.setattr(version, "CHECKOUT", house / "curriculum")
    return house


def told(course: Path, lesson: str = "shelving") -> tuple[str, str]:
    """The versions of a lesson of that course and of the grader."""
    loaded = load_course(course)
    return version.course_version(loaded, loaded.lesson(lesson)), version.grader_version()


def test_the_version_is_a_short_name(toy: Path) -> None:
    """Twelve hex digits, the same each time."""
    assert told(toy) == told(toy)
    assert [len(name) for name in told(toy)] == [12, 12]
    assert all(int(name, 16) for name in told(toy))


@pytest.mark.parametrize(
    "file", ["lesson.md", *(f"lab/{name}" for name in ("test_lab.py", "measure.py", "expected.yaml"))]
)
@pytest.mark.parametrize("lesson", ["doubling", "shelving"])
def test_what_a_verdict_depends_on_makes_another_version(toy: Path, lesson: str, file: str) -> None:
    """After a change of a lesson's checks, figures or front matter its submissions are judged again."""
    before = told(toy, lesson)
    append(toy / "beginner" / lesson / file)
    assert told(toy, lesson) != before


@pytest.mark.parametrize("file", ["variant.py", "scenes.py", "helper.py"])
def test_what_the_checks_use_makes_another_version(toy: Path, file: str) -> None:
    """Variants, scenes and whatever lies beside them count too, also a file that is new."""
    before = told(toy)
    path = toy / "beginner" / "shelving" / "lab" / file
    path.touch()
    append(path)
    assert told(toy) != before


@pytest.mark.parametrize(
    "file",
    [
        "beginner/shelving/lab/lab.py",
        "beginner/shelving/lab/lab.ipynb",
        "beginner/shelving/lab/mistakes/in_memory.py",
        "beginner/shelving/quiz.yaml",
        "beginner/doubling/lab/test_lab.py",
    ],
)
def test_what_no_verdict_depends_on_makes_no_difference(toy: Path, file: str) -> None:
    """A learner at work in the lab, another lesson and the quiz leave grades as they are."""
    before = told(toy)
    append(toy / file)
    assert told(toy) == before


@pytest.mark.parametrize(
    "file",
    [
        "grader/judge/judge.py",
        "grader/judge/checks.ini",
        "grader/wire/exact.py",
        "grader/report/templates/feedback.html",
        "grader/handout/handout.md",
        "curriculum/editions.py",
    ],
)
def test_the_code_that_judges_makes_another_version(toy: Path, house: Path, file: str) -> None:
    """When the grader itself is mended, submissions are judged again."""
    before = told(toy)
    append(house / file)
    assert told(toy) != before


def test_the_room_that_code_stands_in_makes_another_version(toy: Path, house: Path) -> None:
    """Two rooms may have files of one name, and what moves from one to the other is noticed."""
    before = told(toy)
    (house / "grader" / "wire" / "exact.py").rename(house / "grader" / "commands" / "exact.py")
    assert told(toy) != before


def test_the_data_beside_the_course_makes_another_version(real: Path) -> None:
    """A course elsewhere works on the data beside it, so it is that which counts."""
    before = told(real, "summarization-and-compaction")
    append(next((real.parent / "data").rglob("*.jsonl")))
    assert told(real, "summarization-and-compaction") != before


def test_the_library_makes_another_version(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reference may be wrong, and when it is mended submissions are judged again."""
    before, whole = told(toy), library.whole
    changed = {"toybox/numbers.py": "# changed\n"}
    monkeypatch.setattr(library, "whole", lambda course: whole(course) | changed)
    assert told(toy) != before


@pytest.mark.parametrize(
    "what", [(platform, "python_version", lambda: "3.99.0"), (metadata, "version", lambda name: "9")]
)
def test_what_it_runs_on_makes_another_version(
    toy: Path, monkeypatch: pytest.MonkeyPatch, what: tuple[object, str, object]
) -> None:
    """Another Python, or another library that says what fits an annotation, may judge otherwise."""
    before = told(toy)
    monkeypatch.setattr(*what)
    assert told(toy) != before


@pytest.mark.parametrize("place", ["a", "z"])
def test_the_place_makes_no_difference(toy: Path, tmp_path: Path, house: Path, place: str) -> None:
    """The same course has the same version wherever it lies."""
    assert told(Path(shutil.copytree(toy, tmp_path / place / "course"))) == told(toy)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            {"one.py": "x = 1\ny = 2\n", "two.py": "z = 3\n"},
            {"one.py": "x = 1\n", "two.py": "y = 2\nz = 3\n"},
        ),
        ({"one.py": "x = 1", "one_more.py": "y = 2"}, {"one.py": "x = 1\none_more.py\ny = 2"}),
        ({"one.py": "x = 1\n"}, {"two.py": "x = 1\n"}),
    ],
    ids=["a line moves", "a file in a file", "another name"],
)
def test_names_and_contents_do_not_run_together(
    toy: Path, before: dict[str, str], after: dict[str, str]
) -> None:
    """What moves from one file into another makes another version."""
    lab = toy / "beginner" / "shelving" / "lab"
    versions = []
    for files in (before, after):
        for name, text in files.items():
            (lab / name).write_text(text, encoding="utf-8")
        versions.append(told(toy))
        for name in files:
            (lab / name).unlink()
    assert versions[0] != versions[1]


def test_a_package_may_be_installed_by_another_name() -> None:
    """What is imported as yaml has the version of PyYAML."""
    assert version._installed("yaml") == metadata.version("PyYAML")
