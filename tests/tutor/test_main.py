"""The command as it is installed: one file, one verdict, and somebody who says it when there is none."""

import os
import subprocess
import sys

import pytest

from curriculum import editions
from curriculum.course import load_course
from workshop.labs import solved

LAB = "beginner/doubling/lab/lab.py"


@pytest.fixture
def learn(toy):
    """Call `learn` in the folder of the toy course, in processes of its own."""

    def run(*arguments, **environment):
        settings = {"PYTHONPATH": str(toy), "COLUMNS": "80", "PYTHONUTF8": "1", **environment}
        return subprocess.run(
            [sys.executable, "-m", "tutor", *arguments],
            cwd=toy,
            env={**os.environ, **settings},
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=60,
        )

    return run


@pytest.fixture
def write(toy):
    right = solved(load_course(toy).lesson("B1"))
    return lambda body, above="": (toy / LAB).write_text(
        above + editions.replace(right, {"double": body}), encoding="utf-8"
    )


def test_what_hangs_on_the_order_of_a_set_is_judged_the_same_every_time(learn, write):
    """Whatever number Python would have drawn for the process."""
    write('return {"a": 1, "b": 2}[next(iter({"a", "b"}))] * 2 * number')
    told = {learn("check", "B1", PYTHONHASHSEED=str(seed)).stdout for seed in (1, 2, 3, 4)}
    assert len(told) == 1


@pytest.mark.parametrize("body", ["import os\n\nos._exit(0)", "import os\n\nos.abort()"])
def test_a_lab_that_ends_its_process_is_told_so(learn, write, body):
    """There is no verdict, which is said, and the exit code is that of work that is not right yet."""
    write(body)
    checked = learn("check", "B1")
    assert checked.returncode == 1
    assert "so there is no verdict" in checked.stdout


def test_a_thread_that_never_ends_does_not_keep_the_terminal(learn, write):
    """The verdict is given, and the command ends."""
    write(
        "return 2 * number",
        above="import threading\n\nthreading.Thread(target=threading.Event().wait).start()\n",
    )
    checked = learn("check", "B1")
    assert (checked.returncode, checked.stdout.splitlines()[-1]) == (0, "done: 100 of 100 points")


@pytest.mark.parametrize(
    ("arguments", "code"), [(("next",), 0), (("check", "B1"), 1), (("check", "B9"), 2), (("chek",), 2)]
)
def test_the_exit_code_is_that_of_the_command(learn, arguments, code):
    """0 all well, 1 the work is not right yet, 2 usage or our fault."""
    assert learn(*arguments).returncode == code


def test_help_is_no_check(learn):
    """To ask for help is all well."""
    asked = learn("check", "--help")
    assert (asked.returncode, "no verdict" in asked.stdout) == (0, False)
