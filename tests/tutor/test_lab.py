"""Running a lab: what a learner sees and what a machine is told, whatever stands in the file."""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from curriculum import editions

LAB = Path("beginner/doubling/lab/lab.py")
RIGHT = {"double": "return 2 * number", "total": "return sum(2 * number for number in numbers)"}
SWALLOWING = "import time\nwhile True:\n    try:\n        time.sleep(60)\n    except:\n        pass"
LABS = {
    "untouched": {},
    "half written": {"double": RIGHT["double"]},
    "wrong": {**RIGHT, "double": "return number + 1"},
    "raising": {**RIGHT, "double": "return [][number]"},
    "looping": {**RIGHT, "double": "while True: number = -number"},
    "swallowing": {**RIGHT, "double": SWALLOWING},
    "right": RIGHT,
    "printing": {**RIGHT, "double": "print('doubling', number)\nreturn 2 * number"},
    "exiting": {**RIGHT, "double": "exit()"},
    "of a wrong type": {**RIGHT, "double": "return str(number)"},
    "of many letters": {**RIGHT, "double": "raise ValueError('naïve ✓')"},
}
LAST_LINES = {
    "untouched": "not started: 0 of 100 points",
    "half written": "in progress: 50 of 100 points",
    "wrong": "wrong: 50 of 100 points",
    "raising": "wrong: 50 of 100 points",
    "looping": "wrong: 0 of 100 points",
    "right": "done: 100 of 100 points",
    "printing": "done: 100 of 100 points",
    "exiting": "wrong: 50 of 100 points",
    "of a wrong type": "wrong: 50 of 100 points",
}
JSON_KEYS = ["lesson", "state", "score", "max_score", "figures", "expected", "checks"]
CHECK_KEYS = ["id", "task", "points", "earned", "status", "message", "rule"]


@pytest.fixture
def run_text(toy: Path, run_file: Callable[..., Any]) -> Callable[..., Any]:
    """Run the toy lab with this text in it."""

    def run(text: str, *arguments: str, **environment: str) -> Any:
        (toy / LAB).write_text(text, encoding="utf-8")
        return run_file(toy, LAB, *arguments, **environment)

    return run


@pytest.fixture
def text_of(toy: Path) -> Callable[[str], str]:
    """The text of one of LABS."""
    untouched = (toy / LAB).read_text(encoding="utf-8")
    return lambda lab: editions.replace(untouched, LABS[lab])


@pytest.fixture(scope="module")
def seen() -> dict[object, Any]:
    """The runs there were: each is made once and looked at by several tests."""
    return {}


@pytest.fixture
def run_of(
    seen: dict[object, Any], run_text: Callable[..., Any], text_of: Callable[[str], str]
) -> Callable[..., Any]:
    """Run one of LABS, or hand out the run there was."""

    def run(lab: str, *arguments: str, **environment: str) -> Any:
        key = (lab, arguments, *environment.items())
        if key not in seen:
            seen[key] = run_text(text_of(lab), *arguments, **environment)
        return seen[key]

    return run


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize("lab", LAST_LINES)
def test_the_last_line_is_the_state_and_the_points(run_of, lab):
    """Whatever stands in the file, the last line is the verdict, and only right work exits with 0."""
    run = run_of(lab)
    assert run.lines[-1] == LAST_LINES[lab]
    assert run.code == (0 if LAST_LINES[lab].startswith("done") else 1)
    assert run.stderr == ""
    assert "Traceback" not in run.stdout


@pytest.mark.parametrize("lab", LAST_LINES)
def test_the_output_is_plain_text_of_80_columns(run_of, lab):
    """No line is longer than the terminal, coloured, or ends in blanks."""
    run = run_of(lab)
    assert max(map(len, run.lines)) <= 80
    assert "\x1b" not in run.stdout
    assert [line for line in run.lines if line != line.rstrip()] == []


@pytest.mark.parametrize("lab", ["untouched", "raising"])
def test_a_narrow_terminal_is_not_overrun(toy, run_here, run_of, text_of, lab):
    """At 60 columns no line is longer than 60, and nothing of what is said is lost."""
    (toy / LAB).write_text(text_of(lab), encoding="utf-8")
    run = run_here(toy, LAB, COLUMNS="60")
    assert max(map(len, run.lines)) <= 60
    assert run.said == run_of(lab).said


def test_an_untouched_lab_says_what_is_to_write(run_of, text_of):
    """Each task is named with the line on which its function stands."""
    run, source = run_of("untouched"), text_of("untouched").splitlines()
    places = re.findall(rf"  (Task B1\.\d: .*)\n    {re.escape(str(LAB))}:(\d+)$", run.stdout, re.MULTILINE)
    assert [task for task, _ in places] == ["Task B1.1: double a number", "Task B1.2: total the doubles"]
    assert [source[int(line) - 1].partition("(")[0] for _, line in places] == ["def double", "def total"]


def test_an_untouched_lab_shows_what_will_come_out(run_of):
    """The output of a right lab stands there, and the command for a hint."""
    run = run_of("untouched")
    assert "  doubles [2, 4, 8], sum 14 of 14" in run.lines
    assert "A hint: uv run learn hint B1.1" in run.lines


def test_a_half_written_lab_names_what_is_left(run_of):
    """The written task has its points, the other its place in the file and where to get a hint."""
    run = run_of("half written")
    assert "Task B1.1: double a number: 50 of 50 points" in run.lines
    rest = run.lines[run.lines.index("Task B1.2: total the doubles: 0 of 50 points") :]
    assert rest[1] == "  not written yet"
    assert rest[2].strip().startswith(f"{LAB}:")
    assert rest[3] == "  A hint: uv run learn hint B1.2"


def test_a_wrong_answer_is_told_with_its_call(run_of):
    """What was passed in, what came back and what was expected stand under the check that failed."""
    run = run_of("wrong")
    failed = run.lines.index("  wrong       0/30  Four is doubled")
    assert [line.split(maxsplit=1) for line in run.lines[failed + 1 : failed + 4]] == [
        ["called", "double(4)"],
        ["returned", "5"],
        ["expected", "8; it is 5"],
    ]
    assert "  A hint: uv run learn hint B1.1" in run.lines


@pytest.mark.parametrize(
    ("lab", "said"),
    [
        ("raising", "called double(4) but it raised IndexError: list index out of range"),
        ("exiting", "called double(4) but it raised SystemExit"),
        ("of a wrong type", "called double(4) but it returned a str; an int was expected"),
        ("looping", "called double(4) but it did not return within 2 s"),
    ],
)
def test_what_a_call_came_to_is_one_sentence(run_of, lab, said):
    """An error, an exit, a wrong type and a loop read as what the call came to."""
    assert said in run_of(lab).said


@pytest.mark.parametrize("lab", ["raising", "exiting", "looping"])
def test_the_line_that_did_it_is_named(run_of, text_of, lab):
    """An error and a loop are told with the learner's own line: number and text."""
    code = LABS[lab]["double"]
    line = 1 + text_of(lab).splitlines().index(f"    {code}")
    assert f"(lab.py:{line}: {code})" in run_of(lab).said


def test_a_loop_ends_within_seconds(run_of):
    """A call that does not return is stopped, and nothing is called after it."""
    run = run_of("looping")
    assert run.seconds < 15
    assert run.stdout.count("over limit") == 1
    assert run.stdout.count("not run") == 3
    assert "passed" not in run.stdout


def test_a_loop_that_swallows_everything_is_ended_without_a_verdict(run_of):
    """Even a bare `except:` cannot keep the terminal, and the run says that there is no verdict."""
    run = run_of("swallowing")
    assert run.code == 1
    assert run.seconds < 25
    assert "catches every exception" in run.said
    assert run.stdout.splitlines()[-1] == "wrong: 0 of 100 points"
    assert "bare `except:`" in run.said
    assert "done" not in run.stdout
    assert "passed" not in run.stdout
    assert "\x1b" not in run.stdout


def test_what_the_learner_prints_comes_through(run_of):
    """A print in a piece is seen, before the report."""
    run = run_of("printing")
    assert run.lines[0] == "doubling 4"
    assert run.lines.index("Doubling (B1)") > run.lines.index("doubling 0")


def test_solved_shows_the_reference_whatever_is_written(run_of):
    """`--solved` on an untouched file prints the solved table, says whose it is, and exits with 0."""
    run = run_of("untouched", "--solved")
    assert run.code == 0
    assert run.lines[0] == "Doubling (B1), solved by the reference"
    assert "  doubles [2, 4, 8], sum 14 of 14" in run.lines
    assert run.lines[-1] == "the reference: 100 of 100 points"


@pytest.mark.parametrize("lab", ["half written", "printing"])
def test_json_is_one_object_on_the_last_line(run_of, lab):
    """A machine reads the last line of stdout, also when the learner's code prints."""
    run = run_of(lab, "--json")
    verdict = json.loads(run.lines[-1])
    state, points = LAST_LINES[lab].split(": ")
    assert list(verdict) == JSON_KEYS
    assert [list(check) for check in verdict["checks"]] == [CHECK_KEYS] * 4
    assert (verdict["lesson"], verdict["state"]) == ("doubling", state)
    assert f"{verdict['score']} of {verdict['max_score']} points" == points
    assert verdict["expected"] == {"numbers": 3, "doubles": [2, 4, 8], "sum": 14}
    assert sum(check["earned"] for check in verdict["checks"]) == verdict["score"]
    assert run.code == run_of(lab).code


def test_figures_that_could_not_be_measured_are_null(run_of):
    """In the JSON of a half-written lab, what depends on the other half is null."""
    verdict = json.loads(run_of("half written", "--json").lines[-1])
    assert verdict["figures"] == {"numbers": 3, "doubles": [2, 4, 8], "sum": None}
    assert [check["status"] for check in verdict["checks"]] == ["passed", "passed", "not run", "not run"]


def test_what_a_lab_cannot_do_is_refused(run_of):
    """An option that does not exist is said after the usage, with exit code 2."""
    run = run_of("untouched", "--solve-it")
    assert run.code == 2
    assert run.stdout == ""
    assert "--solve-it" in run.stderr.splitlines()[-1]


def test_a_poor_terminal_is_no_reason_to_crash(run_of):
    """Letters that the terminal does not know are escaped, and the verdict still comes."""
    run = run_of("of many letters", PYTHONIOENCODING="ascii")
    assert run.code == 1
    assert run.stderr == ""
    assert run.stdout.isascii()
    assert "raised ValueError: na" in run.said
    assert run.lines[-1] == "wrong: 50 of 100 points"


def test_json_is_plain_ascii(run_of):
    """A machine gets its object whatever letters the terminal knows."""
    run = run_of("of many letters", "--json", PYTHONIOENCODING="ascii")
    assert run.code == 1
    assert "naïve ✓" in json.loads(run.lines[-1])["checks"][0]["message"]


def test_a_syntax_error_is_pythons_own(run_text, text_of):
    """A file that Python cannot read is Python's to report, with the line."""
    run = run_text(text_of("right").replace("return 2 * number", "return 2 *"))
    assert run.code == 1
    assert run.stdout == ""
    assert f'{LAB.name}", line 18' in run.stderr
    assert run.stderr.splitlines()[-1].startswith("SyntaxError: ")


def test_a_piece_that_is_gone_is_missed_by_name(toy, run_here, text_of):
    """A renamed function is the learner's to mend, and the report says which one it looked for."""
    (toy / LAB).write_text(text_of("right").replace("def total", "def totals"), encoding="utf-8")
    run = run_here(toy, LAB)
    assert run.code == 1
    assert "is missing: lab.py has no function total" in run.said


def test_a_broken_check_is_our_fault(toy, run_here, text_of):
    """A check that crashes is called our fault, and the exit code is not the learner's."""
    edit(toy / LAB.with_name("test_lab.py"), "assert got == 8", "assert got.nonsense == 8")
    (toy / LAB).write_text(text_of("right"), encoding="utf-8")
    run = run_here(toy, LAB)
    assert run.code == 2
    assert "ungraded 0/30 Four is doubled" in run.said
    assert "this is our fault" in run.said
    assert "Traceback" not in run.stdout + run.stderr


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("measure.py", "import Text", "import Texts", "measure.py: cannot be loaded (ImportError"),
        ("expected.yaml", "doubles: [", "doubles: {", "expected.yaml:"),
        ("test_lab.py", "points=30", "points=31", "sum to 102, not 100"),
        ("test_lab.py", 'needs="test_four"', 'needs="test_for"', "needs test_for, which is no check"),
        ("lab.py", 'run("doubling"', 'run("trebling"', "no lesson is called 'trebling'"),
        ("lab.py", 'run("doubling"', 'run("sorting"', "sorting (B3) is planned"),
    ],
)
def test_a_lesson_that_cannot_be_judged_is_refused_in_a_sentence(toy, run_here, file, old, new, said):
    """A fault of the lesson's own files ends with exit code 2 and one line, never with a traceback."""
    edit(toy / LAB.with_name(file), old, new)
    run = run_here(toy, LAB)
    assert run.code == 2
    assert run.stdout == ""
    assert len(run.stderr.splitlines()) == 1
    assert said in run.stderr


def test_figures_that_crash_are_told_as_our_fault(toy, run_here):
    """A fault in the lesson's figures leaves the other checks judged, and the last line blames nobody."""
    edit(toy / LAB.with_name("measure.py"), "len(NUMBERS)", "len(NUMBER)")
    run = run_here(toy, LAB)
    assert run.code == 2
    assert "NameError" in run.stdout
    assert run.stdout.splitlines()[-1] == "not judged: a check of ours failed, which is not your fault"


@pytest.mark.parametrize("lab", ["untouched", "right"])
@pytest.mark.parametrize("kernel", [{}, {"__file__": str(LAB), "get_ipython": print}])
def test_in_a_notebook_run_returns(toy, text_of, monkeypatch, capsys, lab, kernel):
    """In a kernel the verdict is shown, the kernel's own options are not read, and nothing exits."""
    monkeypatch.chdir(toy / LAB.parent)
    monkeypatch.setattr(sys, "argv", ["kernel", "--mine"])
    exec(compile(text_of(lab), "<cell>", "exec"), {"__name__": "__main__", **kernel})
    assert capsys.readouterr().out.splitlines()[-1] == LAST_LINES[lab]
