"""Which of the files that a student handed in is the lab of the lesson.

Rules stand in their order, and each that leaves any file leaves only those: of a whole course, what lies
where it has the lab; what belongs to no other lesson; what is named after the lesson, or is a lab that runs
it; what is called lab; and where nothing is, what is no file of the course's own, and what defines a piece.
Of those that are left, one that is written in comes before one that is as it was handed out, and then the
newest counts. In a repository all are as new as the clone.
"""

import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath

from curriculum.course import Lesson, Piece
from grader.arriving.archives import INSTEAD
from grader.arriving.sources import SOURCE_BYTES, SUFFIXES, File, UnreadableError, bytes_of, source_of

# More than the labs of a whole course, with plots in them.
LABS_BYTES = 100_000_000
SHOWN = 3
_CALLED_LAB = re.compile(r"lab(?:-\d+| ?\(\d+\))?", re.IGNORECASE)
# Files of a lesson that a lab stands beside.
_BESIDE = re.compile(r"test_.*|conftest|measure|variant|scenes|stub")
_MISTAKES = "mistakes"


@dataclass(frozen=True, slots=True)
class Lab:
    """A file that may be the lab, as it was read.

    text: what is searched; `source`, or something like it where it cannot be read.
    """

    file: File
    digest: str
    source: str
    problem: str
    text: str

    @property
    def stem(self) -> str:
        return self.file.says[-1].rpartition(".")[0] if self.file.says else ""


# What is said of a file that it leaves, and whether it leaves one.
Rule = tuple[str, Callable[[Lab], bool]]


def labs_in(student: str, files: Sequence[File], lesson: Lesson) -> list[Lab]:
    """Read all files that may be the lab; raises UnreadableError if they are too large to be read together.

    In a whole course that is only what lies beside the lab: elsewhere in it others have written, too.
    """
    plain = [file for file in files if file.plain and file.suffix in SUFFIXES]
    folders = {PurePosixPath(file.place).parent for file in plain if _is_in_place(file, lesson)}
    courses = {_course_around(folder) for folder in folders}
    plain = [
        file
        for file in plain
        if (place := PurePosixPath(file.place)).parent in folders or not courses & set(place.parents)
    ]
    if sum(file.size for file in plain) > LABS_BYTES:
        most = LABS_BYTES // 1_000_000
        raise UnreadableError(f"{student}: the .py and .ipynb files have more than {most} MB; {INSTEAD}")
    return [_read(file) for file in plain]


def _is_in_place(file: File, lesson: Lesson) -> bool:
    place = (lesson.folder.parent.name, lesson.id, "lab")
    return file.says[-4:] in {(*place, f"lab{suffix}") for suffix in SUFFIXES}


def _course_around(folder: PurePosixPath) -> PurePosixPath:
    """Of `ana/course/curriculum/beginner/doubling/lab` it is `ana/course`."""
    parts = folder.parts
    return PurePosixPath(*parts[: max(1, len(parts) - 4)])


def _read(file: File) -> Lab:
    data, source, problem = b"", "", ""
    try:
        data = bytes_of(file)
        source = source_of(file.name, data)
    except UnreadableError as error:
        problem = str(error)
    digest = hashlib.sha256(file.place.encode() + b"\n" + data).hexdigest()
    text = source or data[:SOURCE_BYTES].decode("latin-1").replace("\\n", "\n")
    return Lab(file, digest, source, problem, text)


def choose(student: str, labs: Sequence[Lab], lesson: Lesson, others: Sequence[Lesson]) -> tuple[Lab, str]:
    """The lab of the lesson, and how it was told from the others, "" where there are none.

    labs: at least one.  others: the other lessons that are ready.
    Raises UnreadableError if all belong to other lessons, or if nobody can say which it is.
    """
    own = [lab for lab in labs if _other_lesson(lab, lesson, others) is None]
    if not own:
        raise UnreadableError(_of_other_lessons(student, labs, lesson, others))
    left, how = _narrowed(own, lesson, "the only one for this lesson," if len(own) < len(labs) else "")
    written = [lab for lab in left if not _is_as_handed_out(lab, lesson)]
    if not written:
        written, _ = _narrowed([lab for lab in own if _is_written(lab, lesson)], lesson, "")
    if written and written != left:
        left, how = written, "the one that is written in,"
    if len(left) > 1:
        if not all(_is_called(lab, lesson) for lab in left):
            names = ", ".join(sorted(lab.file.path for lab in left)[:2])
            raise UnreadableError(
                f"{student}: which file of this folder is the lab ({names})? call it lab.py"
            )
        left, how = _newest(left)
    return left[0], _said(how, left[0], labs)


def _narrowed(labs: list[Lab], lesson: Lesson, how: str) -> tuple[list[Lab], str]:
    """Those that the rules leave, and what is said of the last rule that left fewer."""
    for said, holds in _by_name(lesson):
        labs, how = _those(labs, holds, said, how)
    if not all(_is_called(lab, lesson) for lab in labs):
        for said, holds in _by_content(lesson):
            labs, how = _those(labs, holds, said, how)
    return labs, how


def _those(labs: list[Lab], holds: Callable[[Lab], bool], said: str, how: str) -> tuple[list[Lab], str]:
    """A file that has its student's name was handed in for this lesson: no other's name comes before it."""
    kept = [lab for lab in labs if holds(lab)] and [
        lab for lab in labs if holds(lab) or _has_students_name(lab)
    ]
    return (kept, said) if 0 < len(kept) < len(labs) else (labs, how)


def _by_name(lesson: Lesson) -> tuple[Rule, ...]:
    return (
        ("the one that says it is of this lesson,", partial(_is_for, lesson=lesson)),
        ("the one called lab,", partial(_is_called, lesson=lesson)),
    )


def _by_content(lesson: Lesson) -> tuple[Rule, ...]:
    """Where nothing is called as a lab is."""
    return (
        ("the one that is no file of the course's,", partial(_is_nobody_elses, lesson=lesson)),
        ("the one that has the functions of this lesson,", partial(_is_about, lesson=lesson)),
    )


def _other_lesson(lab: Lab, lesson: Lesson, others: Sequence[Lesson]) -> Lesson | None:
    """The other lesson that a file belongs to."""
    if any(_defines(lab, piece) for piece in lesson.pieces) or _runs(lab, lesson):
        return None
    ran = next((other for other in others if _runs(lab, other)), None)
    if ran or _is_named_after(lab, lesson):
        return ran
    return next((other for other in others if _is_named_after(lab, other)), None)


def _of_other_lessons(student: str, labs: Sequence[Lab], lesson: Lesson, others: Sequence[Lesson]) -> str:
    found = [other for lab in labs if (other := _other_lesson(lab, lesson, others))]
    names = sorted({other.heading for other in found})
    if len(labs) == 1:
        return f"{labs[0].file.name} is the lab of {names[0]}; hand in that of {lesson.heading}"
    return f"{student}: there is no lab of {lesson.heading} here, but of {', '.join(names)}"


def _defines(lab: Lab, piece: Piece) -> bool:
    # A line of a notebook that cannot be read begins with a quote.
    return re.search(rf'(?m)^[ \t"]*(?:async[ \t]+)?def[ \t]+{re.escape(piece.name)}\b', lab.text) is not None


def _runs(lab: Lab, lesson: Lesson) -> bool:
    return re.search(rf"""\brun\(\\?["']{re.escape(lesson.id)}\\?["']""", lab.text) is not None


def _is_about(lab: Lab, lesson: Lesson) -> bool:
    return _runs(lab, lesson) or any(_defines(lab, piece) for piece in lesson.pieces)


def _has_students_name(lab: Lab) -> bool:
    return not lab.file.says


def _is_named_after(lab: Lab, lesson: Lesson) -> bool:
    return any(_names(part, lesson) for part in lab.file.says)


def _is_for(lab: Lab, lesson: Lesson) -> bool:
    """Whether its name or place says so, or a lab says so itself."""
    return _is_named_after(lab, lesson) or (_is_called_lab(lab) and _runs(lab, lesson))


def _names(name: str, lesson: Lesson) -> bool:
    words = re.sub(r"[\s_]", "-", name.lower())
    told = "|".join(re.escape(word.lower()) for word in (lesson.id, lesson.code))
    return re.search(rf"(?<![^\W_])(?:{told})(?![^\W_])", words) is not None


def _is_called_lab(lab: Lab) -> bool:
    return _has_students_name(lab) or _CALLED_LAB.fullmatch(lab.stem) is not None


def _is_called(lab: Lab, lesson: Lesson) -> bool:
    """Whether its own name says that it is the lab."""
    return _is_called_lab(lab) or _names(lab.stem, lesson)


def _is_nobody_elses(lab: Lab, lesson: Lesson) -> bool:
    """Whether it is none of the files that the course comes with: its library, and what is beside a lab."""
    packages = {piece.function.partition(".")[0] for piece in lesson.pieces}
    folders = lab.file.says[:-1]
    return not (packages | {_MISTAKES}) & set(folders) and _BESIDE.fullmatch(lab.stem) is None


def _is_as_handed_out(lab: Lab, lesson: Lesson) -> bool:
    """Whether it has pieces of the lesson, and each of them is still a stub."""
    own = [piece for piece in lesson.pieces if _defines(lab, piece)]
    return bool(own) and all(_is_stub(lab, piece) for piece in own)


def _is_stub(lab: Lab, piece: Piece) -> bool:
    """Whether nothing stands in the last of that name but a docstring and that it is not written yet."""
    *_, last = (None, *re.finditer(rf"(?m)^def[ \t]+{re.escape(piece.name)}\b", lab.text))
    told = re.escape(f'raise NotImplementedError("Task {piece.task}:')
    body = re.compile(rf'(?:(?!""").)*"""(?:(?!""").)*"""\s*{told}', re.DOTALL)
    return last is not None and body.match(lab.text, last.end()) is not None


def _is_written(lab: Lab, lesson: Lesson) -> bool:
    """Whether somebody has written into a piece of it who is not the course."""
    return (
        _is_nobody_elses(lab, lesson)
        and any(_defines(lab, piece) for piece in lesson.pieces)
        and not _is_as_handed_out(lab, lesson)
    )


def _newest(labs: list[Lab]) -> tuple[list[Lab], str]:
    """The one changed last, a .py file before a notebook that is as new, and then the first by its place."""
    cloned = any(lab.file.cloned for lab in labs)

    def time(lab: Lab) -> tuple[float, float]:
        return (0, 0) if cloned else (lab.file.handed_in, lab.file.changed)

    newest = max(map(time, labs))
    left = [lab for lab in labs if time(lab) == newest]
    taken = min(left, key=lambda lab: (SUFFIXES.index(lab.file.suffix), lab.file.place))
    if len(left) == 1:
        return left, "the newest"
    if any(lab.file.suffix != taken.file.suffix for lab in left):
        return [taken], "the .py file, for none is newer,"
    return [taken], "the first by its name, for none is newer,"


def _said(how: str, taken: Lab, labs: Sequence[Lab]) -> str:
    if len(labs) == 1:
        return ""
    names = [taken.file.path, *sorted(lab.file.path for lab in labs if lab is not taken)]
    more = f" and {len(names) - SHOWN - 1} more" if len(names) > SHOWN + 1 else ""
    return f"{how} of {len(names)} files ({', '.join(names[: SHOWN + 1])}{more})"
