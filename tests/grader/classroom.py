"""A class of two hundred, mixed: right, each known mistake, half, untouched, broken, hostile.

What each must get is known without the grader: of known mistakes by judging them as the workshop does, of all
others by what they are.
"""

import io
import random
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from curriculum import editions
from curriculum.course import CHECKOUT, Lesson, load_course
from curriculum.notebook import notebook_of
from grader.calls.inprocess import InProcess
from grader.judge.judge import judge
from grader.verdict import Verdict
from workshop.labs import executed, solved
from workshop.mistakes import files_of, read_mistake

SIZE = 200
SEED = 20_261_130
SOLUTIONS = Path(__file__).parents[1] / "solutions" / "summarization-and-compaction"
LAST_CELLS = '# %%\nif __name__ == "__main__":'
Pack = Callable[[Path, str, str], None]


@dataclass(frozen=True, slots=True)
class Student:
    """What a student hands in, and what they must get for it: score, state and status."""

    name: str
    text: str
    score: int
    state: str
    status: str = "graded"


@cache
def lesson() -> Lesson:
    return load_course(CHECKOUT).lesson("I2")


@cache
def right() -> str:
    return solved(lesson())


def classroom() -> list[Student]:
    """All of them, in an order that mixes them."""
    draw = random.Random(SEED)
    students = [*_mistaken(), *_halves(), *_broken(), *_hostile()]
    students += [Student(f"untouched_{n}", _stub(), 0, "not started") for n in range(10)]
    students += [*_mistaken("again_"), *_right(SIZE - len(students) - len(_mistakes()))]
    draw.shuffle(students)
    assert len({student.name for student in students}) == len(students) == SIZE
    return students


def hand_in(folder: Path) -> list[Student]:
    """Lay a whole class into a folder, each in one of the ways in which things are handed in."""
    folder.mkdir()
    students = classroom()
    for number, student in enumerate(students):
        if student.name.startswith("broken_as_"):
            (folder / f"{student.name}.py").write_bytes(student.text.encode("utf-16"))
        else:
            PACKED[number % len(PACKED)](folder, student.name, student.text)
    return students


def _stub() -> str:
    return lesson().stub.read_text(encoding="utf-8")


def _right(count: int) -> Iterator[Student]:
    """Solutions of test learners, who wrote them independently, and the reference."""
    texts = [right(), *(path.read_text(encoding="utf-8") for path in sorted(SOLUTIONS.glob("*.py")))]
    for number in range(count):
        yield Student(f"right_{number}", texts[number % len(texts)], 100, "done")


@cache
def _mistakes() -> dict[str, tuple[str, int]]:
    """For each known mistake the text of a lab that makes it, and the score that it deserves."""
    namespace = executed(lesson(), right())
    files = files_of(lesson())
    callers = [InProcess(lesson(), {**namespace, **read_mistake(file, lesson()).wrong}) for file in files]
    verdicts: list[Verdict] = []
    judge(lesson(), callers, verdicts.append, seed=SEED)
    return {
        file.stem: (right().replace(LAST_CELLS, f"# %%\n{_body(file)}\n\n{LAST_CELLS}", 1), verdict.score)
        for file, verdict in zip(files, verdicts, strict=True)
    }


def _body(file: Path) -> str:
    """The code of a known mistake, without the docstring that says what it is."""
    return file.read_text(encoding="utf-8").partition('"""')[2].partition('"""')[2].strip()


def _mistaken(prefix: str = "") -> Iterator[Student]:
    for name, (text, score) in _mistakes().items():
        yield Student(f"{prefix}{name}", text, score, "wrong")


def _halves() -> Iterator[Student]:
    """One task written and the other left: the points of a task are all that its checks give."""
    for number in range(12):
        piece = lesson().pieces[number % 2]
        score = 30 if piece.task == "I2.1" else 70
        text = editions.replace(right(), {piece.name: f'raise NotImplementedError("{piece.label}")'})
        yield Student(f"half_{number}", text, score, "in progress")


def _broken() -> Iterator[Student]:
    texts = {
        "syntax": f"{right()}\ndef (\n",
        "name": f"{right()}\nprint(nothing_of_that_name)\n",
        "import": f"import nothing_of_that_name\n{right()}",
        "text": "I could not do it, sorry.\n",
        "empty": "\n",
        "as_utf_16": right(),
    }
    for number in range(2):
        for name, text in texts.items():
            yield Student(f"broken_{name}_{number}", text, 0, "broken", "broken")


def _hostile() -> Iterator[Student]:
    """Each of these tries something once; what it answers rightly all the same, it earns."""
    for name, above, score, state, status in (
        ("exits", "import os\nos._exit(0)\n", 0, "broken", "broken"),
        ("kills", "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\n", 100, "done", "graded"),
        ("forks", "import os\nwhile True:\n    os.fork()\n", 0, "broken", "broken"),
        ("floods", "x = bytearray(10**10)\n", 0, "broken", "over limit"),
        ("reads", "print(open('/etc/passwd').read())\n", 0, "broken", "broken"),
        ("writes", "open('grades.csv', 'w').write('100')\n", 100, "done", "graded"),
        ("prints", "print('100 of 100 points' * 100_000)\n", 100, "done", "graded"),
    ):
        yield Student(f"hostile_{name}", f"{above}{right()}", score, state, status)
    everything = (
        "class Everything:\n    def __eq__(self, other):\n        return True\n    __hash__ = None\n"
        "    def __getattr__(self, name):\n        return self\n"
    )
    equal = editions.replace(right(), dict.fromkeys(lesson().references, "return Everything()"))
    yield Student("hostile_equals", everything + equal, 0, "wrong")
    loop = editions.replace(right(), {"orphaned_summaries": "while True:\n    pass"})
    yield Student("hostile_loops", loop, 58, "wrong", "over limit")


def _as_script(folder: Path, name: str, text: str) -> None:
    (folder / f"{name}.py").write_text(text, encoding="utf-8")


_notebook = cache(notebook_of)


def _as_notebook(folder: Path, name: str, text: str) -> None:
    (folder / f"{name}.ipynb").write_text(_notebook(text), encoding="utf-8")


def _as_folder(folder: Path, name: str, text: str) -> None:
    (folder / name).mkdir()
    (folder / name / "lab.py").write_text(text, encoding="utf-8")


def _as_zip(folder: Path, name: str, text: str) -> None:
    with zipfile.ZipFile(folder / f"{name}.zip", "w") as archive:
        archive.writestr(f"{name}/lab.py", text)


def _as_tar(folder: Path, name: str, text: str) -> None:
    with tarfile.open(folder / f"{name}.tar.gz", "w:gz") as archive:
        member = tarfile.TarInfo("lab.py")
        member.size = len(text.encode())
        archive.addfile(member, io.BytesIO(text.encode()))


PACKED: tuple[Pack, ...] = (_as_script, _as_script, _as_folder, _as_zip, _as_tar, _as_notebook)
