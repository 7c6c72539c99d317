"""Building: every file of a course that follows from another, made from it or compared with it."""

import contextlib
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import yaml

from curriculum import editions
from curriculum.course import Course, Lesson, load_course
from curriculum.files import CourseError, read_text, write_text
from curriculum.notebook import notebook_of
from workshop.labs import stubs_of
from workshop.mistakes import known
from workshop.weave import typed_figures, woven

PAGES = ("README.md", "TEACHING.md", "data/README.md", "curriculum/glossary.md")


@dataclass(frozen=True, slots=True)
class Built:
    """A file as it should be, and whether it is."""

    path: Path
    text: str

    @property
    def stale(self) -> bool:
        return not self.path.is_file() or self.path.read_bytes() != self.text.encode("utf-8")


@dataclass(frozen=True, slots=True)
class Findings:
    """What building found: stale files, what a person must mend, and labs in which somebody is at work."""

    stale: list[Path] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)


def build(folder: Path, *, check: bool) -> Findings:
    """Bring a course's files up to date; with `check` write nothing."""
    found = Findings()
    course = load_course(folder)
    for lesson in course.lessons:
        found.stale.extend(_settle(_figures_of(lesson), check))
    if not check:
        course = load_course(folder)  # the pages quote the figures just written
    elif not all(lesson.expected_file.is_file() for lesson in course.lessons):
        return found  # nothing can be compared with figures that are not there
    for built in _files_of(course, found):
        found.stale.extend(_settle(built, check))
    return found


def _settle(built: Built, check: bool) -> list[Path]:
    if not built.stale:
        return []
    if not check:
        write_text(built.path, built.text)
    return [built.path]


def _figures_of(lesson: Lesson) -> Built:
    """expected.yaml, measured with the reference."""
    with tempfile.TemporaryDirectory() as scratch, contextlib.chdir(scratch):
        figures = lesson.measure.figures(SimpleNamespace(**lesson.references, scenes=_scenes_of(lesson)))
    head = "# The figures that must come out, measured with the reference by `uv run course build`.\n"
    body = yaml.safe_dump(figures, sort_keys=False, default_flow_style=None, width=110, allow_unicode=True)
    return Built(lesson.expected_file, head + body)


def _scenes_of(lesson: Lesson) -> SimpleNamespace:
    """The lesson's scenes, played with the reference."""
    pieces = SimpleNamespace(**lesson.references)
    functions = vars(lesson.scenes).items() if lesson.scenes else ()
    return SimpleNamespace(**{name: partial(scene, pieces) for name, scene in functions if callable(scene)})


def _files_of(course: Course, found: Findings) -> Iterator[Built]:
    for lesson in course.lessons:
        yield from _lab_of(lesson, found)
        yield _page(lesson.page, course, lesson, found)
    for name in PAGES:
        if (course.folder.parent / name).is_file():
            yield _page(course.folder.parent / name, course, None, found)


def _page(path: Path, course: Course, lesson: Lesson | None, found: Findings) -> Built:
    text = woven(read_text(path), path, course, lesson)
    found.complaints.extend(
        f"{path}:{line}: {number} is typed by hand; write <!-- figure NAME --> around it"
        for line, number in typed_figures(text)
    )
    return Built(path, text)


def _lab_of(lesson: Lesson, found: Findings) -> Iterator[Built]:
    """The stub, and the lab and its notebook, which equal it until somebody works in one of them."""
    before = read_text(lesson.stub)
    try:
        stub = editions.paste(before, stubs_of(lesson))
    except editions.EditionError as error:
        raise CourseError(f"{lesson.stub}: {error}") from error
    yield Built(lesson.stub, stub)
    yield Built(lesson.known_file, known(lesson))
    for path, was, now in (
        (lesson.lab, before, stub),
        (lesson.notebook, notebook_of(before), notebook_of(stub)),
    ):
        if not path.is_file() or path.read_bytes() in (was.encode("utf-8"), now.encode("utf-8")):
            yield Built(path, now)
        else:
            found.skipped.append(
                f"{path}: somebody is at work in it; uv run learn reset {lesson.code} ends that"
            )
