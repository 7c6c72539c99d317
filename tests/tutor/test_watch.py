"""`learn watch`: one save, one run, whatever way an editor has of saving; and nothing else makes one."""

import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from curriculum.course import load_course
from tests.conftest import TOY
from workshop.labs import solved

# Whoever runs these tests may ignore the keyboard, and what they start would do so too.
LEARN = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);from tutor.cli import app; app()"
)
SECONDS = 20.0
QUIET_SECONDS = 2.0  # long enough for a run that should not be
END = " of 100 points"


class Terminal:
    """Somebody's `learn watch`, and what it prints."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-c", LEARN, "watch", "B1"]
        settings = {**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}
        self.process = subprocess.Popen(
            command, cwd=folder, env=settings, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        self.lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def verdict(self, seconds: float = SECONDS) -> str:
        """The next verdict, or "" where none comes."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                line = self.lines.get(timeout=left)
            except queue.Empty:
                break
            if line.endswith(END):
                return line
        return ""

    def end(self) -> tuple[int, list[str]]:
        """Press Ctrl-C; the exit code, and what was printed since the last verdict."""
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(SECONDS)
        time.sleep(0.2)
        return code, [self.lines.get() for _ in range(self.lines.qsize())]


@pytest.fixture(scope="module")
def toy_course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the toy course in which one terminal watches through all tests of this file."""
    folder = tmp_path_factory.mktemp("watched") / "toy"
    return Path(shutil.copytree(TOY, folder, ignore=shutil.ignore_patterns("__pycache__")))


@pytest.fixture(scope="module")
def terminal(toy_course: Path) -> Iterator[Terminal]:
    watching = Terminal(toy_course)
    try:
        assert watching.verdict() == "not started: 0 of 100 points"
        yield watching
    finally:
        watching.process.kill()
        watching.process.wait()
        watching.process.stdout.close()


@pytest.fixture(scope="module")
def lab(toy_course: Path) -> Path:
    return load_course(toy_course).lesson("B1").lab


@pytest.fixture(scope="module")
def right(toy_course: Path) -> str:
    return solved(load_course(toy_course).lesson("B1"))


def in_place(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")


def by_renaming(file: Path, text: str) -> None:
    beside = file.with_name("4913")
    beside.write_text(text, encoding="utf-8")
    beside.replace(file)


def emptied_first(file: Path, text: str) -> None:
    with file.open("w", encoding="utf-8") as open_file:
        open_file.flush()
        time.sleep(0.1)
        open_file.write(text)


# A run too many in one test is the first verdict that the next one meets, and not the one that it expects.


@pytest.mark.parametrize("save", [in_place, by_renaming, emptied_first])
def test_one_save_is_one_run(terminal: Terminal, lab: Path, right: str, save) -> None:
    """Each save gets its verdict, and only one."""
    save(lab, right)
    assert terminal.verdict() == "done: 100 of 100 points"
    save(lab, right.replace("2 * number", "3 * number"))
    assert terminal.verdict() == "wrong: 0 of 100 points"


def test_reading_and_other_files_run_nothing(terminal: Terminal, lab: Path) -> None:
    """To look at the lab is no save, nor is a file beside it."""
    lab.read_bytes()
    os.utime(lab.with_name("hints.yaml"))
    lab.with_name("notes.txt").write_text("mine", encoding="utf-8")
    assert terminal.verdict(QUIET_SECONDS) == ""


def test_a_loop_without_end_is_ended_and_watching_goes_on(terminal: Terminal, lab: Path, right: str) -> None:
    """A call that takes too long is told, and the next save is judged."""
    in_place(lab, right.replace("return 2 * number", "while True:\n        pass"))
    assert terminal.verdict() == "wrong: 0 of 100 points"
    in_place(lab, right)
    assert terminal.verdict() == "done: 100 of 100 points"


def test_a_notebook_that_is_saved_is_judged(terminal: Terminal, lab: Path) -> None:
    """lab.py, which nobody edited since they were alike, is brought in step with it, and that is the run."""
    shutil.copyfile(lab.with_name("stub.py"), lab)
    assert terminal.verdict() == "not started: 0 of 100 points"
    notebook = lab.with_name("lab.ipynb")
    text = notebook.read_text(encoding="utf-8")
    stub = json.dumps('raise NotImplementedError("Task B1.1: double a number")')[1:-1]
    assert stub in text
    in_place(notebook, text.replace(stub, "return 2 * number"))
    assert terminal.verdict() == "in progress: 50 of 100 points"
    assert "return 2 * number" in lab.read_text(encoding="utf-8")


def test_what_is_said_of_a_pair_is_said_once(terminal: Terminal, lab: Path, right: str) -> None:
    """Where both files were edited that is said at the save, and not again as time goes by."""
    in_place(lab, right)
    assert terminal.verdict() == "done: 100 of 100 points"
    notebook = lab.with_name("lab.ipynb")
    in_place(notebook, notebook.read_text(encoding="utf-8").replace("# Doubling", "# My notes"))
    time.sleep(QUIET_SECONDS)
    said = [terminal.lines.get() for _ in range(terminal.lines.qsize())]
    assert len([line for line in said if line.startswith("Both lab.py and lab.ipynb of B1")]) == 1


def test_the_keyboard_ends_it_without_a_word(terminal: Terminal) -> None:
    """Ctrl-C leaves the terminal as it was: no traceback, no error."""
    code, printed = terminal.end()
    assert code == 0
    assert "".join(printed).strip() == ""
