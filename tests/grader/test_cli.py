"""The command `grader grade`, as an instructor meets it: rows, sentences, exit codes, runs that are ended."""

import csv
import io
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

import grader.cli
from curriculum import editions
from curriculum.course import load_course
from curriculum.notebook import notebook_of
from grader.report import terminal
from tests.grader.boxes import boxes as boxes
from tests.grader.boxes import on_boxes
from tests.grader.gradebook.test_gradebook import ANA
from tests.grader.leftovers import eventually
from workshop.labs import solved

HOUSE = Path(grader.cli.__file__).parents[1]
TOY = Path(__file__).parents[1] / "course"
COURSE = load_course(TOY)
RIGHT = solved(COURSE.lesson("doubling"))
STUB = COURSE.lesson("doubling").lab.read_text(encoding="utf-8")
# As at a terminal, also where this very suite runs in the background, which the keyboard does not reach.
GRADER = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
    "from grader.cli import app; app(prog_name='grader')"
)
MANY = 6
Done = subprocess.CompletedProcess[str]
Invoke = Callable[..., Any]


def with_body(**bodies: str) -> str:
    """The right lab with other bodies of some functions."""
    return editions.replace(RIGHT, bodies)


def surroundings(**changes: str) -> dict[str, str]:
    """The environment of a person who stands outside the checkout."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "PYTHON"))}
    return {**kept, "PYTHONPATH": f"{HOUSE}{os.pathsep}{TOY}", **changes}


def command(*arguments: str, course: Path = TOY) -> list[str]:
    """The command that grades with the toy course."""
    return [sys.executable, "-c", GRADER, "grade", *arguments, "--course", str(course)]


def rows(out: Path) -> dict[str, dict[str, str]]:
    """The rows of grades.csv, by student."""
    with (out / "grades.csv").open(encoding="utf-8", newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def attempts(out: Path) -> list[tuple[str, int | None]]:
    """Student and score of every attempt in the gradebook, in the order in which they were written down."""
    with closing(sqlite3.connect(out / "gradebook.sqlite")) as book:
        return book.execute("SELECT student, score FROM attempt ORDER BY number").fetchall()


def seed_of(out: Path) -> str:
    """The seed that is kept."""
    with closing(sqlite3.connect(out / "gradebook.sqlite")) as book:
        [(seed,)] = book.execute("SELECT value FROM setting WHERE name = 'seed'").fetchall()
    return str(seed)


def written(out: Path) -> dict[str, bytes]:
    """What an instructor hands on: the table and the feedback."""
    return {path.name: path.read_bytes() for path in (out / "grades.csv", *(out / "feedback").iterdir())}


# A class in which everything goes wrong that can

NOTEBOOK = json.loads(notebook_of(RIGHT))
NOTEBOOK["cells"].insert(1, {**NOTEBOOK["cells"][0], "source": "Done!", "id": "told"})
NASTY = "raise ValueError('</pre><script>alert(1)</script> \\x1b[31m \\u202e 100 of 100')"
CLASS: dict[str | bytes, str | bytes] = {
    "ana.py": RIGHT,
    "bob.ipynb": json.dumps(NOTEBOOK),
    "cy/lab.py": editions.replace(STUB, {"double": "return 2 * number"}),
    "dee.py": STUB,
    "eli.py": RIGHT.partition("# %% [markdown]\n# ## Task B1.2")[0],
    "fay.py": f"{RIGHT}# café\n".encode("latin-1"),
    "gus.py": f"{RIGHT}# \0\n",
    "hal.py": "",
    "ida/notes.txt": "I could not do it.",
    "jan.py": f"{RIGHT}def\n",
    "kim.py": with_body(double="import time\ntime.sleep(60)"),
    "lou.py": with_body(double="return 3 * number"),
    'mia, "m".py': RIGHT,
    b"n\xe9o.py": RIGHT,
    "ole.py": with_body(total=NASTY),
    "pat.ipynb": "{",
    "quo.py": f"import os\nos._exit(0)\n{RIGHT}",
    "ray.py": "import nowhere\n",
    "\x1b[31msue.py": f"{RIGHT}\nraise SystemExit\n",
}
SENTENCE = "this line is not UTF-8; save the file as UTF-8"
# score, state, status, and the detail.
ROWS = {
    "ana": ("100", "done", "graded", "4 of 4 checks passed"),
    "bob": ("100", "done", "graded", "4 of 4 checks passed"),
    "cy": ("50", "in progress", "graded", "2 of 4 checks passed; not written: B1.2"),
    "dee": ("0", "not started", "graded", "0 of 4 checks passed; not written: B1.1, B1.2"),
    "eli": ("50", "wrong", "graded", "2 of 4 checks passed"),
    "fay": ("0", "broken", "broken", f"fay.py:{RIGHT.count(chr(10)) + 1}: {SENTENCE}"),
    "gus": (
        "0",
        "broken",
        "broken",
        f"gus.py:{RIGHT.count(chr(10)) + 1}: there is a NUL in this line, so this is no text",
    ),
    "hal": ("0", "broken", "broken", "hal.py holds no code"),
    "ida": ("0", "broken", "broken", "ida: there is no lab.py or lab.ipynb in this folder"),
    "jan": (
        "0",
        "broken",
        "broken",
        f"cannot be loaded: it raised SyntaxError: invalid syntax (lab.py:{RIGHT.count(chr(10)) + 1}: def)",
    ),
    "kim": ("0", "wrong", "over limit", "a call of double did not return within 2 s"),
    "lou": ("0", "wrong", "graded", "1 of 4 checks passed"),
    'mia, "m"': ("100", "done", "graded", "4 of 4 checks passed"),
    "n\\xe9o": ("100", "done", "graded", "4 of 4 checks passed"),
    "ole": ("50", "wrong", "graded", "2 of 4 checks passed"),
    "pat": ("0", "broken", "broken", "pat.ipynb is no notebook that can be read"),
    "quo": ("0", "broken", "broken", "cannot be loaded: it ended its process instead of returning"),
    "ray": ("0", "broken", "broken", "cannot be loaded: it raised ModuleNotFoundError"),
    "\x1b[31msue": ("0", "broken", "broken", "cannot be loaded: it raised SystemExit"),
}


def hand_in(folder: Path, files: dict[Any, str | bytes]) -> Path:
    """Lay these files into a folder."""
    for name, data in files.items():
        path = folder / os.fsdecode(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
    return folder


@pytest.fixture(scope="module")
def graded(boxes: None, tmp_path_factory: pytest.TempPathFactory) -> tuple[Done, Path]:
    """That class, graded from its folder: what the command said, and where it wrote."""
    place = tmp_path_factory.mktemp("graded")
    hand_in(place / "class", CLASS)
    done = subprocess.run(
        command("class", "--lesson", "B1", "--out", "out"),
        cwd=place,
        env=surroundings(),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
    )
    return done, place / "out"


@pytest.mark.boxed
@pytest.mark.parametrize("student", ROWS, ids=[name.encode("unicode_escape").decode() for name in ROWS])
def test_everybody_gets_the_row_that_they_deserve(graded: tuple[Done, Path], student: str) -> None:
    """Whatever a student hands in has its row: a score, a state, and one sentence that tells why."""
    row = rows(graded[1])[student]
    score, state, status, detail = ROWS[student]
    assert (row["score"], row["state"], row["status"], row["lesson"]) == (score, state, status, "doubling")
    assert row["detail"].startswith(detail)
    assert row["max_score"] == "100"


@pytest.mark.boxed
def test_there_is_one_row_and_one_attempt_for_each(graded: tuple[Done, Path]) -> None:
    """Nobody is left out, nobody is there twice, and the table is sorted by name."""
    assert list(rows(graded[1])) == sorted(ROWS)
    assert sorted(student for student, _ in attempts(graded[1])) == sorted(ROWS)


@pytest.mark.boxed
def test_all_judged_is_well_however_low(graded: tuple[Done, Path]) -> None:
    """Where everybody has a grade the exit code is 0."""
    assert graded[0].returncode == 0


@pytest.mark.boxed
def test_progress_goes_to_stderr_and_results_to_stdout(graded: tuple[Done, Path]) -> None:
    """A log file of stderr shows how far it is; stdout tells what came of it, and who had trouble."""
    done, _ = graded
    assert re.fullmatch(r"(\d+ of 19, about \d+ (s|min) left\n){9}19 of 19\n", done.stderr)
    lines = done.stdout.splitlines()
    assert lines[0] == "Doubling (B1): 19 submissions: 9 graded, 9 broken, 1 over limit"
    *lines, written, more = lines
    assert written == "Written in out/: grades.csv, feedback/, class.html, changes.csv,"
    assert more == "  gradebook.sqlite"
    told = {line.split(":")[0].strip() for line in lines[1:] if not line.startswith("    ")}
    assert {name for name, row in ROWS.items() if row[2] != "graded" and name.isalpha()} <= told
    assert "ana" not in told


@pytest.mark.boxed
def test_output_is_plain_and_fits_the_terminal(graded: tuple[Done, Path]) -> None:
    """80 columns are enough, and whatever a student called their file, no escape reaches the terminal."""
    text = graded[0].stdout + graded[0].stderr
    assert max(map(len, text.splitlines())) <= 80
    assert all(char.isprintable() for char in text.replace("\n", ""))


@pytest.mark.boxed
def test_the_seed_is_drawn_and_told_to_nobody(graded: tuple[Done, Path]) -> None:
    """A new class has a seed of its own, which stands in the gradebook and nowhere else."""
    done, out = graded
    seed = seed_of(out)
    assert int(seed) != 1
    assert seed not in done.stdout + done.stderr
    assert not [name for name, data in written(out).items() if seed.encode() in data]
    for path in (out, out / "gradebook.sqlite"):
        assert path.stat().st_mode & 0o077 == 0, f"{path} is open to others"


@pytest.mark.boxed
def test_everybody_gets_feedback(graded: tuple[Done, Path]) -> None:
    """Each student has one file, and there is nothing in it that acts."""
    files = written(graded[1])
    assert len(files) == 1 + 2 * len(ROWS)
    assert b"**done: 100 of 100 points**, for `ana.py`" in files["ana.md"]
    assert b"for `cy/lab.py`" in files["cy.md"]
    assert b"your notebook" not in files["bob.md"]
    ole = files["ole.md"].decode()
    assert r"\x1b[31m \u202e 100 of 100" in ole
    [script] = {line[:6] for line in ole.splitlines() if "<script>" in line}
    assert script == "      ", "indented as code, in which nothing is a tag"


# Bad input


@pytest.fixture
def invoke(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Invoke:
    """Call `grader grade` from a folder in which there is a class of one, with the toy course unless told."""
    hand_in(tmp_path / "class", {"ana.py": RIGHT})
    monkeypatch.chdir(tmp_path)

    def run(
        *options: str, place: str = "class", lesson: str = "doubling", out: str = "out", course: Path = TOY
    ) -> Any:
        given = ["grade", place, "--lesson", lesson, "--out", out, "--course", str(course), "--jobs", "1"]
        return CliRunner().invoke(grader.cli.app, [*given, *options])

    return run


def refused(done: Any) -> str:
    """The one sentence with which nothing was graded."""
    assert isinstance(done.exception, SystemExit), repr(done.exception)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr.endswith("\n")
    [sentence] = done.stderr.splitlines()
    return str(sentence)


@pytest.mark.parametrize(
    ("named", "says"),
    [
        ({"lesson": "nowhere"}, "no lesson is called 'nowhere' in "),
        ({"lesson": "sorting"}, "the lesson sorting (B3) is planned and has no content yet"),
        ({"lesson": "b3"}, "the lesson sorting (B3) is planned and has no content yet"),
        ({"place": "nowhere"}, "nowhere: no such file or folder"),
        ({"place": "empty"}, "empty: there are no submissions in it"),
        ({"out": "class"}, "--out class lies among the submissions; choose another folder"),
        ({"out": "class/out"}, "--out class/out lies among the submissions; choose another folder"),
        ({"out": "empty/../class/out"}, "--out empty/../class/out lies among the submissions"),
        ({"out": "class/ana.py"}, "--out class/ana.py lies among the submissions"),
        ({"out": "file"}, "file: file exists"),
        ({"out": "file/out"}, "file/out: not a directory"),
        ({"out": "/proc/grades"}, "/proc/grades: no such file or directory"),
        ({"course": Path("/nowhere")}, "/nowhere/course.yaml: no such file or directory"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(invoke: Invoke, named: dict[str, Any], says: str) -> None:
    """What cannot be graded is said in one sentence that begins with what is wrong, and nothing is left."""
    Path("empty").mkdir()
    Path("file").write_text("mine", encoding="utf-8")
    assert refused(invoke(**named)).startswith(says)
    assert sorted(str(path) for path in Path().rglob("*")) == ["class", "class/ana.py", "empty", "file"]
    assert Path("file").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--jobs", "0"], "Error: Invalid value for '--jobs': "),
        (["--jobs", "33"], "Error: Invalid value for '--jobs': "),
        (["--jobs", "two"], "Error: Invalid value for '--jobs': "),
        (["--seed", "-1"], "Error: Invalid value for '--seed': "),
        (["--seed", str(2**63)], "Error: Invalid value for '--seed': "),
        (["--seed", "dice"], "Error: Invalid value for '--seed': "),
        (["--agian"], "Error: No such option: --agian"),
    ],
)
def test_an_option_that_makes_no_sense_is_named(invoke: Invoke, options: list[str], says: str) -> None:
    """The last line names the option and what it may be, and nothing was made."""
    done = invoke(*options)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1].startswith(says)
    assert not Path("out").exists()


def other_program(path: Path) -> None:
    """A database of another program."""
    with closing(sqlite3.connect(path)) as book:
        book.execute("CREATE TABLE recipe (name TEXT)")


@pytest.mark.parametrize(
    "make",
    [lambda path: path.write_text("student,score\n" * 200, encoding="utf-8"), other_program, Path.mkdir],
    ids=["a table", "a database", "a folder"],
)
def test_a_foreign_gradebook_is_refused_and_left_alone(
    invoke: Invoke, make: Callable[[Path], object]
) -> None:
    """What lies where the gradebook should be, and is none, is named, and nothing beside it is written."""
    book = Path("out/gradebook.sqlite")
    book.parent.mkdir()
    make(book)
    before = book.read_bytes() if book.is_file() else None
    assert refused(invoke()).startswith(f"{book}: ")
    assert (book.read_bytes() if book.is_file() else None) == before
    assert list(Path("out").iterdir()) == [book]


BREAKAGES: dict[str, tuple[str, Callable[[Path], object], str]] = {
    "no checks": ("test_lab.py", Path.unlink, "test_lab.py: no such file; it holds the checks"),
    "checks that do not parse": (
        "test_lab.py",
        lambda path: path.write_text("def"),
        "test_lab.py: the checks cannot be loaded",
    ),
    "points": (
        "test_lab.py",
        lambda path: path.write_text(path.read_text().replace("points=30", "points=31", 1)),
        "test_lab.py: the points of the checks sum to 101, not 100",
    ),
    "front matter": ("../lesson.md", lambda path: path.write_text("---\nid: [\n---\n"), "lesson.md:"),
    "course": ("../../../course.yaml", lambda path: path.write_text("lessons: 5\n"), "course.yaml:"),
    "no such library": (
        "../../../course.yaml",
        lambda path: path.write_text(path.read_text().replace("toybox", "nowhere")),
        "course.yaml: the library nowhere",
    ),
    "a piece that is not there": (
        "../lesson.md",
        lambda path: path.write_text(path.read_text().replace("numbers.double", "numbers.treble")),
        "lesson.md",
    ),
}


@pytest.mark.parametrize(("file", "change", "says"), BREAKAGES.values(), ids=BREAKAGES)
def test_a_broken_lesson_is_our_fault_and_said_once(
    invoke: Invoke, toy: Path, file: str, change: Callable[[Path], object], says: str
) -> None:
    """Where the lesson itself is broken its file is named in one sentence, and no student is judged."""
    change((toy / "beginner" / "doubling" / "lab" / file).resolve())
    assert says in refused(invoke("--unconfined", course=toy))
    assert not Path("out/grades.csv").exists()


# One class, run after run


@on_boxes
def test_a_class_goes_on_from_run_to_run(invoke: Invoke, toy: Path) -> None:
    """What is unchanged is not judged again; what changed, was ungraded, or is asked for is; all is kept."""
    checks = toy / "beginner" / "doubling" / "lab" / "test_lab.py"
    right = checks.read_text(encoding="utf-8")
    out = Path("out")
    hand_in(Path("class"), {"bob.py": with_body(double="return 3 * number"), "cy.py": b"\xff"})

    done = invoke("--seed", "50", course=toy)
    assert (done.exit_code, done.stdout.splitlines()[0]) == (
        0,
        "Doubling (B1): 3 submissions: 2 graded, 1 broken",
    )
    first = attempts(out)
    assert sorted(first) == [("ana", 100), ("bob", 0), ("cy", 0)]
    table = written(out)

    again = invoke(course=toy)
    assert (again.exit_code, again.stdout) == (0, done.stdout)
    assert attempts(out) == first
    assert (written(out), seed_of(out)) == (table, "50")

    hand_in(Path("class"), {"bob.py": RIGHT})
    assert invoke(course=toy).exit_code == 0
    assert attempts(out) == [*first, ("bob", 100)]
    assert rows(out)["bob"]["score"] == "100"

    assert invoke("--again", course=toy).exit_code == 0
    assert attempts(out)[:4] == [*first, ("bob", 100)]
    assert sorted(attempts(out)[4:]) == [("ana", 100), ("bob", 100), ("cy", 0)]

    checks.write_text(right.replace("got = lab.double(4)", "got = len(lab.double(4))"), encoding="utf-8")
    left = invoke(course=toy)
    assert left.exit_code == 0
    assert "earlier version of course or grader (--again judges anew): 3" in left.stdout
    ours = invoke("--again", course=toy)
    assert ours.exit_code == 2
    assert ours.stdout.splitlines()[0] == "Doubling (B1): 3 submissions: 1 broken, 2 ungraded"
    assert "object of type 'int' has no len()" in " ".join(ours.stdout.split())
    assert (rows(out)["ana"]["score"], rows(out)["ana"]["status"]) == ("", "ungraded")
    assert b"That is not your fault" in written(out)["ana.md"]
    before = attempts(out)
    assert invoke(course=toy).exit_code == 2
    assert sorted(attempts(out)[len(before) :]) == [("ana", None), ("bob", None)]

    checks.write_text(right, encoding="utf-8")
    assert invoke(course=toy).exit_code == 0
    assert {name: row["score"] for name, row in rows(out).items()} == {"ana": "100", "bob": "100", "cy": "0"}


@on_boxes
def test_a_single_file_is_told_in_any_case(invoke: Invoke) -> None:
    """Of a single submission the instructor reads at once what it came to, and another lesson joins it."""
    done = invoke(place="class/ana.py", lesson="B1")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[:2] == [
        "Doubling (B1): 1 submission: 1 graded",
        "  ana: graded, 100 of 100: 4 of 4 checks passed",
    ]
    hand_in(Path("class"), {"ana.py": solved(COURSE.lesson("labelling"))})
    assert invoke(place="class/ana.py", lesson="labelling").exit_code == 0
    feedback = Path("out/feedback/ana.md").read_text(encoding="utf-8")
    assert feedback.index("# Doubling (B1)") < feedback.index("# Labelling (B2)")
    assert len(Path("out/grades.csv").read_text(encoding="utf-8").splitlines()) == 3


def test_without_walls_no_box_is_asked_for(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--unconfined` grades where there is no bubblewrap, and without it the sentence says what to do."""
    monkeypatch.setenv("PATH", "/nowhere")
    assert refused(invoke()) == "bwrap is not installed; uv run grader doctor says how to install it"
    assert invoke("--unconfined").exit_code == 0
    assert rows(Path("out"))["ana"]["score"] == "100"


@on_boxes
def test_a_place_that_cannot_be_written_is_named(invoke: Invoke) -> None:
    """Where the table cannot be written after all, that is said, and the gradebook has what was judged."""
    Path("out/grades.csv").mkdir(parents=True)
    assert "grades.csv" in refused_after_progress(invoke())
    assert attempts(Path("out")) == [("ana", 100)]


def refused_after_progress(done: Any) -> str:
    """The last line, which is a sentence, of a run that had begun."""
    assert isinstance(done.exception, SystemExit), repr(done.exception)
    assert done.exit_code == 2
    return str(done.stderr.splitlines()[-1])


# The same everywhere


@on_boxes
def test_one_seed_gives_the_same_bytes_everywhere(tmp_path: Path) -> None:
    """Hash seed, number of workers, locale and time zone change nothing in the table or in any feedback."""
    label = solved(COURSE.lesson("labelling"))
    by_set = editions.replace(
        label,
        {"label": "most = max(set(words), key=list(words).count)\nreturn Label(most, len(words), seen_at)"},
    )
    late = editions.replace(label, {"label": "return Label(str(seen_at.astimezone()), 1, seen_at)"})
    raising = editions.replace(label, {"label": "raise ValueError(set(words))"})
    hand_in(
        tmp_path / "class",
        {
            "ana.py": label,
            "bob.py": by_set,
            "cy.py": late,
            "žofie.py": raising,
            "dan.py": b"\xff",
            "eve.py": "1 +",
        },
    )
    machines = [
        ("0", "1", {"TZ": "UTC"}),
        ("1", "8", {"TZ": "Asia/Kathmandu", "LC_ALL": "C"}),
        ("random", "2", {"TZ": "America/St_Johns", "LANG": "de_DE.UTF-8", "COLUMNS": "40"}),
    ]

    def grade(machine: tuple[str, str, dict[str, str]]) -> dict[str, bytes]:
        hash_seed, jobs, environment = machine
        out = f"out-{jobs}"
        given = command("class", "--lesson", "labelling", "--out", out, "--seed", "11", "--jobs", jobs)
        env = surroundings(PYTHONHASHSEED=hash_seed, **environment)
        subprocess.run(given, cwd=tmp_path, env=env, capture_output=True, check=True, timeout=60)
        return written(tmp_path / out)

    with ThreadPoolExecutor(2) as at_once:
        first, *others = at_once.map(grade, machines)
    assert len(first) == 1 + 2 * 6
    assert all(other == first for other in others)


# Runs that are ended


@contextmanager
def started(place: Path) -> Iterator[subprocess.Popen[str]]:
    """A run over a class of slow submissions, in a group of processes of its own."""
    slow = f"import time\ntime.sleep(0.3)\n{RIGHT}"
    hand_in(place / "class", {f"s{number}.py": slow for number in range(1, MANY + 1)})
    (place / "temporary").mkdir()
    run = subprocess.Popen(
        command("class", "--lesson", "doubling", "--out", "out", "--jobs", "2"),
        cwd=place,
        env=surroundings(TMPDIR=str(place / "temporary")),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield run
    finally:
        if run.poll() is None:
            os.killpg(run.pid, signal.SIGKILL)
        run.communicate()


def beside(place: Path) -> Done:
    """The same run once more, to its end."""
    given = command("class", "--lesson", "doubling", "--out", "out")
    return subprocess.run(given, cwd=place, env=surroundings(), capture_output=True, text=True, timeout=60)


def after(run: subprocess.Popen[str], line: str) -> None:
    """Wait until it says that."""
    assert run.stderr is not None
    for said in run.stderr:
        if said.partition(",")[0].strip() == line:
            return
    raise AssertionError(f"it never said {line}")


def descendants(process: int) -> set[int]:
    """All processes that this one started, and those that they started."""
    parents: dict[int, int] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            pid, _, rest = status.read_text(encoding="utf-8", errors="replace").partition(" ")
            parents[int(pid)] = int(rest.rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
    found = {process}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {process}


def all_gone(processes: set[int]) -> bool:
    """Whether none of these runs any more, now or soon."""
    return eventually(lambda: not any(Path(f"/proc/{one}/exe").exists() for one in processes), 10.0)


@on_boxes
def test_a_run_that_was_killed_goes_on(tmp_path: Path) -> None:
    """After `kill -9` nothing runs on, nothing finished is lost, and nothing finished is judged again."""
    with started(tmp_path) as run:
        after(run, "2 of 6")
        below = descendants(run.pid)
        assert len(below) >= 4, "two workers, and a box for each"
        run.kill()
        run.wait()
        assert all_gone(below)
    out = tmp_path / "out"
    before = attempts(out)
    assert 2 <= len(before) <= 4
    done = beside(tmp_path)
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "Doubling (B1): 6 submissions: 6 graded")
    assert attempts(out)[: len(before)] == before
    assert sorted(student for student, _ in attempts(out)) == [f"s{number}" for number in range(1, 7)]
    assert len(rows(out)) == MANY


@on_boxes
def test_the_keyboard_ends_a_run_in_a_sentence(tmp_path: Path) -> None:
    """Ctrl-C keeps what was finished, ends all processes, tidies up, and says how to go on."""
    with started(tmp_path) as run:
        after(run, "2 of 6")
        below = descendants(run.pid)
        os.killpg(run.pid, signal.SIGINT)
        stdout, stderr = run.communicate(timeout=30)
        assert all_gone(below)
    assert run.returncode == 2
    assert stdout == ""
    assert stderr.splitlines()[-1] == "stopped by the keyboard; the same command goes on from here"
    assert all(re.fullmatch(r"\d of 6(, about \d+ s left)?", line) for line in stderr.splitlines()[:-1])
    assert not list((tmp_path / "temporary").iterdir())
    finished = attempts(tmp_path / "out")
    assert 2 <= len(finished) < MANY
    assert sorted(rows(tmp_path / "out")) == sorted(student for student, _ in finished)


@on_boxes
@pytest.mark.parametrize("moment", ["the gradebook is made", "a worker is starting"])
def test_the_keyboard_may_come_early(tmp_path: Path, moment: str) -> None:
    """Ctrl-C before anything was judged ends the run as well, with the same sentence and no traceback."""
    with started(tmp_path) as run:
        while not (tmp_path / "out" / "gradebook.sqlite").exists():
            assert run.poll() is None
        while moment == "a worker is starting" and not any(map(is_worker, descendants(run.pid))):
            assert run.poll() is None
        time.sleep(0.15 if moment == "a worker is starting" else 0)
        os.killpg(run.pid, signal.SIGINT)
        _, stderr = run.communicate(timeout=30)
    assert run.returncode == 2
    assert stderr == "stopped by the keyboard; the same command goes on from here\n"


def is_worker(process: int) -> bool:
    """Whether it is a worker, as soon as it is more than a copy of the first process."""
    try:
        return b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False


@on_boxes
def test_two_runs_at_once_do_not_mix(tmp_path: Path) -> None:
    """While one run is at work, a second one with the same --out is told to wait, and harms nothing."""
    with started(tmp_path) as run:
        after(run, "1 of 6")
        run.send_signal(signal.SIGSTOP)  # so that it is still at work, however slow this machine is
        second = beside(tmp_path)
    assert (second.returncode, second.stdout) == (2, "")
    assert second.stderr == (
        "out/gradebook.sqlite: another grader is at work with this gradebook; wait until it is done\n"
    )
    students = [student for student, _ in attempts(tmp_path / "out")]
    assert len(students) == len(set(students)) >= 1
    assert not (tmp_path / "out" / "grades.csv").exists(), (
        "the first was killed, and the second wrote nothing"
    )


def test_a_terminal_shows_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a terminal progress is a bar, and names of students are shown as they are."""
    said = io.StringIO()
    console = Console(file=said, force_terminal=True, width=80, color_system=None)
    monkeypatch.setattr(terminal, "Console", lambda **named: console)
    shown = [replace(ANA, student="[bold]\x1b[31mana :tea:")]
    assert list(terminal.progress(iter(shown), 1, float)) == shown
    assert "1/1" in said.getvalue()
    assert "1 of 1" not in said.getvalue()
    assert "[bold]" in said.getvalue()
    assert "ana :tea:" in said.getvalue()
    assert "\x1b[31m" not in said.getvalue()


def test_how_long_it_may_take_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """From how long the first took follows how long the others may take, in seconds or in minutes."""
    times = iter((100.0, 101.5, 103.0, 400.0, 400.0))
    shown = [replace(ANA, student=name) for name in "abcd"]
    assert list(terminal.progress(iter(shown), 4, lambda: next(times))) == shown
    assert capsys.readouterr().err.splitlines() == [
        "1 of 4, about 5 s left",
        "2 of 4, about 3 s left",
        "3 of 4, about 2 min left",
        "4 of 4",
    ]


def test_no_more_than_a_screen_is_told() -> None:
    """Of a class in which everything is broken, twenty are told, and the table has the others."""
    broken = [replace(ANA, student=f"s{number:02}", status="broken") for number in range(21)]
    lines = list(terminal.telling(broken))
    assert [line for line in lines if line.startswith("  s")] == [
        f"  s{number:02}: broken, 50 of 100: 2 of 4 checks passed" for number in range(20)
    ]
    assert lines[-1] == "  and 1 more, in grades.csv"
