"""Which of a student's files is the lab of the lesson, and how it is told."""

import os
import time
from pathlib import Path
from typing import Any

import pytest

from tests.grader.arriving.handed import CODE, LESSON, HandIn, notebook, only, problem_of, read_all, zipped
from tests.grader.arriving.handed import folder as folder
from tests.grader.arriving.handed import hand_in as hand_in


@pytest.mark.parametrize("newer", ["ana.py", "ana.ipynb", "ana/lab.py", "ana/lab.ipynb"])
@pytest.mark.parametrize("older", ["ana.py", "ana.ipynb", "ana/lab.py", "ana/lab.ipynb"])
def test_the_newest_of_two_counts(folder: Path, hand_in: HandIn, newer: str, older: str) -> None:
    """Of two entries of one student, or two labs in their folder, the one changed last is judged."""
    if newer == older:
        return
    hand_in(older, notebook("old = 1") if older.endswith("ipynb") else "old = 1", ago=60)
    hand_in(newer, notebook("new = 1") if newer.endswith("ipynb") else "new = 1", ago=30)
    submission = only(folder)
    assert (submission.place, submission.source.strip()) == (newer, "new = 1")


def test_a_lab_that_is_rewritten_in_its_folder_is_the_newest(folder: Path, hand_in: HandIn) -> None:
    """A folder is as new as the lab in it, for rewriting a file leaves the time of its folder alone."""
    lab = hand_in("ana/lab.py", ago=90)
    hand_in("ana.py", ago=60)
    changed = lab.stat().st_mtime + 60
    os.utime(lab, (changed, changed))
    assert only(folder).place == "ana/lab.py"


def test_of_two_equally_new_the_file_of_python_counts(folder: Path, hand_in: HandIn) -> None:
    """Unpacked from one archive, all files may be equally new; what is judged is still the same each time."""
    for name, data in (("ana.ipynb", notebook("x = 1")), ("ana.py", CODE), ("ana.txt", "x")):
        os.utime(hand_in(name, data), (1e9, 1e9))
    assert only(folder).place == "ana.py"


def test_a_lab_called_lab_counts_before_other_files(folder: Path, hand_in: HandIn) -> None:
    """In a student's folder lab.py is the lab, however new the other files are."""
    hand_in("ana/lab.py", ago=60)
    hand_in("ana/scratch.py", ago=1)
    assert only(folder).place == "ana/lab.py"


def test_a_folder_with_two_other_labs_is_not_guessed_at(folder: Path, hand_in: HandIn) -> None:
    """Of two labs of which none is called lab, nobody can say which is meant."""
    hand_in("ana/first.py")
    hand_in("ana/second.ipynb")
    said = "ana: which file of this folder is the lab (first.py, second.ipynb)? call it lab.py"
    assert problem_of(folder) == said


# Labs of the course

STUB = LESSON.stub.read_text(encoding="utf-8")
UNTOUCHED = LESSON.notebook.read_bytes()
WRITTEN = STUB.replace('raise NotImplementedError("Task B1.1: double a number")', "return 2 * number")
OTHER = 'def label(text):\n    return text\n\nrun("labelling", globals())\n'
HOUSE = (
    "expected.yaml",
    "measure.py",
    "scenes.py",
    "stub.py",
    "test_lab.py",
    "variant.py",
    "mistakes/adds_one.py",
)
IN_PLACE = "curriculum/beginner/doubling/lab"

# What lies in the folder of a student, newest first; what is taken; and how that is told.
TAKEN: dict[str, tuple[list[tuple[str, Any]], str, str]] = {
    "what belongs to no other lesson": (
        [("second.py", OTHER), ("first.py", CODE)],
        "first.py",
        "the only one for this lesson, of 2 files (first.py, second.py)",
    ),
    "what is in no folder of another lesson": (
        [("B2/lab.py", "x = 1"), ("lab.py", CODE)],
        "lab.py",
        "the only one for this lesson, of 2 files (lab.py, B2/lab.py)",
    ),
    "what is in no folder of another lesson that is not ready": (
        [("B3/lab.py", CODE), ("B1/lab.py", CODE)],
        "B1/lab.py",
        "the one that says it is of this lesson, of 2 files (B1/lab.py, B3/lab.py)",
    ),
    "what defines a piece, whatever its folder": ([("B2/lab.py", CODE)], "B2/lab.py", ""),
    "what runs this lesson, whatever its folder": (
        [("B2/lab.py", 'run("doubling", globals())\n')],
        "B2/lab.py",
        "",
    ),
    "what is called by the code": (
        [("lab.py", CODE), ("ana_b1.py", CODE)],
        "ana_b1.py",
        "the one that says it is of this lesson, of 2 files (ana_b1.py, lab.py)",
    ),
    "what is called by the slug": (
        [("B12/lab.py", CODE), ("lab.py", CODE), ("my doubling v2.py", CODE)],
        "my doubling v2.py",
        "the one that says it is of this lesson, of 3 files (my doubling v2.py, B12/lab.py, lab.py)",
    ),
    "the newest lab that says what it is of": (
        [("lab.py", WRITTEN), (f"work.zip/{IN_PLACE}/lab.py", CODE), ("B1.py", CODE)],
        "lab.py",
        f"the newest of 3 files (lab.py, B1.py, work.zip/{IN_PLACE}/lab.py)",
    ),
    "the newest that is called by the code": (
        [("B1-2.py", CODE), ("B1.py", CODE)],
        "B1-2.py",
        "the newest of 2 files (B1-2.py, B1.py)",
    ),
    "what was handed in anew": (
        [("lab-1.py", CODE), ("lab (2).py", CODE), ("lab.py", CODE)],
        "lab-1.py",
        "the newest of 3 files (lab-1.py, lab (2).py, lab.py)",
    ),
    "what is called lab": (
        [(f"{number}.py", CODE) for number in range(6)] + [("lab.py", CODE)],
        "lab.py",
        "the one called lab, of 7 files (lab.py, 0.py, 1.py, 2.py and 3 more)",
    ),
    "what defines a piece": (
        [("helpers.py", "x = 1"), ("solution.py", CODE)],
        "solution.py",
        "the one that has the functions of this lesson, of 2 files (solution.py, helpers.py)",
    ),
    "what is no file of the course's": (
        [(name, CODE) for name in ("toybox/numbers.py", "stub.py")] + [("mine.py", CODE)],
        "mine.py",
        "the one that is no file of the course's, of 3 files (mine.py, stub.py, toybox/numbers.py)",
    ),
    "the lab beside an untouched notebook": (
        [("lab.ipynb", UNTOUCHED), ("lab.py", WRITTEN)],
        "lab.py",
        "the one that is written in, of 2 files (lab.py, lab.ipynb)",
    ),
    "the notebook beside an untouched lab": (
        [("lab.py", STUB), ("lab.ipynb", notebook(CODE))],
        "lab.ipynb",
        "the one that is written in, of 2 files (lab.ipynb, lab.py)",
    ),
    "another lab beside an untouched one": (
        [("lab.py", STUB.replace("\n", "\r\n")), ("try.py", WRITTEN)],
        "try.py",
        "the one that is written in, of 2 files (try.py, lab.py)",
    ),
    "an untouched lab alone": ([("lab.py", STUB)], "lab.py", ""),
    "the newest of two that are untouched": (
        [("lab.ipynb", UNTOUCHED), ("lab.py", STUB)],
        "lab.ipynb",
        "the newest of 2 files (lab.ipynb, lab.py)",
    ),
    "an untouched lab before what is none": (
        [("helpers.py", "x = 1"), ("lab.py", STUB)],
        "lab.py",
        "the one that says it is of this lesson, of 2 files (lab.py, helpers.py)",
    ),
    "an untouched lab before the library": (
        [("toybox/numbers.py", CODE), ("lab.py", STUB)],
        "lab.py",
        "the one that says it is of this lesson, of 2 files (lab.py, toybox/numbers.py)",
    ),
}


def lay(hand_in: HandIn, files: list[tuple[str, Any]], place: str = "ana") -> None:
    for ago, (name, data) in enumerate(files, start=1):
        hand_in(f"{place}/{name}", data, ago=60 * ago)


@pytest.mark.parametrize("packed", [False, True], ids=["a folder", "an archive"])
@pytest.mark.parametrize(("files", "taken", "chosen"), TAKEN.values(), ids=TAKEN)
def test_the_lab_is_told_from_other_files(
    folder: Path, hand_in: HandIn, files: list[tuple[str, Any]], taken: str, chosen: str, packed: bool
) -> None:
    """Name, place and content tell which file is the lab, in this order, and it is said what told."""
    if packed and "newest" in chosen:
        return
    if packed:
        hand_in("ana.zip", zipped(dict(files)))
    else:
        lay(hand_in, files)
    submission = only(folder)
    assert submission.place == (f"ana.zip/{taken}" if packed else f"ana/{taken}")
    assert submission.problem == ""
    assert submission.chosen.replace("ana.zip/", "") == chosen


@pytest.mark.parametrize("is_repository", [True, False])
@pytest.mark.parametrize("top", ["", "course/"])
def test_in_a_clone_of_the_course_the_lab_is_where_it_was(
    folder: Path, hand_in: HandIn, top: str, is_repository: bool
) -> None:
    """Of a whole course the lab in its place is taken, and nothing that the course comes with."""
    others = [f"{IN_PLACE}/{name}" for name in HOUSE] + [
        "toybox/numbers.py",
        "tests/solutions/doubling/one.py",
    ]
    files = [(name, CODE) for name in [*others, "tests/solutions/doubling/lab.py", "mine.py"]]
    files += [(f"{IN_PLACE.replace('doubling', 'labelling')}/lab.py", OTHER)]
    files += [(f"{IN_PLACE}/lab.ipynb", UNTOUCHED), (f"{IN_PLACE}/lab.py", WRITTEN)]
    lay(hand_in, files, f"ana/{top}".rstrip("/"))
    if is_repository:
        (folder / "ana" / top / ".git").mkdir()
    submission = only(folder)
    assert (submission.place, submission.source) == (f"ana/{top}{IN_PLACE}/lab.py", WRITTEN)
    assert submission.chosen.startswith("the one that is written in, of ")
    assert (submission.handed_in is None) == is_repository


def test_of_two_copies_in_a_clone_the_newest_counts(folder: Path, hand_in: HandIn) -> None:
    """A copy that somebody made of the folders of the course does not hide the lab."""
    hand_in(f"ana/{IN_PLACE}/lab.py", ago=30)
    hand_in("ana/backup/beginner/doubling/lab/lab.py", "old = 1", ago=60)
    assert only(folder).place == f"ana/{IN_PLACE}/lab.py"


def test_an_untouched_clone_earns_nothing(folder: Path, hand_in: HandIn) -> None:
    """Whose clone is as it was handed out gets nothing of what the course itself has written."""
    files = [(f"{IN_PLACE}/{name}", CODE) for name in HOUSE] + [("toybox/numbers.py", CODE)]
    lay(hand_in, [*files, (f"{IN_PLACE}/lab.py", STUB), (f"{IN_PLACE}/lab.ipynb", UNTOUCHED)])
    submission = only(folder)
    assert submission.place.startswith(f"ana/{IN_PLACE}/lab.")
    assert submission.source.count("raise NotImplementedError") == 2


def test_in_a_repository_times_say_nothing(folder: Path, hand_in: HandIn) -> None:
    """A clone makes all its files at once, in whatever order, so there the .py file counts."""
    (folder / "ana" / ".git").mkdir(parents=True)
    hand_in("ana/lab.py", ago=60)
    hand_in("ana/lab.ipynb", notebook(CODE), ago=30)
    submission = only(folder)
    assert submission.place == "ana/lab.py"
    assert submission.chosen == "the .py file, for none is newer, of 2 files (lab.py, lab.ipynb)"


def test_a_file_of_the_students_name_is_for_this_lesson(folder: Path, hand_in: HandIn) -> None:
    """What was laid into the class later counts, however the earlier files are called."""
    hand_in("ana.zip", zipped({f"{IN_PLACE}/lab.py": "old = 1", "mine.py": CODE}), ago=60)
    hand_in("ana/B1/lab.py", "older = 1", ago=90)
    hand_in("ana.py", "new = 1", ago=30)
    submission = only(folder)
    assert (submission.place, submission.source) == ("ana.py", "new = 1")
    assert submission.chosen == f"the newest of 3 files (ana.py, B1/lab.py, ana.zip/{IN_PLACE}/lab.py)"


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({"ana.py": OTHER}, "ana.py is the lab of Labelling (B2); hand in that of Doubling (B1)"),
        (
            {"ana.ipynb": notebook(OTHER)},
            "ana.ipynb is the lab of Labelling (B2); hand in that of Doubling (B1)",
        ),
        (
            {"ana.ipynb": notebook(OTHER)[:-1]},
            "ana.ipynb is the lab of Labelling (B2); hand in that of Doubling (B1)",
        ),
        ({"ana/B2/lab.py": "x = 1"}, "lab.py is the lab of Labelling (B2); hand in that of Doubling (B1)"),
        (
            {"ana/B2/lab.py": "x = 1", "ana/shelving.py": "x = 1"},
            "ana: there is no lab of Doubling (B1) here, but of Labelling (B2), Shelving (B4)",
        ),
        (
            {"ana/one.py": WRITTEN, "ana/two.py": CODE, "ana/x.py": "x = 1"},
            "ana: which file of this folder is the lab (one.py, two.py)? call it lab.py",
        ),
    ],
)
def test_what_is_no_lab_of_the_lesson_is_told(
    folder: Path, hand_in: HandIn, files: dict[str, Any], says: str
) -> None:
    """Who handed in another lesson's lab, or files of which any may be one, learns which and what to do."""
    for name, data in files.items():
        hand_in(name, data)
    assert problem_of(folder) == says


def test_each_lesson_finds_its_own(folder: Path, hand_in: HandIn) -> None:
    """A folder a student with several labs is a class for each of these lessons."""
    for code in ("B1", "B2", "B3"):
        hand_in(f"ana/{code}/lab.py", f"code = '{code}'")
    assert read_all(folder)["ana"].source == "code = 'B1'"
    assert read_all(folder, "labelling")["ana"].source == "code = 'B2'"


def test_code_without_end_is_not_searched(folder: Path, hand_in: HandIn) -> None:
    """A folder of more code than all labs of a course have is not read at all."""
    for number in range(6):
        with hand_in(f"ana/{number}.ipynb", "").open("r+b") as sparse:
            sparse.truncate(18_000_000)
    assert problem_of(folder) == "ana: the .py and .ipynb files have more than 100 MB; hand in lab.py itself"


@pytest.mark.parametrize(
    "text",
    [
        "def double(" * 90_000,
        "def double(number):\n" * 40_000,
        "def double(number):\n" + " " * 900_000,
        'def double(number):\n    """' + "x\n" * 400_000,
        "\n" * 900_000,
        " " * 900_000 + "x",
        "async " * 150_000,
        "run(" * 200_000,
    ],
    ids=["calls", "functions", "blanks", "a docstring", "lines", "a long line", "async", "runs"],
)
def test_no_text_takes_for_ever(folder: Path, hand_in: HandIn, text: str) -> None:
    """Whatever lies beside a lab, to see that it is none takes a moment."""
    hand_in("ana/lab.py", text)
    hand_in("ana/lab.ipynb", notebook(CODE))
    begun = time.monotonic()
    only(folder)
    assert time.monotonic() - begun < 20, "what takes a moment alone, and minutes where it takes for ever"
