"""One lab, one verdict: from `lab.py` as a script, and from the grader as a file and as a notebook.

Whatever a student sees at home is what the instructor's table says, check by check and word by word.
"""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

import grader.judge.judge
from curriculum import editions
from curriculum.course import Course, Lesson, load_course
from curriculum.files import read_text
from curriculum.notebook import notebook_of
from grader.arriving.submissions import find
from grader.gradebook.gradebook import Gradebook
from grader.judge.judge import PUBLIC_SEED
from grader.verdict import Verdict
from grader.workers.grading import Grading
from tests.conftest import copied
from tests.grader.boxes import boxes as boxes
from workshop.labs import solved, stubs_of

pytestmark = pytest.mark.boxed

HOUSE = Path(grader.judge.judge.__file__).parents[2]
TOY = Path(__file__).parents[1] / "course"
REAL = "summarization-and-compaction"
PLAY = '# %%\nif __name__ == "__main__":'
# Runs each lab as a script, as `python lab.py --json` in its folder would, with what all need imported once.
SCRIPTS = """
import os, runpy, sys
import curriculum.course, grader.calls.inprocess, grader.judge.judge, tutor.lab, tutor.report

def run(folder):
    os.chdir(folder)
    for descriptor, name in ((1, "stdout"), (2, "stderr")):
        os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT), descriptor)
    sys.argv = ["lab.py", "--json"]
    runpy.run_path("lab.py", run_name="__main__")

children = set()
for folder in sys.stdin.read().splitlines():
    if len(children) == 4:
        children.remove(os.wait()[0])
    child = os.fork()
    children.add(child)
    if child == 0:
        try:
            run(folder)
        finally:
            sys.stdout.flush()
            os._exit(0)
while children:
    children.remove(os.wait()[0])
"""


@dataclass(frozen=True)
class Told:
    """What a lab came to in three places."""

    script: dict[str, Any]
    file: Verdict
    notebook: Verdict


def with_bodies(lesson: Lesson, above: str = "", **bodies: str) -> str:
    """The solved lab with other bodies, and with lines above the first function."""
    source = solved(lesson)
    source = editions.paste(
        source,
        {
            name: ast.unparse(_with_body(editions.definition(source, name), body)) + "\n"
            for name, body in bodies.items()
        },
    )
    first = min(editions.signature_line(source, piece.name) for piece in lesson.pieces) - 1
    lines = source.splitlines(keepends=True)
    return "".join([*lines[:first], *([above + "\n\n\n"] if above else []), *lines[first:]])


def _with_body(definition: str, body: str) -> ast.Module:
    module = ast.parse(definition)
    function = module.body[0]
    assert isinstance(function, ast.FunctionDef)
    function.body = ast.parse(body).body
    return module


def with_more(lesson: Lesson, more: str) -> str:
    """The solved lab with more below its functions, where it takes their place."""
    return solved(lesson).replace(PLAY, f"# %%\n{more}\n\n{PLAY}", 1)


def without(lesson: Lesson, name: str) -> str:
    """The solved lab without one of its functions."""
    source = solved(lesson)
    return source.replace(editions.definition(source, name), "")


def mistakes(lesson: Lesson) -> dict[str, str]:
    """The solved lab with each known mistake put in."""
    files = sorted((lesson.folder / "lab" / "mistakes").glob("*.py"))
    return {file.stem: with_more(lesson, read_text(file)) for file in files}


def stub(lesson: Lesson) -> str:
    """The lab as nobody has touched it."""
    return editions.paste(solved(lesson), stubs_of(lesson))


OWN = "toybox.numbers"
# Bodies of functions, and what stands above them.
DOUBLING: dict[str, dict[str, str]] = {
    "raises": {"double": "raise KeyError(number)"},
    "raises in a line of many": {"total": "return sum(\n    [][number]\n    for number in numbers\n)"},
    "raises a class of its own": {
        "above": "class Odd(Exception):\n    def __str__(self):\n        return 'žluťoučký ✓'",
        "double": "raise Odd",
    },
    "raises what cannot be said": {
        "above": "class Mute(Exception):\n    def __str__(self):\n        raise RuntimeError",
        "double": "raise Mute",
    },
    "raises half a character and many": {"double": r"raise ValueError('\ud800\x1b' + 'x' * 2000)"},
    "raises without end": {"double": "return double(number)"},
    "raises what is no stub": {"double": "raise NotImplementedError"},
    "raises the stub of the other": {"double": "raise NotImplementedError('Task B1.2: total the doubles')"},
    "exits": {"double": "raise SystemExit(3)"},
    "returns None": {"double": "return None"},
    "returns text": {"double": "return str(number)"},
    "returns a list": {"total": "return [sum(numbers)]"},
    "returns a float": {"double": "return 2.0 * number"},
    "returns not a number": {"double": "return float('nan')"},
    "returns too large a number": {"double": "return 10 ** 6000"},
    "returns a generator": {"total": "yield 2 * sum(numbers)"},
    "returns a number of its own": {
        "above": "class Number(int):\n    def __eq__(self, other):\n        return True",
        "double": "return Number(3)",
    },
    "takes too long": {"above": "import time", "double": "time.sleep(60)"},
    "takes too long at last": {"above": "import time", "total": "time.sleep(60 if len(numbers) == 5 else 0)"},
    "calls the library's own": {"above": f"import {OWN}", "double": f"return {OWN}.double(number)"},
    "calls the library's own by its name": {
        "above": f"from {OWN} import double as own",
        "double": "return own(number)",
    },
    "calls the library's own in a wrapper": {
        "above": f"import functools\nimport {OWN}\nown = functools.cache(functools.partial({OWN}.double))",
        "double": "return own(number)",
    },
    "calls the library's own through what is given": {
        "above": f"import {OWN}",
        "total": f"return {OWN}.totals([numbers])[0]",
    },
    "calls the library's own and catches that": {
        "above": f"import {OWN}",
        "double": f"try:\n    return {OWN}.double(number)\nexcept RuntimeError:\n    return 2 * number",
    },
    "calls the library's own while it is loaded": {
        "above": f"import {OWN}\n\ntry:\n    EIGHT = {OWN}.double(4)\nexcept RuntimeError:\n    EIGHT = 0",
        "double": "return EIGHT if number == 4 else 2 * number",
    },
    "half written": {"total": "raise NotImplementedError('Task B1.2: total the doubles')"},
    "written in the wrong order": {"double": "raise NotImplementedError('Task B1.1: double a number')"},
    "prints": {"double": "print('doubling', number)\nreturn 2 * number"},
    "remembers": {
        "above": "calls = []",
        "double": "calls.append(number)\nreturn 2 * number + (len(calls) > 4)",
    },
}
LABELLING = {
    "raises": {"label": "return Label(max(words), words.count(max(words)), seen_at)"},
    "a time without a zone": {"label": "return Label('b', 2, seen_at.replace(tzinfo=None))"},
    "a field of a wrong type": {"label": "return Label('b', 2.5, seen_at)"},
    "half a character": {"label": r"return Label('\ud800', 2, seen_at)"},
    "too large an answer": {"label": "return Label('b' * 2_000_000, 2, seen_at)"},
    "a subclass": {"above": "class Mine(Label):\n    pass", "label": "return Mine('b', 2, seen_at)"},
}
SHELVING = {
    "raises": {"store": "raise OSError(28, 'No space left on device', path)"},
    "calls the library's own": {
        "above": "import toybox.shelf",
        "store": "return toybox.shelf.store(path, items)",
    },
    "keeps its connections": {
        "above": "kept = {}",
        "store": (
            "shelf = kept.setdefault(path, sqlite3.connect(path))\n"
            "with shelf:\n"
            "    shelf.execute('CREATE TABLE IF NOT EXISTS item (place INTEGER PRIMARY KEY, name UNIQUE)')\n"
            "    before = shelf.total_changes\n"
            "    shelf.executemany('INSERT OR IGNORE INTO item (name) VALUES (?)', [(i,) for i in items])\n"
            "    return shelf.total_changes - before"
        ),
    },
    "fills the folder": {
        "store": "for n in range(100):\n    open(f'{path}{n}', 'w').close()\nreturn len(set(items))"
    },
}
# What stands below the functions, and takes their place.
INSTEAD = {
    "a class": "class double:\n    def __init__(self, number):\n        self.number = number",
    "an object that can be called": (
        "class Double:\n    def __call__(self, number):\n        return 2 * number\n\n\ndouble = Double()"
    ),
    "a decorated function": "import functools\n\ndouble = functools.cache(double)",
    "fewer arguments": "def total():\n    return 14",
    "another default": "def double(number, factor=2):\n    return factor * number",
    "nothing": "total = None",
}


def labs_of(course: Course) -> dict[tuple[str, str], str]:
    """All labs of the toy course, by lesson and name."""
    found: dict[tuple[str, str], str] = {}
    for lesson in course.lessons:
        texts = {"solved": solved(lesson), "stub": stub(lesson), **mistakes(lesson)}
        bodies: Mapping[str, dict[str, str]] = {
            "doubling": DOUBLING,
            "labelling": LABELLING,
            "shelving": SHELVING,
        }[lesson.id]
        texts |= {name: with_bodies(lesson, **changed) for name, changed in bodies.items()}
        found |= {(lesson.id, name): text for name, text in texts.items()}
    doubling = course.lesson("doubling")
    found |= {("doubling", f"instead {name}"): with_more(doubling, more) for name, more in INSTEAD.items()}
    found["doubling", "no double"] = without(doubling, "double")
    found["doubling", "no total"] = without(doubling, "total")
    return found


LABS = labs_of(load_course(TOY))
SOME = (
    "solved",
    "stub",
    "hard_coded",
    "keeps_episodes",
    "only_active_summaries",
    "changes an argument",
    "returns a list",
)


def real_labs(lesson: Lesson) -> dict[tuple[str, str], str]:
    """Some labs of the real lesson."""
    changing = "object.__setattr__(memories[0], 'content', 'changed')\nreturn None"
    texts = {"solved": solved(lesson), "stub": stub(lesson), **mistakes(lesson)}
    texts["changes an argument"] = with_bodies(lesson, summarise_session=changing)
    texts["returns a list"] = with_bodies(lesson, orphaned_summaries="return list(memories)")
    return {(REAL, name): texts[name] for name in SOME}


def scripts(labs: Mapping[tuple[str, str], str], courses: Mapping[str, Lesson]) -> subprocess.Popen[str]:
    """Begin to run each lab as a script, in a folder of its own below its lesson."""
    places = []
    for (lesson, name), text in labs.items():
        place = courses[lesson].folder / "labs" / slug(name)
        place.mkdir(parents=True)
        (place / "lab.py").write_text(text, encoding="utf-8")
        places.append(str(place))
    path = os.pathsep.join(map(str, (HOUSE, TOY)))
    run = subprocess.Popen(
        [sys.executable, "-c", SCRIPTS],
        stdin=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path, "PYTHONWARNINGS": "ignore"},
    )
    assert run.stdin is not None
    run.stdin.write("\n".join(places))
    run.stdin.close()
    return run


def slug(name: str) -> str:
    """A name as a file can have it."""
    return re.sub(r"\W+", "-", name)


def said_in(place: Path) -> dict[str, Any]:
    """The object that a script printed as its last line."""
    lines = (place / "stdout").read_text(encoding="utf-8").splitlines()
    assert lines, (place / "stderr").read_text(encoding="utf-8")
    said: dict[str, Any] = json.loads(lines[-1])
    return said


def graded(course: Course, lesson: Lesson, labs: Mapping[str, str], place: Path) -> dict[str, Verdict]:
    """The grader's verdicts on these labs as files and as notebooks, by the name of the file."""
    place.mkdir()
    for name, text in labs.items():
        (place / f"{slug(name)}-file.py").write_text(text, encoding="utf-8")
        (place / f"{slug(name)}-notebook.ipynb").write_text(notebook_of(text), encoding="utf-8")
    with Gradebook(place.with_suffix(".sqlite")) as book:
        grading = Grading(course, lesson, book, PUBLIC_SEED, 4, lambda: datetime.now(UTC))
        attempts = list(grading.run(find(place)))
    return {one.student: msgspec.json.decode(one.verdict, type=Verdict) for one in attempts}


@pytest.fixture(scope="module")
def told(boxes: None, tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Told]:
    """What each lab of the toy course came to."""
    place = tmp_path_factory.mktemp("parity")
    folder = shutil.copytree(TOY, place / "toy", ignore=shutil.ignore_patterns("__pycache__"))
    return compared(load_course(folder), LABS, place)


@pytest.fixture(scope="module")
def told_real(boxes: None, tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Told]:
    """What some labs of a real lesson came to."""
    place = tmp_path_factory.mktemp("parity")
    course = load_course(copied(place))
    return compared(course, real_labs(course.lesson(REAL)), place)


def compared(course: Course, labs: Mapping[tuple[str, str], str], place: Path) -> dict[tuple[str, str], Told]:
    """Run all labs in all three places."""
    lessons = {lesson.id: lesson for lesson in course.lessons}
    running = scripts(labs, lessons)
    verdicts = {
        lesson.id: graded(
            course,
            lesson,
            {name: text for (of, name), text in labs.items() if of == lesson.id},
            place / lesson.id,
        )
        for lesson in course.lessons
        if any(of == lesson.id for of, _ in labs)
    }
    running.wait()
    return {
        (lesson, name): Told(
            said_in(lessons[lesson].folder / "labs" / slug(name)),
            verdicts[lesson][f"{slug(name)}-file"],
            verdicts[lesson][f"{slug(name)}-notebook"],
        )
        for lesson, name in labs
    }


# A check that kills a process after some milliseconds may come to anything where the lab is wrong.
CHANCY = {"test_acknowledged"}


def in_short(verdict: Mapping[str, Any], *, placeless: bool = False) -> Iterator[str]:
    """A verdict line by line, to be compared with another; without what is said of lines, if so."""
    yield f"{verdict['state']}: {verdict['score']} of {verdict['max_score']}"
    yield f"figures: {verdict['figures']}"
    for check in verdict["checks"]:
        message = check["message"]
        if placeless:
            message = re.sub(r"\blab\.py(:\d+)?|\byour notebook\b", "the lab", message)
        ended = "" if check["id"] in CHANCY else f"{check['status']}: {message}"
        yield f"{check['id']}, {check['earned']} of {check['points']}: {ended}"


def assert_alike(told: Told) -> None:
    """The three verdicts are one."""
    file = told.file.as_json()
    assert list(in_short(told.script)) == list(in_short(file))
    notebook = told.notebook.as_json()
    assert list(in_short(file, placeless=True)) == list(in_short(notebook, placeless=True))
    assert told.file.unwritten == told.notebook.unwritten
    assert "lab.py" not in str(notebook["checks"]) + told.notebook.problem
    assert not told.file.ours


# What comes to different verdicts, and why.
KNOWN = {
    ("doubling", "calls the library's own while it is loaded"): "at home it is closed only while checks run",
    ("shelving", "kept_open"): "after a kill a box begins anew, and at home the process goes on as it was",
    ("shelving", "keeps its connections"): "after a kill a box begins anew, and at home the process goes on",
}


@pytest.mark.parametrize(("lesson", "lab"), [lab for lab in LABS if lab not in KNOWN])
def test_a_lab_of_the_toy_course_gets_one_verdict(
    told: dict[tuple[str, str], Told], lesson: str, lab: str
) -> None:
    """At home, as a file and as a notebook a lab comes to the same, check by check and word by word."""
    assert_alike(told[lesson, lab])


@pytest.mark.parametrize(("lesson", "lab"), KNOWN, ids=[f"{lab}: {why}" for (_, lab), why in KNOWN.items()])
def test_what_differs_is_known(told: dict[tuple[str, str], Told], lesson: str, lab: str) -> None:
    """Where the verdicts differ it is known why; whoever mends one takes it out of KNOWN."""
    one = told[lesson, lab]
    assert list(in_short(one.script)) != list(in_short(one.file.as_json()))
    file, notebook = one.file.as_json(), one.notebook.as_json()
    assert list(in_short(file, placeless=True)) == list(in_short(notebook, placeless=True))


@pytest.mark.parametrize("lab", SOME)
def test_a_lab_of_a_real_lesson_gets_one_verdict(told_real: dict[tuple[str, str], Told], lab: str) -> None:
    """What holds for the toys holds for a lesson that is taught."""
    assert_alike(told_real[REAL, lab])


@pytest.mark.parametrize(
    ("lesson", "lab", "state", "score"),
    [
        *((lesson, "solved", "done", 100) for lesson in ("doubling", "labelling", "shelving")),
        *((lesson, "stub", "not started", 0) for lesson in ("doubling", "labelling", "shelving")),
        ("doubling", "half written", "in progress", 50),
        ("doubling", "raises", "wrong", 0),
        ("doubling", "no double", "wrong", 0),
        ("doubling", "calls the library's own", "wrong", 0),
        ("doubling", "calls the library's own by its name", "wrong", 0),
        ("doubling", "calls the library's own in a wrapper", "wrong", 0),
        ("shelving", "calls the library's own", "wrong", 0),
    ],
)
def test_the_verdict_is_the_right_one(
    told: dict[tuple[str, str], Told], lesson: str, lab: str, state: str, score: int
) -> None:
    """It is no comfort if all three agree and all three are wrong."""
    verdict = told[lesson, lab].file
    assert (verdict.state, verdict.score) == (state, score)


@pytest.mark.parametrize(("lesson", "lab"), [("doubling", "raises"), ("shelving", "solved")])
def test_a_script_of_its_own_says_the_same(
    told: dict[tuple[str, str], Told], tmp_path: Path, lesson: str, lab: str
) -> None:
    """What was run as a script from a process that had imported everything is what `python lab.py` says."""
    folder = shutil.copytree(TOY, tmp_path / "toy", ignore=shutil.ignore_patterns("__pycache__"))
    path = load_course(folder).lesson(lesson).lab
    path.write_text(LABS[lesson, lab], encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "lab.py", "--json"],
        cwd=path.parent,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (HOUSE, TOY)))},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
    )
    said = json.loads(done.stdout.splitlines()[-1])
    assert list(in_short(said)) == list(in_short(told[lesson, lab].script))
