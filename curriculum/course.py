"""The model of a course: `course.yaml` holds the order, each lesson's front matter the rest.

A course is a folder with a `course.yaml`. Its lessons lie at `<level>/<slug>/`; only those whose status is
`ready` need to exist.
"""

import importlib
import importlib.util
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Annotated, Any, Literal, TypeVar

import frontmatter
import msgspec

from curriculum.files import CourseError, parse_yaml, read_text, read_yaml
from curriculum.quoting import filled

CHECKOUT = Path(__file__).resolve().parent
LEVELS = {"B": "beginner", "I": "intermediate", "A": "advanced"}


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of `course.yaml`."""

    id: str
    code: str
    status: Literal["ready", "planned"]
    needs: tuple[str, ...] = ()


class Track(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A short way for those who want one thing: codes of lessons, perhaps after another track."""

    name: str
    lessons: tuple[str, ...]
    after: str = ""


class Exam(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a learner's own edition of the library sits, once a lesson is done.

    run: a module and its arguments, in the folder above the course; with `--json` its last line is an object
    with the names that were `asked` and those of them that were `answered`.
    """

    title: str
    after: str
    run: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole of `course.yaml`."""

    library: str
    lessons: tuple[Entry, ...]
    tracks: tuple[Track, ...] = ()
    exam: Exam | None = None


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A function that the learner writes, under its task label (`I2.1`)."""

    task: str
    function: str
    title: str

    @property
    def name(self) -> str:
        """The function's name without its module."""
        return self.function.rpartition(".")[2]

    @property
    def module(self) -> ModuleType:
        """The module of the reference in which the function stands."""
        return importlib.import_module(self.function.rpartition(".")[0])

    @property
    def reference(self) -> Callable[..., Any]:
        """The reference function."""
        function: Callable[..., Any] = getattr(self.module, self.name)
        return function

    @property
    def label(self) -> str:
        """How the task is named everywhere: `Task I2.1: summarise one session`."""
        return f"Task {self.task}: {self.title}"


class FrontMatter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a lesson says about itself."""

    id: str
    title: str
    level: str
    stage: str
    minutes: int
    assumes: tuple[str, ...]
    pieces: tuple[Piece, ...]
    libraries: tuple[str, ...] = ()


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question of `quiz.yaml`, and its answer with the reason.

    Both may quote figures: `{summaries.ratio}`.
    """

    question: str
    answer: str


class Prediction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question of `predict.yaml`, asked before anything is run, and what then comes out.

    Both may quote figures: `{summaries.ratio}`.
    """

    question: str
    outcome: str


Asked = TypeVar("Asked", Question, Prediction)


class Equivalent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of `equivalent.yaml`: a piece altered in a way that no input can tell, and why.

    was, now: the altered part before and after, as `course verify --mutants` prints them. reason: an argument
    over all inputs.
    """

    piece: str
    was: str
    now: str
    reason: Annotated[str, msgspec.Meta(min_length=1)]


class KnownMistake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of `known.yaml`: the public checks of a task that a mistake fails, in order, and what it is.

    told: what the first of them says last, by which mistakes that fail the same differ.
    """

    task: str
    fails: tuple[str, ...]
    says: str
    told: str = ""


@dataclass(frozen=True)
class Lesson:
    """A lesson that is ready: where it lies, and what its files hold."""

    code: str
    folder: Path
    needs: tuple[str, ...]
    front: FrontMatter

    @property
    def id(self) -> str:
        return self.front.id

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return self.front.pieces

    @property
    def heading(self) -> str:
        """How the lesson is called above what is said of it: its title, and its code in brackets."""
        return f"{self.front.title} ({self.code})"

    @property
    def page(self) -> Path:
        return self.folder / "lesson.md"

    @property
    def lab(self) -> Path:
        return self.folder / "lab" / "lab.py"

    @property
    def notebook(self) -> Path:
        """The lab as a notebook, its pair."""
        return self.folder / "lab" / "lab.ipynb"

    @property
    def stub(self) -> Path:
        """The lab as it is at the start; no learner edits it."""
        return self.folder / "lab" / "stub.py"

    @property
    def checks(self) -> Path:
        return self.folder / "lab" / "test_lab.py"

    @property
    def scenes_file(self) -> Path:
        """Functions that run beside the learner's code; most lessons have none."""
        return self.folder / "lab" / "scenes.py"

    def line_of_rule(self, rule: str) -> int | None:
        """The line of the page on which a rule stands, a paragraph that begins with its name in bold."""
        lines = read_text(self.page).splitlines()
        return next((n for n, line in enumerate(lines, 1) if line.startswith(f"**{rule}.**")), None)

    @property
    def references(self) -> dict[str, Callable[..., Any]]:
        """The reference function of each piece, by its name."""
        return {piece.name: piece.reference for piece in self.pieces}

    @property
    def functions(self) -> dict[str, Callable[..., Any]]:
        """All public functions of the modules that its pieces stand in, by full name."""
        modules = {piece.module.__name__: piece.module for piece in self.pieces}
        return {
            f"{name}.{own}": value
            for name, module in modules.items()
            for own, value in vars(module).items()
            if isinstance(value, FunctionType) and value.__module__ == name and not own.startswith("_")
        }

    @property
    def expected_file(self) -> Path:
        return self.folder / "lab" / "expected.yaml"

    @cached_property
    def expected(self) -> dict[str, Any]:
        """The figures that must come out."""
        return read_yaml(self.expected_file, dict[str, Any])

    @cached_property
    def hints(self) -> dict[str, tuple[str, ...]]:
        """Three steps a task."""
        return read_yaml(self.folder / "lab" / "hints.yaml", dict[str, tuple[str, ...]])

    @cached_property
    def predictions(self) -> tuple[Prediction, ...]:
        """What is asked before anything is run, with the lesson's figures put in."""
        return self._asked("predict.yaml", Prediction)

    @cached_property
    def quiz(self) -> tuple[Question, ...]:
        """What is asked at the end, with the lesson's figures put in."""
        return self._asked("quiz.yaml", Question)

    def _asked(self, name: str, kind: type[Asked]) -> tuple[Asked, ...]:
        path = self.folder / name
        try:
            return tuple(
                kind(*(filled(text, self.expected) for text in msgspec.structs.astuple(one)))
                for one in read_yaml(path, tuple[kind, ...])  # type: ignore[valid-type]
            )
        except LookupError as error:
            raise CourseError(f"{path}: {error}") from error

    @property
    def known_file(self) -> Path:
        return self.folder / "lab" / "known.yaml"

    @cached_property
    def known(self) -> tuple[KnownMistake, ...]:
        """What people have done wrong here before; made by a build, and not in every edition."""
        return read_yaml(self.known_file, tuple[KnownMistake, ...]) if self.known_file.is_file() else ()

    @property
    def recorded_file(self) -> Path:
        """In a handout: what the reference answered to the checks."""
        return self.folder / "lab" / "recorded.json"

    @property
    def handed_out(self) -> bool:
        """Whether this is a lesson of a handout, which holds no solution of it."""
        return self.recorded_file.is_file()

    @property
    def equivalent_file(self) -> Path:
        return self.folder / "lab" / "equivalent.yaml"

    @cached_property
    def equivalents(self) -> tuple[Equivalent, ...]:
        """Alterations of the reference that change nothing; many lessons have none."""
        if not self.equivalent_file.is_file():
            return ()
        return read_yaml(self.equivalent_file, tuple[Equivalent, ...])

    @cached_property
    def measure(self) -> ModuleType:
        """`measure.py`: `figures(lab)` and `draw(figures, expected)`."""
        return load_module(self.folder / "lab" / "measure.py")

    @cached_property
    def scenes(self) -> ModuleType | None:
        """`scenes.py`, if the lesson has one."""
        return load_module(self.scenes_file) if self.scenes_file.is_file() else None

    @cached_property
    def variant(self) -> ModuleType:
        """`variant.py`: `make(seed)`, on the trusted side only."""
        return load_module(self.folder / "lab" / "variant.py")


@dataclass(frozen=True)
class Course:
    """All lessons in their order; the ready ones with their files."""

    folder: Path
    order: Order
    lessons: tuple[Lesson, ...] = field(default=())

    def entry(self, name: str) -> Entry:
        """Find a line of the order by slug or code, whatever the case of the code."""
        for entry in self.order.lessons:
            if name == entry.id or name.upper() == entry.code.upper():
                return entry
        known = " ".join(entry.code for entry in self.order.lessons)
        raise CourseError(
            f"no lesson is called {name!r} in {self.folder / 'course.yaml'}; there are: {known}"
        )

    def lesson(self, name: str) -> Lesson:
        """Find a lesson that is ready, by slug or code."""
        entry = self.entry(name)
        for lesson in self.lessons:
            if lesson.id == entry.id:
                return lesson
        raise CourseError(f"the lesson {entry.id} ({entry.code}) is planned and has no content yet")

    @property
    def handed_out(self) -> bool:
        """Whether this is the course of a handout."""
        return any(lesson.handed_out for lesson in self.lessons)

    def unlocks(self, name: str) -> tuple[str, ...]:
        """The lessons that need this one, in order."""
        return tuple(entry.id for entry in self.order.lessons if name in entry.needs)

    def task(self, label: str) -> tuple[Lesson, Piece]:
        """Find a task by its label, such as `I2.1`."""
        for lesson in self.lessons:
            for piece in lesson.pieces:
                if piece.task.upper() == label.upper():
                    return lesson, piece
        known = ", ".join(piece.task for lesson in self.lessons for piece in lesson.pieces)
        raise CourseError(f"no task is called {label!r}; there are: {known}")


def find_course(start: Path) -> Path:
    """Return the nearest folder with a `course.yaml`, from `start` upwards; else the checkout's course."""
    start = start.resolve()
    for folder in (start, *start.parents):
        if (folder / "course.yaml").is_file():
            return folder
    return CHECKOUT


def load_course(folder: Path) -> Course:
    """Read a course; raises CourseError with file and line for whatever does not fit together."""
    folder = folder.resolve()
    path = folder / "course.yaml"
    order = read_yaml(path, Order)
    _check_order(path, order)
    lessons = tuple(_load_lesson(folder, entry) for entry in order.lessons if entry.status == "ready")
    return Course(folder, order, lessons)


def _check_order(path: Path, order: Order) -> None:
    lines = read_text(path).splitlines()
    seen: set[str] = set()
    codes: set[str] = set()
    for entry in order.lessons:
        named = re.compile(rf"\bid: *[\"']?{re.escape(entry.id)}(?![\w-])")
        line = next((n for n, text in enumerate(lines, 1) if named.search(text)), 1)
        if entry.id in seen or entry.code in codes:
            raise CourseError(f"{path}:{line}: {entry.id} ({entry.code}) stands in the order twice")
        late = [need for need in entry.needs if need not in seen]
        if late:
            raise CourseError(f"{path}:{line}: {entry.id} needs {late[0]}, which does not stand before it")
        if entry.code[:1] not in LEVELS:
            raise CourseError(
                f"{path}:{line}: the code {entry.code!r} begins with none of {', '.join(LEVELS)}"
            )
        seen.add(entry.id)
        codes.add(entry.code)
    _check_tracks(path, order)
    if order.exam and order.exam.after not in seen:
        raise CourseError(f"{path}: the exam is after {order.exam.after}, which is no lesson")


def _check_tracks(path: Path, order: Order) -> None:
    entries = {entry.code: entry for entry in order.lessons}
    on: dict[str, set[str]] = {"": set()}
    for track in order.tracks:
        if track.after not in on:
            raise CourseError(
                f"{path}: the track {track.name} is after {track.after}, which is none before it"
            )
        walked = set(on[track.after])
        for code in track.lessons:
            if code not in entries:
                raise CourseError(f"{path}: the track {track.name} has {code}, which is no lesson's code")
            missing = [need for need in entries[code].needs if need not in walked]
            if missing:
                raise CourseError(f"{path}: on the track {track.name} {code} needs {missing[0]} before it")
            walked.add(entries[code].id)
        on[track.name] = walked


def _load_lesson(course: Path, entry: Entry) -> Lesson:
    folder = course / LEVELS[entry.code[0]] / entry.id
    page = folder / "lesson.md"
    text = read_text(page)
    try:
        matter, _ = frontmatter.default_handlers.YAMLHandler().split(text)
    except ValueError as error:
        raise CourseError(f"{page}:1: there is no front matter between two lines of ---") from error
    front = parse_yaml(matter, FrontMatter, page, first_line=1)
    if front.id != entry.id or front.level != LEVELS[entry.code[0]]:
        raise CourseError(
            f"{page}:2: id and level of the front matter are not those of course.yaml and folder"
        )
    return Lesson(entry.code, folder, entry.needs, front)


def load_module(path: Path) -> ModuleType:
    """Load a file of a lesson as a module of its own; two courses may hold files of the same name."""
    if not path.is_file():
        raise CourseError(f"{path}: no such file")
    spec = importlib.util.spec_from_file_location(f"lesson_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # while it runs: dataclasses look their module up
    try:
        with uncached():
            spec.loader.exec_module(module)
    except Exception as error:
        raise CourseError(f"{path}: cannot be loaded ({type(error).__name__}: {error})") from error
    finally:
        del sys.modules[spec.name]
    return module


@contextmanager
def uncached() -> Iterator[None]:
    """Let Python keep no compiled files of what is imported in this block.

    It knows them by the second and by their length, and would take one of two edits for the other.
    """
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        yield
    finally:
        sys.dont_write_bytecode = before
