"""What is laid into a box: the guest, the library without what could be copied, the scenes, and no more."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from curriculum import library
from curriculum.course import CHECKOUT, Course, Lesson, load_course
from curriculum.files import CourseError, read_text
from grader.box import outfit
from grader.box.outfit import Outfit
from grader.calls.guest import Placed

OURS = {"__init__", "limits", "box/__init__", "box/confinement", "box/warm"}
OURS |= {f"wire/{name}" for name in ("__init__", "arguments", "exact", "wire")}
OURS |= {f"calls/{name}" for name in ("__init__", "caller", "calling", "frames", "guest", "printed")}
OURS |= {f"calls/{name}" for name in ("stopwatch", "swapped")}
# What an outfit may say: the library, for a learner has it, and the scenes, which are open to learners.
OPEN = ("lab.py", "lab.ipynb", "scenes.py")


@pytest.fixture
def course(toy: Path) -> Course:
    """The toy course, read."""
    return load_course(toy)


@pytest.fixture
def made(course: Course, shelving: Lesson, tmp_path: Path) -> Outfit:
    """The outfit of the toy lesson that has scenes."""
    return outfit.make(course, course.lesson(shelving.id), tmp_path / "outfit")


def files_in(folder: Path) -> dict[str, bytes]:
    """All files of a folder but for what was compiled from others."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def telling_lines(lesson: Lesson, course: Course) -> Iterator[tuple[str, bytes]]:
    """The lines of a lesson's files that stand neither in the library nor in what is open to learners."""
    known = [read_text(path) for path in lesson.folder.rglob("*") if path.name in OPEN]
    known += library.whole(course).values()
    for path in sorted(lesson.folder.rglob("*")):
        if path.suffix in (".py", ".yaml", ".md") and path.name not in OPEN:
            for line in map(str.strip, read_text(path).splitlines()):
                if len(line) > 12 and not any(line in text for text in known):
                    yield path.name, line.encode()


def test_two_folders_are_made(made: Outfit, course: Course) -> None:
    """Each holds the guest with what it imports, the library, and what it is told; no other file is there."""
    ours = {f"grader/{name}.py" for name in OURS}
    expected = ours | set(library.whole(course)) | {"placed.json"}
    for folder in (made.box, made.clean):
        assert set(files_in(folder)) == expected
        assert {name: data for name, data in files_in(folder).items() if name in ours} == {
            name: (CHECKOUT.parent / name).read_bytes() for name in ours
        }


@pytest.mark.parametrize("which", ["doubling", "labelling", "shelving"])
def test_no_line_of_checks_figures_variants_and_mistakes_is_in_it(
    course: Course, tmp_path: Path, which: str
) -> None:
    """Whatever the lesson's files say that is not open to learners, no file says, compiled ones included."""
    lesson = course.lesson(which)
    laid = outfit.make(course, lesson, tmp_path / "outfit")
    contents = [path.read_bytes() for path in (tmp_path / "outfit").rglob("*") if path.is_file()]
    lines = list(telling_lines(lesson, course))
    named = {"test_lab.py", "variant.py", "expected.yaml", "measure.py", "hints.yaml", "lesson.md"}
    mistakes = {path.name for path in (lesson.folder / "lab" / "mistakes").glob("*.py")}
    assert named | mistakes <= {name for name, _ in lines}
    assert [(name, line) for name, line in lines if any(line in content for content in contents)] == []
    assert laid.box.is_dir()


def test_the_box_holds_no_reference_and_the_clean_folder_does(made: Outfit) -> None:
    """What the reference's own body says stands in the clean folder alone, compiled or not."""
    for folder, holds in ((made.box, False), (made.clean, True)):
        paths = [path for path in folder.rglob("*") if path.is_file()]
        told = {path.suffix for path in paths if b"INSERT OR IGNORE INTO item" in path.read_bytes()}
        assert told == ({".py", ".pyc"} if holds else set())
        assert {path.suffix for path in paths} == {".py", ".pyc", ".json"}


def test_the_box_is_told_of_pieces_and_scenes(made: Outfit, shelving: Lesson) -> None:
    """It gets the names of the pieces and the text of the scenes."""
    told = msgspec.json.decode((made.box / "placed.json").read_bytes(), type=Placed)
    assert told == Placed(("toybox.shelf.store",), read_text(shelving.scenes_file))


def test_the_clean_folder_is_told_of_all_public_functions(made: Outfit) -> None:
    """It gets the names of pieces and given functions, is marked as clean, and no scene."""
    told = msgspec.json.decode((made.clean / "placed.json").read_bytes(), type=Placed)
    assert (set(told.functions), told.scenes, told.clean) == (
        {"toybox.shelf.store", "toybox.shelf.stored"},
        "",
        True,
    )


@pytest.mark.parametrize("mask", [0o022, 0o077])
def test_everything_can_be_read_by_everybody(
    course: Course, shelving: Lesson, tmp_path: Path, mask: int
) -> None:
    """Whoever a submission runs as can read all of it and write none, however private new files are here."""
    before = os.umask(mask)
    try:
        laid = outfit.make(course, shelving, tmp_path / "outfit")
    finally:
        os.umask(before)
    paths = [path for folder in (laid.box, laid.clean) for path in (folder, *folder.rglob("*"))]
    assert len(paths) > 40
    for path in paths:
        assert path.stat().st_mode & 0o777 == (0o755 if path.is_dir() else 0o644), path


def test_it_is_compiled_already(made: Outfit) -> None:
    """Beside every source lies what Python compiles it to, since nobody can write it in a box."""
    for folder in (made.box, made.clean):
        sources = {path.stem for path in folder.rglob("*.py")}
        assert {path.name.partition(".")[0] for path in folder.rglob("*.pyc")} == sources


# What lies there is enough.

GUEST = """
import sys
sys.path[:0] = sys.argv[1:3]
import msgspec
from grader.calls.guest import Placed, Submission

guest = Submission(msgspec.json.decode(open(sys.argv[1] + "/placed.json", "rb").read(), type=Placed))
for function, arguments in msgspec.json.decode(sys.argv[3], type=list[tuple[str, msgspec.Raw]]):
    reply = guest.reply(function, bytes(arguments))
    print(reply.outcome, reply.value.decode(), reply.error, reply.message, sep="|")
"""


def answers(laid: Outfit, folder: Path, here: Path, *requests: tuple[str, object]) -> list[str]:
    """What a guest says that has nothing but a folder of the outfit and the libraries beside it."""
    libraries = here / "libraries"
    libraries.mkdir(exist_ok=True)
    for name, place in laid.libraries:
        if not (libraries / name).exists():
            (libraries / name).symlink_to(place)
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", GUEST, str(folder), str(libraries), msgspec.json.encode(requests)],
        cwd=here,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert run.stderr == ""
    return run.stdout.splitlines()


SOLUTION = """
from toybox import shelf

kept = []

def store(path, items):
    if items == ("peek",):
        return shelf.store(path, items)
    kept.extend(items)
    return len(kept)
"""


def test_a_guest_that_has_the_box_answers_for_the_submission(made: Outfit, tmp_path: Path) -> None:
    """It loads a submission, calls its pieces and plays scenes with them; memlab's own are closed to them."""
    said = answers(
        made,
        made.box,
        tmp_path,
        ("", ("ana.py", SOLUTION)),
        ("toybox.shelf.store", ("shelf.db", ["cup"])),
        ("scenes.twice", (None, "shelf.db", ["jug"])),
        ("toybox.shelf.store", ("shelf.db", ["peek"])),
        ("", ("ana.py", "1 / 0")),
        ("", ("ana.py", "from toybox.shelf import store\nstore('shelf.db', ())")),
        ("", ("ana.py", "def stored(path): ...")),
        ("toybox.shelf.store", ("shelf.db", [])),
    )
    closed = "this is the piece you are writing; memlab's own is closed to the lab"
    assert said == [
        "returned|null||",
        "returned|1||",
        "returned|[2,3]||",
        f"raised||RuntimeError|{closed}",
        "raised||ZeroDivisionError|division by zero",
        f"raised||RuntimeError|{closed}",
        "returned|null||",
        "missing|||",
    ]


def test_a_guest_that_has_the_clean_folder_answers_with_the_reference(made: Outfit, tmp_path: Path) -> None:
    """The library's own functions answer, pieces and given ones, with nothing loaded."""
    said = answers(
        made,
        made.clean,
        tmp_path,
        ("toybox.shelf.store", ("shelf.db", ["cup", "jug"])),
        ("toybox.shelf.stored", ("shelf.db",)),
    )
    assert said == ["returned|2||", 'returned|["cup","jug"]||']


# What a lesson needs beside it.


def test_the_libraries_of_a_lesson_are_named_with_their_place(
    course: Course, toy: Path, tmp_path: Path
) -> None:
    """msgspec always, and what the front matter names, each as the folder that it is installed in."""
    page = toy / "beginner" / "doubling" / "lesson.md"
    page.write_text(read_text(page).replace("minutes: 5", "minutes: 5\nlibraries: [yaml]"), encoding="utf-8")
    again = load_course(toy)
    laid = outfit.make(again, again.lesson("doubling"), tmp_path / "outfit")
    assert [name for name, _ in laid.libraries] == ["msgspec", "yaml"]
    assert all((place / "__init__.py").is_file() for _, place in laid.libraries)


@pytest.mark.parametrize("name", ["no_such_library", "this"])
def test_a_library_that_cannot_be_bound_is_refused(toy: Path, tmp_path: Path, name: str) -> None:
    """What is not installed, or is no folder, is named in a sentence."""
    page = toy / "beginner" / "doubling" / "lesson.md"
    page.write_text(
        read_text(page).replace("minutes: 5", f"minutes: 5\nlibraries: [{name}]"), encoding="utf-8"
    )
    course = load_course(toy)
    with pytest.raises(CourseError, match=f"the library {name} is not installed, or is no package"):
        outfit.make(course, course.lesson("doubling"), tmp_path / "outfit")


def test_the_real_lessons_have_their_outfits(tmp_path: Path) -> None:
    """Every lesson of the course can be laid out, and the library with its inner folders with it."""
    course = load_course(CHECKOUT)
    assert course.lessons
    for lesson in course.lessons:
        laid = outfit.make(course, lesson, tmp_path / lesson.id)
        assert "memlab/evolve/summarize.py" in files_in(laid.box)
        told = msgspec.json.decode((laid.box / "placed.json").read_bytes(), type=Placed)
        assert told.functions == tuple(piece.function for piece in lesson.pieces)
