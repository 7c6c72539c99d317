"""Archives that students hand in: the good ones are read, and whatever else they are, a sentence says."""

import gzip
import io
import os
import random
import struct
import tarfile
import time
import tracemalloc
import warnings
import zipfile
from pathlib import Path

import pytest

from grader.arriving.archives import MOST_FILES, UNPACKED_BYTES
from grader.arriving.submissions import MOST_ARCHIVES
from tests.grader.arriving.handed import (
    CODE,
    Data,
    HandIn,
    made,
    only,
    problem_of,
    tarred,
    tarred_members,
    zipped,
)
from tests.grader.arriving.handed import folder as folder
from tests.grader.arriving.handed import hand_in as hand_in

NOISE = random.Random(1).randbytes(1000)
INSTEAD = "hand in lab.py itself"
TOO_LARGE = f"holds more than 200 MB; {INSTEAD}"


def info(name: str = "lab.py", mode: int = 0, **told: object) -> zipfile.ZipInfo:
    """A member of a .zip that is told to be something."""
    made = zipfile.ZipInfo(name, (2026, 3, 1, 12, 0, 0))
    made.external_attr = mode << 16
    for key, value in told.items():
        setattr(made, key, value)
    return made


def packed(*members: zipfile.ZipInfo, data: bytes = CODE.encode()) -> bytes:
    """A .zip of members that all hold the same."""
    held = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(held, "w") as archive:
        warnings.simplefilter("ignore")  # two of one name are what is wanted
        for member in members:
            archive.writestr(member, data)
    return held.getvalue()


def member(name: str = "lab.py", **told: object) -> tarfile.TarInfo:
    """A member of a .tar that is told to be something."""
    made = tarfile.TarInfo(name)
    for key, value in told.items():
        setattr(made, key, value)
    return made


def bomb(size: int) -> bytes:
    """A .gz that unpacks to so many NULs."""
    held = io.BytesIO()
    with gzip.GzipFile(fileobj=held, mode="wb", compresslevel=9) as stream:
        for _ in range(size // 1_000_000):
            stream.write(bytes(1_000_000))
    return held.getvalue()


def less_than_nothing(kind: bytes) -> bytes:
    """A .tar.gz with a member of that kind that says that it has -512 bytes, and ten megabytes after it."""
    header = bytearray(member(type=kind).tobuf(tarfile.GNU_FORMAT))
    header[124:136] = (256**12 - 512).to_bytes(12, "big")
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    return gzip.compress(bytes(header)) + bomb(100_000_000)


def changed(data: bytes, was: bytes, now: bytes) -> bytes:
    """The data with all of these bytes replaced by others."""
    assert was in data and len(was) == len(now)
    return data.replace(was, now)


GOOD = {
    "a zip": ("ana.zip", zipped({"lab.py": CODE}), "lab.py"),
    "a zip with folders": ("ana.zip", zipped({"work/": "", "work/lab.py": CODE}), "work/lab.py"),
    "a zip of a Mac": ("ana.ZIP", zipped({"lab.py": CODE, "__MACOSX/._lab.py": "x"}), "lab.py"),
    "a zip that is stored": ("ana.zip", zipped({"lab.py": CODE}, zipfile.ZIP_STORED), "lab.py"),
    "a tar.gz": ("ana.tar.gz", tarred({"lab.py": CODE}), "lab.py"),
    "a tgz": ("ana.tgz", tarred({"./work/lab.py": CODE}), "work/lab.py"),
    "a tar": ("ana.tar", tarred({"notes.txt": "x", "lab.py": CODE}, "w"), "lab.py"),
    "a tar.gz that is a tar": ("ana.tar.gz", tarred({"lab.py": CODE}, "w"), "lab.py"),
    "a tar with long names": ("ana.tgz", tarred({f"{'long' * 40}/lab.py": CODE}), f"{'long' * 40}/lab.py"),
    "names in other letters": ("ana.zip", zipped({"úkol/lab.py": CODE}), "úkol/lab.py"),
    "as many as may be": (
        "ana.zip",
        lambda: zipped({"lab.py": CODE} | dict.fromkeys(map(str, range(1999)), "")),
        "lab.py",
    ),
}


@pytest.mark.parametrize(("name", "data", "inside"), GOOD.values(), ids=GOOD)
def test_a_good_archive_is_read(folder: Path, hand_in: HandIn, name: str, data: Data, inside: str) -> None:
    """The lab in a student's archive is judged, and nothing of it comes to lie on the disk."""
    hand_in(name, made(data), ago=50)
    submission = only(folder)
    assert (submission.student, submission.place) == ("ana", f"{name}/{inside}")
    assert (submission.source, submission.problem) == (CODE, "")
    assert submission.handed_in == (folder / name).stat().st_mtime
    assert [path.name for path in folder.rglob("*")] == [name]


def test_windows_may_write_its_own_lines_between_the_parts(folder: Path, hand_in: HandIn) -> None:
    """Some systems pack names with backslashes, and their folders are folders all the same."""
    hand_in("ana.zip", changed(packed(info("work/lab.py")), b"work/lab.py", b"work\\lab.py"))
    assert only(folder).place == "ana.zip/work/lab.py"


ENCRYPTED = changed(zipped({"lab.py": CODE}), b"\x14\x00\x00\x00\x08\x00", b"\x14\x00\x01\x00\x08\x00")
LYING = zipped({"lab.py": CODE * 1000})
LYING = changed(LYING, struct.pack("<L", len(CODE) * 1000), struct.pack("<L", 10))
LEADS = "a name that leads out of it; hand in lab.py itself"
PLAIN = "which is no plain file; hand in lab.py itself, or a .zip without it"
BROKEN = "is a broken archive; pack it anew, or hand in lab.py itself"
REFUSED = {
    "above": ("ana.zip", zipped({"../lab.py": CODE}), f"holds '../lab.py', {LEADS}"),
    "above from within": ("ana.zip", zipped({"a/../../lab.py": CODE}), f"holds 'a/../../lab.py', {LEADS}"),
    "absolute": ("ana.zip", zipped({"/lab.py": CODE}), f"holds '/lab.py', {LEADS}"),
    "a drive": ("ana.zip", zipped({"C:/lab.py": CODE}), f"holds 'C:/lab.py', {LEADS}"),
    "a drive of Windows": ("ana.zip", zipped({"C:\\lab.py": CODE}), f"holds 'C:\\\\lab.py', {LEADS}"),
    "above on Windows": ("ana.zip", zipped({"..\\lab.py": CODE}), f"holds '..\\\\lab.py', {LEADS}"),
    "a share": ("ana.zip", zipped({"\\\\x\\lab.py": CODE}), f"holds '\\\\\\\\x\\\\lab.py', {LEADS}"),
    "a long name": ("ana.zip", zipped({"x" * 501: CODE}), f"holds a name of 501 characters; {INSTEAD}"),
    "a link": ("ana.zip", packed(info(mode=0o120777)), f"holds lab.py, {PLAIN}"),
    "a device": ("ana.zip", packed(info(mode=0o020666)), f"holds lab.py, {PLAIN}"),
    "a pipe": ("ana.zip", packed(info(mode=0o010666)), f"holds lab.py, {PLAIN}"),
    "a link beside a lab": ("ana.zip", packed(info(), info("x", 0o120777)), f"holds x, {PLAIN}"),
    "encrypted": ("ana.zip", ENCRYPTED, "has a password; hand in lab.py itself, or a .zip without one"),
    "bzip2": (
        "ana.zip",
        zipped({"lab.py": CODE}, zipfile.ZIP_BZIP2),
        "is packed in an unusual way; hand in lab.py itself, or a plain .zip",
    ),
    "twice": ("ana.zip", packed(info(), info()), f"holds lab.py twice; {INSTEAD}, or a .zip of it"),
    "a size that lies": ("ana.zip", LYING, BROKEN),
    "cut off": ("ana.zip", zipped({"lab.py": NOISE})[:-30], BROKEN),
    "other bytes": (
        "ana.zip",
        b"Rar!\x1a\x07\x00",
        f"is no .zip, whatever it is called; {INSTEAD}, or a .zip of it",
    ),
    "nothing": ("ana.zip", b"", f"is empty; {INSTEAD}, or a .zip of it"),
    "no members": ("ana.zip", zipped({}), f"is empty; {INSTEAD}, or a .zip of it"),
    "too many": (
        "ana.zip",
        lambda: zipped(dict.fromkeys(map(str, range(10_000)), "")),
        f"holds more than 2,000 files; {INSTEAD}",
    ),
    "a bomb": (
        "ana.zip",
        lambda: zipped({"x": bytes(UNPACKED_BYTES + 1)}),
        TOO_LARGE,
    ),
    "too large": (
        "ana.zip",
        lambda: b"PK\3\4" + bytes(20_000_000),
        f"has 20,000,004 bytes; 20,000,000 at most are read, so {INSTEAD}",
    ),
    "a tar above": ("ana.tgz", tarred({"../lab.py": CODE}), f"holds '../lab.py', {LEADS}"),
    "an absolute tar": ("ana.tgz", tarred({"/lab.py": CODE}), f"holds '/lab.py', {LEADS}"),
    "a link in a tar": (
        "ana.tgz",
        tarred_members([(member(type=tarfile.SYMTYPE, linkname="../bo.py"), "")]),
        f"holds lab.py, {PLAIN}",
    ),
    "a hard link": (
        "ana.tgz",
        tarred_members([(member(type=tarfile.LNKTYPE, linkname="/etc/passwd"), "")]),
        f"holds lab.py, {PLAIN}",
    ),
    "a device in a tar": (
        "ana.tgz",
        tarred_members([(member(type=tarfile.CHRTYPE), "")]),
        f"holds lab.py, {PLAIN}",
    ),
    "a pipe in a tar": (
        "ana.tgz",
        tarred_members([(member(type=tarfile.FIFOTYPE), "")]),
        f"holds lab.py, {PLAIN}",
    ),
    "a tar with two": (
        "ana.tgz",
        tarred_members([(member(), CODE), (member("./lab.py"), CODE)]),
        f"holds lab.py twice; {INSTEAD}, or a .zip of it",
    ),
    "too many in a tar": (
        "ana.tgz",
        lambda: tarred(dict.fromkeys(map(str, range(MOST_FILES + 1)), "")),
        f"holds more than 2,000 files; {INSTEAD}",
    ),
    "a gz of nothing": ("ana.tgz", bomb(1_000_000), f"is empty; {INSTEAD}, or a .zip of it"),
    "a bomb in a tar": (
        "ana.tgz",
        lambda: gzip.compress(member(size=10**10).tobuf()) + bomb(300_000_000),
        TOO_LARGE,
    ),
    "a header that is endless": (
        "ana.tgz",
        gzip.compress(member(type=tarfile.XHDTYPE, size=10**8).tobuf() + bytes(1000)),
        BROKEN,
    ),
    "a lab of less than nothing": ("ana.tgz", less_than_nothing(tarfile.REGTYPE), BROKEN),
    "a header of less than nothing": ("ana.tgz", less_than_nothing(tarfile.XHDTYPE), BROKEN),
    "a sparse file": (
        "ana.tgz",
        tarred_members([(member(type=tarfile.GNUTYPE_SPARSE), "")]),
        f"holds lab.py, {PLAIN}",
    ),
    "a NUL in a name": (
        "ana.zip",
        changed(zipped({"lab.pyX": CODE}), b"lab.pyX", b"lab.py\0"),
        f"holds 'lab.py\\x00', {LEADS}",
    ),
    "a header with a number without end": (
        "ana.tar",
        tarred_members([(member(type=tarfile.XHDTYPE), b"1" * 60_000), (member(), CODE)], "w"),
        BROKEN,
    ),
    "a tar cut off": ("ana.tgz", tarred({"lab.py": NOISE})[:500], BROKEN),
    "a tar of nothing": ("ana.tar", bytes(10_240), f"is empty; {INSTEAD}, or a .zip of it"),
    "no tar": ("ana.tar.gz", gzip.compress(NOISE), BROKEN),
    "no gz": ("ana.tar.gz", NOISE, BROKEN),
    "rar": ("ana.rar", b"Rar!", f"is an archive that is not opened here; {INSTEAD}, or a .zip of it"),
    "7z": ("ana.7z", b"7z", f"is an archive that is not opened here; {INSTEAD}, or a .zip of it"),
    "xz": ("ana.tar.xz", b"", f"is an archive that is not opened here; {INSTEAD}, or a .zip of it"),
}


@pytest.mark.parametrize(("name", "data", "says"), REFUSED.values(), ids=REFUSED)
def test_an_archive_that_is_none_is_refused_in_a_sentence(
    folder: Path, hand_in: HandIn, name: str, data: Data, says: str
) -> None:
    """It is named, with what is wrong and what to hand in; nothing waits, fills the memory, or is left."""
    hand_in(name, made(data))
    begun = time.monotonic()
    tracemalloc.start()
    try:
        assert problem_of(folder) == f"{name} {says}"
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    finally:
        tracemalloc.stop()
    assert time.monotonic() - begun < 10  # less than a second, if nothing else runs
    assert [path.name for path in folder.rglob("*")] == [name]


def test_noise_is_survived(folder: Path, hand_in: HandIn) -> None:
    """Whatever bytes of an archive are altered, there is a lab or a sentence."""
    drawn = random.Random(7)
    for name, data in (("ana.zip", zipped({"lab.py": CODE})), ("ana.tgz", tarred({"lab.py": CODE}))):
        for _ in range(300):
            noisy = bytearray(data)
            for _ in range(drawn.randint(1, 8)):
                noisy[drawn.randrange(len(noisy))] = drawn.randrange(256)
            submission = only(hand_in(name, bytes(noisy)).parent)
            assert bool(submission.source) != bool(submission.problem)
        (folder / name).unlink()


def test_an_archive_in_an_archive_is_not_opened(folder: Path, hand_in: HandIn) -> None:
    """What a student packed twice is not unpacked twice; they learn why."""
    hand_in("ana.zip", zipped({"inner.zip": zipped({"lab.py": CODE})}))
    said = (
        "ana.zip: there is no lab.py or lab.ipynb in this archive, and inner.zip in an archive is not opened"
    )
    assert problem_of(folder) == f"{said}; hand in lab.py itself"


def test_an_archive_in_a_students_folder_is_opened(folder: Path, hand_in: HandIn) -> None:
    """A folder a student, in which there is an archive, is what platforms make of an archive."""
    hand_in("ana/work.zip", zipped({"lab.py": CODE}))
    submission = only(folder)
    assert (submission.place, submission.source) == ("ana/work.zip/lab.py", CODE)


def test_a_folder_of_archives_without_end_is_not_opened(folder: Path, hand_in: HandIn) -> None:
    """Only so many archives of one student are opened."""
    for number in range(MOST_ARCHIVES + 1):
        hand_in(f"ana/{number:02}.zip", zipped({"notes.txt": "x"}))
    assert problem_of(folder) == "there are more than 10 archives; hand in lab.py itself"


def test_a_bad_archive_beside_a_lab_is_told(folder: Path, hand_in: HandIn) -> None:
    """The lab that can be read is judged, and it is said that something else was not opened."""
    hand_in("ana.py", ago=60)
    hand_in("ana.zip", zipped({"../lab.py": CODE}), ago=30)
    submission = only(folder)
    assert (submission.place, submission.problem) == ("ana.py", "")
    assert (
        submission.chosen
        == "not opened: ana.zip holds '../lab.py', a name that leads out of it; hand in lab.py itself"
    )


def test_the_time_of_the_world_counts_before_one_without_a_zone(folder: Path, hand_in: HandIn) -> None:
    """Of two files in an archive the newest is told by the better of the two times that are written there."""
    world = struct.pack("<HHBl", 0x5455, 5, 1, 1_900_000_000)
    old, new = info("a/lab.py", extra=world), info("b/lab.py")
    new.date_time = (2027, 1, 1, 0, 0, 0)
    hand_in("ana.zip", packed(old, new))
    assert only(folder).place == "ana.zip/a/lab.py"


def test_a_refused_archive_is_the_same_each_time(folder: Path, hand_in: HandIn) -> None:
    """A refusal has a digest that does not depend on the time, so that it is recognised."""
    hand_in("ana.zip", zipped({"../lab.py": CODE}), ago=60)
    first = only(folder)
    os.utime(folder / "ana.zip")
    assert only(folder).digest == first.digest
    hand_in("ana.zip", b"")
    assert only(folder).digest != first.digest
