"""Whose an entry of a class is, and what is no class."""

import os
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from grader.arriving.submissions import SubmissionsError, find, read
from tests.grader.arriving.handed import CODE, LESSON, Data, HandIn, made, only, read_all, tarred, zipped
from tests.grader.arriving.handed import folder as folder
from tests.grader.arriving.handed import hand_in as hand_in


def test_a_single_file_is_a_class_of_one(hand_in: HandIn) -> None:
    """A path to a file is the submission of the student whose name it has."""
    hand_in("bob.py")
    submission = only(hand_in("ana.py"))
    assert (submission.student, submission.place) == ("ana", "ana.py")


def test_the_folder_of_one_student_is_a_class_of_one(folder: Path, hand_in: HandIn) -> None:
    """A path to a folder that holds a lab itself is the submission of the student whose name it has."""
    hand_in("ana/lab.py")
    hand_in("ana/notes.txt")
    submission = only(folder / "ana")
    assert (submission.student, submission.place) == ("ana", "ana/lab.py")


def test_each_entry_is_a_student_in_the_order_of_names(folder: Path, hand_in: HandIn) -> None:
    """Every entry has its student, whatever its kind, also one in which there is nothing to read."""
    for name in ("cy/lab.py", "ana.py", "dot.in.name.py", "bob.ipynb", "eve.txt"):
        hand_in(name)
    (folder / "fay").mkdir()
    assert list(find(folder)) == ["ana", "bob", "cy", "dot.in.name", "eve", "fay"]


@pytest.mark.parametrize("kind", ["missing", "empty", "hidden", "fifo"])
def test_what_is_no_folder_of_submissions_is_refused(tmp_path: Path, kind: str) -> None:
    """A place without submissions is refused in one sentence that begins with its path."""
    place = tmp_path / "class"
    if kind == "fifo":
        os.mkfifo(place)
    elif kind != "missing":
        place.mkdir()
    if kind == "hidden":
        (place / ".DS_Store").touch()
    with pytest.raises(SubmissionsError) as refused:
        find(place)
    assert str(refused.value).startswith(f"{place}: ")
    assert "\n" not in str(refused.value)


def test_names_that_are_not_utf8_are_written_with_escapes(folder: Path, hand_in: HandIn) -> None:
    """A file name in another encoding is a student like any other, under a name that can be printed."""
    hand_in(b"jos\xe9.py")
    hand_in("žofie.py")
    assert list(find(folder)) == ["jos\\xe9", "žofie"]
    submission = read_all(folder)["jos\\xe9"]
    assert (submission.place, submission.problem) == ("jos\\xe9.py", "")
    submission.place.encode()


# Names of platforms

MOODLE = "Ana Silva_101_assignsubmission_"
NAMED = {
    "Moodle, a folder": (f"{MOODLE}file_/lab.py", "Ana Silva (101)"),
    "Moodle, a folder of newer ones": (f"{MOODLE}file/lab.py", "Ana Silva (101)"),
    "Moodle, a file": (f"{MOODLE}file_lab.py", "Ana Silva (101)"),
    "Moodle, an archive": (f"{MOODLE}file_work.zip", "Ana Silva (101)"),
    "Moodle, a blind one": ("Participant 12_4711_assignsubmission_file_/lab.py", "Participant 12 (4711)"),
    "Moodle, a group": ("Group A-Ana Silva_101_assignsubmission_file_/lab.py", "Group A-Ana Silva (101)"),
    "Moodle, a name with a number": ("Ana_2_101_assignsubmission_file_/lab.py", "Ana_2 (101)"),
    "Canvas": ("silvaana_1234_98765_lab.py", "silvaana (1234)"),
    "Canvas, late": ("silvaana_LATE_1234_98765_lab-1.py", "silvaana (1234)"),
    "Canvas, an archive": ("silvaana_1234_98765_work.zip", "silvaana (1234)"),
    "Canvas, a hyphen": ("silva-reyana_1234_98765_lab.py", "silva-reyana (1234)"),
    "Canvas, blind": ("anon_x7Qz2_98765_lab.py", "anon (x7Qz2)"),
    "Canvas, blind and late": ("anon_LATE_x7Qz2_98765_lab.py", "anon (x7Qz2)"),
    "a name with a number": ("ana_2.py", "ana_2"),
    "a name with two numbers": ("ana_2_3.py", "ana_2_3"),
    "a name with two numbers and a word": ("ana_2_3_final.py", "ana_2_3_final"),
    "a lesson in the name": ("ana_B1.py", "ana_B1"),
    "a folder like a file of Canvas": ("silvaana_1234_98765_lab/lab.py", "silvaana_1234_98765_lab"),
    "a name like a word of Moodle": ("ana_assignsubmission_file_lab.py", "ana_assignsubmission_file_lab"),
    "an archive": ("ana.tar.gz", "ana"),
    "an archive with a dot": ("ana.maria.zip", "ana.maria"),
    "an archive that is not opened": ("ana.7z", "ana"),
}


@pytest.mark.parametrize("packed", [False, True], ids=["a folder", "a zip"])
@pytest.mark.parametrize(("name", "student"), NAMED.values(), ids=NAMED)
def test_a_name_says_whose_it_is(
    tmp_path: Path, folder: Path, hand_in: HandIn, name: str, student: str, packed: bool
) -> None:
    """A platform's name gives its student with the number, and no other name is taken for one."""
    data: str | bytes = CODE
    if name.endswith(("zip", "gz")):
        data = (zipped if name.endswith("zip") else tarred)({"lab.py": CODE})
    if packed:
        place = tmp_path / "download.zip"
        place.write_bytes(zipped({name: data}))
    else:
        place = hand_in(name, data).parents[name.count("/")]
    [(found, submission)] = read_all(place).items()
    assert (found, submission.student) == (student, student)
    assert bool(submission.source) == (not name.endswith("7z"))
    assert submission.place.startswith(name)
    assert submission.marked_late == ("LATE" in name)


def test_two_of_one_name_stay_two(folder: Path, hand_in: HandIn) -> None:
    """Whoever shares a name with another has a row of their own, and keeps its name if the other leaves."""
    hand_in("Ana Silva_101_assignsubmission_file_/lab.py")
    hand_in("Ana Silva_102_assignsubmission_file_/lab.py").unlink()
    hand_in("silvaana_7_12345_lab.py")
    hand_in("silvaana_8_12346_lab.py")
    assert list(find(folder)) == ["Ana Silva (101)", "Ana Silva (102)", "silvaana (7)", "silvaana (8)"]


def test_all_that_a_platform_has_of_a_student_is_theirs(folder: Path, hand_in: HandIn) -> None:
    """Several files, and a text that was typed in, make one row, and the text is no lab."""
    hand_in("Ana Silva_101_assignsubmission_file_/lab.py")
    hand_in("Ana Silva_101_assignsubmission_onlinetext_/onlinetext.html")
    hand_in("Bo Lee_102_assignsubmission_file_lab.py")
    hand_in("Bo Lee_102_assignsubmission_onlinetext_onlinetext.html")
    hand_in("Cy Roy_103_assignsubmission_onlinetext_onlinetext.html")
    hand_in("leedi_104_98765_notes.py", "x = 1")
    hand_in("leedi_104_98766_lab.py")
    hand_in("royed_LATE_105_text.html")
    found = read_all(folder)
    assert list(found) == ["Ana Silva (101)", "Bo Lee (102)", "Cy Roy (103)", "leedi (104)", "royed (105)"]
    assert [bool(submission.source) for submission in found.values()] == [True, True, False, True, False]
    assert found["Cy Roy (103)"].problem.endswith("onlinetext.html is no lab; hand in lab.py or lab.ipynb")
    assert found["royed (105)"].marked_late


def test_late_is_what_the_file_taken_is(folder: Path, hand_in: HandIn) -> None:
    """Of a file in time and a late one the newer is judged, and it is late."""
    hand_in("silvaana_1234_98765_lab.py", ago=60)
    hand_in("silvaana_LATE_1234_98799_lab-1.py", ago=30)
    submission = only(folder)
    assert (submission.place, submission.marked_late) == ("silvaana_LATE_1234_98799_lab-1.py", True)


def test_clones_of_a_classroom_have_the_names_of_their_students(tmp_path: Path) -> None:
    """In the folder that GitHub's tool makes, what all names begin with is left out; elsewhere it stays."""
    for place, names in {"memory-submissions": ["ana", "memory-", "other"], "class": ["memory-ana"]}.items():
        for name in ("memory-ana", "memory-", "other") if "-" in place else names:
            (tmp_path / place / name).mkdir(parents=True)
        assert list(find(tmp_path / place)) == names


# The archive of a class


@pytest.mark.parametrize("top", ["", "download/"], ids=["flat", "in a folder of its name"])
def test_the_archive_of_a_class_is_a_class(tmp_path: Path, top: str) -> None:
    """What a platform packs is read as it is, and what a student packed inside of it, too."""
    place = tmp_path / "download.zip"
    names = {
        "Ana Silva_101_assignsubmission_file_/lab.py": CODE,
        "Bo Lee_102_assignsubmission_file_/work.zip": zipped({"src/lab.py": CODE}),
        "cy.py": CODE,
        "__MACOSX/._cy.py": "x",
        ".DS_Store": "x",
    }
    place.write_bytes(zipped({f"{top}{name}": data for name, data in names.items()}))
    found = read_all(place)
    assert {student: submission.place for student, submission in found.items()} == {
        "Ana Silva (101)": "Ana Silva_101_assignsubmission_file_/lab.py",
        "Bo Lee (102)": "Bo Lee_102_assignsubmission_file_/work.zip/src/lab.py",
        "cy": "cy.py",
    }
    assert {submission.source for submission in found.values()} == {CODE}
    assert {submission.handed_in for submission in found.values()} == {1772366400.0}  # that noon, in UTC
    assert list(tmp_path.iterdir()) == [place]


@pytest.mark.parametrize("name", ["ana.zip", "ana.tar.gz"])
@pytest.mark.parametrize("top", ["", "ana/"], ids=["flat", "in a folder of its name"])
def test_an_archive_with_a_lab_at_its_top_is_one_students(tmp_path: Path, name: str, top: str) -> None:
    """A path to an archive that holds a lab is the submission of the student whose name it has."""
    place = tmp_path / name
    place.write_bytes((zipped if name.endswith("zip") else tarred)({f"{top}lab.py": CODE}))
    submission = only(place)
    assert (submission.student, submission.place) == ("ana", f"{name}/{top}lab.py")
    assert submission.source == CODE


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("class.zip", b"", "broken archive"),
        ("class.zip", b"PK\3\4", "broken archive"),
        ("class.zip", zipped({}), "there are no submissions in it"),
        ("class.zip", zipped({"../ana.py": CODE}), "leads out of it"),
        ("class.tar.gz", tarred({"ana/lab.py": CODE}), "of a whole class only a .zip is read"),
        ("class.zip", lambda: zipped(dict.fromkeys(map(str, range(20_001)), "")), "more than 20,000 files"),
    ],
    ids=["empty", "broken", "no entry", "leads out", "a tar", "too many"],
)
def test_an_archive_that_is_no_class_is_refused(tmp_path: Path, name: str, data: Data, says: str) -> None:
    """An archive of which no student can be told is refused in one sentence that begins with its path."""
    place = tmp_path / name
    place.write_bytes(made(data))
    with pytest.raises(SubmissionsError) as refused:
        find(place)
    assert str(refused.value).startswith(f"{place}: ")
    assert says in str(refused.value)


def test_one_students_part_of_a_class_harms_no_other(tmp_path: Path) -> None:
    """Ten thousand files and a link in the parts of two students are their rows, and a third is judged."""
    place = tmp_path / "class.zip"
    place.write_bytes(zipped({"ana.py": CODE} | dict.fromkeys((f"bo/{n}.py" for n in range(10_000)), "")))
    found = read_all(place)
    assert found["ana"].problem == ""
    assert found["bo"].problem == "bo holds more than 2,000 files; hand in lab.py itself"


@pytest.mark.parametrize(("zone", "hour"), [("UTC", 12), ("Europe/Berlin", 11), ("Asia/Kathmandu", 6.25)])
def test_times_in_the_archive_of_a_class_are_of_the_zone_that_is_told(
    tmp_path: Path, zone: str, hour: float
) -> None:
    """A .zip knows no zone, so whoever downloaded it says which; the first of March is in winter time."""
    place = tmp_path / "class.zip"
    place.write_bytes(zipped({"ana/notes/lab.py": CODE, "bo.py": CODE}))
    found = read("bo", find(place, ZoneInfo(zone))["bo"], LESSON, [])
    assert found.handed_in == datetime(2026, 3, 1, tzinfo=UTC).timestamp() + hour * 3600
