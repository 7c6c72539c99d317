"""The submission of each student: the lab of the lesson, out of all that lies in a class for them.

Every entry that is not hidden is a student's, also one that cannot be read: it then carries the sentence that
says why, and gets its row like any other.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from curriculum.course import Lesson
from grader.arriving import archives, choosing
from grader.arriving.arrivals import Arrived, Entry, SubmissionsError, find
from grader.arriving.folders import looked_at
from grader.arriving.sources import SUFFIXES, File, UnreadableError
from grader.calls.caller import NOTEBOOK

__all__ = ["Arrived", "Submission", "SubmissionsError", "find", "read"]

MOST_ARCHIVES = 10


@dataclass(frozen=True, slots=True)
class Submission:
    """One student's submission: the text that is judged, or the problem why there is none.

    place: the file that was taken, relative to the class.  file: how messages name it.
    chosen: how it was told from others, "" if there was only one.
    handed_in: when the file that lies in the class, it or the archive around it, was changed, in seconds
    since the epoch; None if nothing tells.  marked_late: by the platform.
    """

    student: str
    place: str
    file: str
    digest: str
    source: str
    problem: str = ""
    chosen: str = ""
    handed_in: float | None = None
    marked_late: bool = False


@dataclass(frozen=True, slots=True)
class _Refused:
    """Something that could not be opened, and why."""

    place: str
    sentence: str
    handed_in: float | None = None


@dataclass(frozen=True, slots=True)
class _Pool:
    """All files of one student, and what could not be opened."""

    files: list[File] = field(default_factory=list)
    refused: list[_Refused] = field(default_factory=list)


def read(student: str, arrived: Arrived, lesson: Lesson, others: Sequence[Lesson]) -> Submission:
    """Read what a student handed in for a lesson; what cannot be read is said in `problem`.

    others: the other lessons of the course that are ready.
    """
    pool = _pooled(arrived)
    late = {entry.name for entry in arrived.entries if entry.late}
    try:
        labs = choosing.labs_in(student, pool.files, lesson)
        if not labs:
            return _problem(student, _without_lab(student, arrived.entries, pool), late)
        lab, chosen = choosing.choose(student, labs, lesson, others)
    except UnreadableError as error:
        newest = max(pool.files, key=lambda file: file.handed_in)
        place = newest.place if len(pool.files) == 1 else arrived.entries[0].name
        return _problem(student, _Refused(place, str(error), newest.handed_in), late)
    beside = [f"not opened: {refused.sentence}" for refused in pool.refused[:1]]
    return Submission(
        student=student,
        place=lab.file.place,
        file=NOTEBOOK if lab.file.suffix == ".ipynb" else "lab.py",
        digest=lab.digest,
        source=lab.source,
        problem=lab.problem,
        chosen="; ".join(filter(None, [chosen, *beside])),
        handed_in=None if lab.file.cloned else lab.file.handed_in,
        marked_late=_entry_of(lab.file.place) in late,
    )


def _problem(student: str, refused: _Refused, late: set[str]) -> Submission:
    digest = hashlib.sha256(f"{refused.place}\n{refused.sentence}".encode()).hexdigest()
    return Submission(
        student=student,
        place=refused.place,
        file="lab.py",
        digest=digest,
        source="",
        problem=refused.sentence,
        handed_in=refused.handed_in,
        marked_late=_entry_of(refused.place) in late,
    )


def _entry_of(place: str) -> str:
    return place.partition("/")[0]


def _pooled(arrived: Arrived) -> _Pool:
    pool = _Pool()
    opened = 0
    for entry in arrived.entries:
        try:
            files = entry.files()
        except UnreadableError as error:
            pool.refused.append(_Refused(entry.name, str(error)))
            continue
        for file in files:
            if not (file.plain and archives.is_archive(file.name)):
                pool.files.append(file)
                continue
            opened += 1
            try:
                if opened > MOST_ARCHIVES:
                    raise UnreadableError(f"there are more than {MOST_ARCHIVES} archives; {archives.INSTEAD}")
                pool.files.extend(_unpacked(file))
            except UnreadableError as error:
                pool.refused.append(_Refused(file.place, str(error), file.handed_in))
    return pool


def _unpacked(file: File) -> list[File]:
    """The files in an archive; one that lies in it is not opened."""
    most = archives.ARCHIVE_BYTES
    if file.size > most and archives.is_opened(file.name):
        raise UnreadableError(
            f"{file.name} has {file.size:,} bytes; {most:,} at most are read, so {archives.INSTEAD}"
        )
    members = archives.opened(file.name, file.read() if archives.is_opened(file.name) else b"")
    cloned = looked_at([member.name for member in members])
    return [
        replace(
            file,
            place=f"{file.place}/{member.name}",
            path=f"{file.path}/{member.name}",
            size=member.size,
            changed=member.changed,
            read=member.read,
            cloned=cloned[member.name],
        )
        for member in members
        if member.name in cloned
    ]


def _without_lab(student: str, entries: Sequence[Entry], pool: _Pool) -> _Refused:
    """What is said where no file is there that may be a lab."""
    if pool.refused:
        return pool.refused[0]
    single = entries[0] if len(entries) == 1 else None
    is_file = single is not None and single.path != ""
    for file in pool.files:
        if not file.plain and (is_file or file.suffix in SUFFIXES):
            said = f"{file.name} is no plain file; hand in lab.py or lab.ipynb itself"
            return _Refused(file.place, said, file.handed_in)
    newest = max((file.handed_in for file in pool.files), default=None)
    place = entries[0].name
    if is_file and not archives.is_archive(place):
        return _Refused(place, f"{place} is no lab; hand in lab.py or lab.ipynb", newest)
    where = "archive" if is_file else "folder"
    said = f"{place if single else student}: there is no lab.py or lab.ipynb in this {where}"
    inner = next((file.name for file in pool.files if archives.is_archive(file.name)), "")
    if inner:
        said += f", and {inner} in an archive is not opened; {archives.INSTEAD}"
    return _Refused(place, said, newest)
