"""The commands around a lab: beginning it, guessing, hints, the solution, questions, and starting again."""

import pytest
from typer.testing import CliRunner

from curriculum import editions
from curriculum.course import load_course
from grader.verdict import Check, Verdict
from tutor.cli import app
from tutor.progress import Progress
from tutor.session import asked, now
from tutor.state import path_of
from workshop.labs import solved

LAB = "beginner/doubling/lab/lab.py"


@pytest.fixture
def learn(toy, monkeypatch):
    """Call `learn` in the folder of the toy course; what is typed comes last."""
    monkeypatch.chdir(toy)
    return lambda *arguments, typed="": CliRunner().invoke(app, arguments, input=typed)


@pytest.fixture
def progress(toy) -> Progress:
    return Progress(path_of(load_course(toy)))


@pytest.fixture
def done(toy, progress):
    """Note of a lesson that it came to a state."""

    def note(name, state="done", score=100):
        lesson = load_course(toy).lesson(name)
        points = 10 if state == "done" else 0
        checks = tuple(Check("c", one.task, "So", 10, points, "passed", "") for one in lesson.pieces)
        progress.note_verdict(Verdict(lesson.id, state, score, {}, {}, checks, ()), now())

    return note


# Beginning


def test_a_lesson_begins_with_what_to_read_guess_write_and_run(learn):
    """Whoever begins a lesson sees the four things to do, as paths and commands to paste."""
    assert learn("start", "B1").stdout.splitlines() == [
        "Doubling (B1), about 5 minutes",
        "",
        "Read:  beginner/doubling/lesson.md",
        "       as far as Predict; then guess, and read on",
        "Guess: uv run learn quiz B1",
        f"Write: {LAB}",
        "Run:   uv run learn watch B1",
    ]


def test_a_lab_that_is_missing_is_laid_out_anew(learn, toy):
    """What was deleted by accident is there again, and nothing else is touched."""
    lab, notebook = toy / LAB, (toy / LAB).with_suffix(".ipynb")
    before = notebook.read_bytes()
    lab.unlink()
    assert "lab.py was missing and is laid out anew." in learn("start", "B1").stdout.splitlines()
    assert lab.read_bytes() == lab.with_name("stub.py").read_bytes()
    assert notebook.read_bytes() == before


def test_an_edited_lab_is_left_as_it_is(learn, toy):
    """To begin a lesson twice changes no byte of what was written."""
    (toy / LAB).write_bytes(b"# mine\r\n")
    assert "lab.py is as you left it." in learn("start", "B1").stdout.splitlines()
    assert (toy / LAB).read_bytes() == b"# mine\r\n"


def test_who_starts_in_the_middle_can_catch_up(learn, done):
    """Until then what stands before it is named; afterwards the next step goes on from there."""
    assert learn("start", "B4").stdout.splitlines()[-3:] == [
        "Before it stand lessons that are not done: B1 B2",
        "To take them as known:",
        "  uv run learn start B4 --catch-up",
    ]
    assert learn("next").stdout.startswith("Begin B1, Doubling.")
    caught_up = learn("start", "B4", "--catch-up").stdout.splitlines()
    assert caught_up[-1] == "Everything before B4 is taken as known, with toybox's own pieces."
    assert learn("next").stdout.splitlines()[-1] == "  uv run learn quiz B4"
    done("B4")
    assert learn("next").stdout.startswith("Begin B1, Doubling.")  # what was skipped is still left


def test_the_next_step_goes_from_the_page_to_the_lab_and_on_to_the_questions(learn, toy, done):
    """Begin, guess, write, mend, and when all is done check yourself: always one command, the last line."""
    steps = [
        "  uv run learn start B1",
        "  uv run learn quiz B1",
        "  uv run learn watch B1",
        "  uv run learn check B1",
    ]
    assert learn("next").stdout.splitlines()[-1] == steps[0]
    learn("start", "B1")
    assert learn("next").stdout.splitlines()[-1] == steps[1]
    learn("quiz", "B1", typed="twelve\n\n")
    assert learn("next").stdout.splitlines()[-1] == steps[2]
    done("B1", "wrong", 50)
    assert learn("next").stdout.splitlines()[-1] == steps[3]
    for name in ("B1", "B2", "B4"):
        done(name)
    for name in ("B1", "B2", "B4"):
        assert learn("next").stdout.splitlines()[-1] == f"  uv run learn quiz {name}"
        learn("quiz", name, typed="\ny\n")
    last = learn("next").stdout.splitlines()
    assert last == [
        "Every lesson that is ready is done. Planned is 1 more. Your own toybox:",
        "  uv run learn build",
    ]


def test_the_next_step_is_what_is_wrong_and_not_what_was_not_run_because_of_it(learn, toy):
    """A loop in the second function keeps a check of the first from running; the second is named."""
    right = solved(load_course(toy).lesson("B1"))
    looping = editions.replace(right, {"total": "while True:\n    pass"})
    (toy / LAB).write_text(looping, encoding="utf-8")
    assert learn("check", "B1").exit_code == 1
    assert learn("next").stdout.startswith("Task B1.2: total the doubles.")


# Guessing, and questions


def test_guesses_are_asked_for_before_the_lab_has_run(learn, progress):
    """Each is kept at once, an empty line leaves one out, and the last one counts."""
    asked = learn("quiz", "B1", typed="twelve\n\n")
    assert asked.exit_code == 0
    assert "1. What is the sum of the 3 doubles?" in asked.stdout
    assert "14" not in asked.stdout
    assert progress.predictions("doubling") == {1: "twelve"}
    again = learn("quiz", "B1", typed="thirteen\nthe third\n")
    assert "so far: twelve" in again.stdout
    assert progress.predictions("doubling") == {1: "thirteen", 2: "the third"}


def test_what_came_out_stands_beside_the_guess_once_something_was_written(learn, done):
    """After an attempt nobody can guess any more; the questions follow, and what was known is counted."""
    learn("quiz", "B1", typed="twelve\n\n")
    done("doubling", "not started", 0)
    assert "> " in learn("quiz", "B1", typed="\n\n").stdout
    done("doubling", "wrong", 50)
    shown = learn("quiz", "B1", typed="\ny\n" * 9).stdout
    assert "   you:  twelve\n   it:   It is 14.\n" in shown
    assert "   you:  no guess was kept\n   it:   The last.\n" in shown
    assert "Did you have it? [y/n]" in shown
    assert shown.splitlines()[-1] == "1 of 1 known."


def test_who_guesses_nothing_is_told_so(learn, progress):
    """Nothing is called kept that is not."""
    assert learn("quiz", "B1").stdout.splitlines()[-1] == "No guess was made, so there is none to keep."


def test_an_answer_that_is_neither_yes_nor_no_is_asked_for_again(learn, done, progress):
    """Only y and n count."""
    done("doubling", "wrong", 50)
    learn("quiz", "B1", typed="\nmaybe\n\nn\n")
    assert progress.answers("doubling") == {1: False}


def test_who_stops_answering_keeps_what_was_answered(learn, progress):
    """The end of the input is no error."""
    stopped = learn("quiz", "B1", typed="twelve\n")
    assert (stopped.exit_code, stopped.stderr) == (0, "")
    assert progress.predictions("doubling") == {1: "twelve"}


# The solution


def test_a_solution_is_shown_after_asking_and_that_is_remembered(learn, progress):
    """The map says that it was read, and it is not asked for again."""
    refused = learn("solution", "B1", typed="n\n")
    assert refused.exit_code == 0
    assert "return 2 * number" not in refused.stdout
    assert refused.stdout.endswith("Not shown. A hint says less: uv run learn hint B1.1\n")
    assert progress.solutions() == frozenset()
    shown = learn("solution", "B1", typed="y\n")
    assert shown.exit_code == 0
    assert "# toybox.numbers.double\n\ndef double(number: int) -> int:" in shown.stdout
    assert "return 2 * number" in shown.stdout
    assert progress.solutions() == {"doubling"}
    assert "return 2 * number" in learn("solution", "B1").stdout
    assert learn().stdout.splitlines()[1].endswith("not started, solution read")


def test_without_a_keyboard_nothing_is_shown(learn, progress):
    """In a pipe the answer is no, unless --yes says otherwise."""
    assert learn("solution", "B1").exit_code == 2
    assert progress.solutions() == frozenset()
    assert learn("solution", "B1", "--yes").exit_code == 0
    assert progress.solutions() == {"doubling"}


# Hints


def test_each_hint_is_noted_and_names_the_next(learn, progress):
    """Three steps, each recorded; the last names no more."""
    for step in (1, 2, 3):
        shown = learn("hint", "b1.1", "--step", str(step))
        assert shown.stdout.startswith(f"Task B1.1: double a number, hint {step} of 3\n")
        assert ("More: " in shown.stdout) == (step < 3)
        assert progress.hints() == {"B1.1": step}


# Starting again


def test_a_reset_puts_both_files_back_and_keeps_them(learn, toy):
    """Lab and notebook are as at the start, and one undo brings both back to the byte."""
    lab, notebook = toy / LAB, (toy / LAB).with_suffix(".ipynb")
    start = lab.read_bytes(), notebook.read_bytes()
    mine = solved(load_course(toy).lesson("B1")).encode() + b"# \xff\xfe\r\n", b"{}"
    lab.write_bytes(mine[0])
    notebook.write_bytes(mine[1])
    assert learn("reset", "B1").exit_code == 0
    assert (lab.read_bytes(), notebook.read_bytes()) == start
    assert learn("reset", "B1").stdout == "The lab of B1 is as it is at the start.\n"
    undone = learn("undo")
    assert undone.stdout.splitlines() == [
        "Taken back: reset of B1.",
        "  beginner/doubling/lab/lab.py",
        "  beginner/doubling/lab/lab.ipynb",
        "What stood there is kept: uv run learn undo --change 2",
    ]
    assert (lab.read_bytes(), notebook.read_bytes()) == mine
    listed = learn("undo", "--list").stdout.splitlines()
    assert ["reset of B1, taken back" in listed[0], "undo of 1" in listed[3]] == [True, True]
    assert learn("undo", "--change", "2").exit_code == 0
    assert (lab.read_bytes(), notebook.read_bytes()) == start


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("undo",), "there is nothing that is left to undo: "),
        (("undo", "--change", "7"), "there is no change 7: "),
    ],
)
def test_what_cannot_be_undone_is_said(learn, arguments, says):
    """Exit code 2 and one sentence with the command that shows what there is."""
    refused = learn(*arguments)
    assert refused.exit_code == 2
    assert refused.stderr == f"{says}uv run learn undo --list shows what was changed and kept\n"


# Checking with a notebook beside


def test_a_check_judges_what_was_written_in_the_notebook(learn, toy):
    """lab.py, which nobody edited, is brought in step first, and that is said."""
    notebook = (toy / LAB).with_suffix(".ipynb")
    text = notebook.read_text(encoding="utf-8")
    stub = r"raise NotImplementedError(\"Task B1.1: double a number\")"
    notebook.write_text(text.replace(stub, "return 2 * number"), encoding="utf-8")
    first = learn("check", "B1").stdout.splitlines()
    assert first[0] == "lab.py was brought in step with lab.ipynb; learn undo takes that back."
    assert first[-1] == "in progress: 50 of 100 points"
    assert learn("check", "B1").stdout.splitlines() == first[1:]


def test_a_check_of_a_pair_in_which_both_were_edited_says_so(learn, toy):
    """lab.py is judged, neither is touched, and the command to go on is named."""
    lab, notebook = toy / LAB, (toy / LAB).with_suffix(".ipynb")
    lab.write_text(solved(load_course(toy).lesson("B1")), encoding="utf-8")
    notebook.write_text(
        notebook.read_text(encoding="utf-8").replace("# Doubling", "# My notes"), encoding="utf-8"
    )
    before = notebook.read_bytes()
    lines = learn("check", "B1").stdout.splitlines()
    assert lines[0].startswith("Both lab.py and lab.ipynb of B1 were edited")
    assert lines[-1] == "done: 100 of 100 points"
    assert notebook.read_bytes() == before
    chosen = learn("notebook", "B1", "--sync", "--keep", "script")
    assert chosen.stdout == "lab.ipynb was brought in step with lab.py; learn undo takes that back.\n"
    assert learn("check", "B1").stdout.splitlines()[0] == "Doubling (B1)"


@pytest.mark.parametrize("hurt", ["lab.ipynb", ".course"])
def test_a_check_is_given_whatever_is_wrong_beside_the_lab(learn, toy, hurt):
    """A notebook that cannot be read, or a place where nothing can be kept, is said and does no harm."""
    lab = toy / LAB
    lab.write_text(solved(load_course(toy).lesson("B1")), encoding="utf-8")
    place = lab.with_name(hurt) if hurt == "lab.ipynb" else toy.parent / hurt
    place.write_text("{", encoding="utf-8")
    checked = learn("check", "B1")
    assert checked.exit_code == 0
    assert checked.stdout.splitlines()[-1] == "done: 100 of 100 points"
    assert str(place) in checked.output
    assert place.read_text(encoding="utf-8") == "{"


def test_the_state_survives_a_restart_and_the_same_file_gets_the_same_bytes(learn, toy):
    """Check after check on unchanged files prints the same, and the map after them too."""
    (toy / LAB).write_text(solved(load_course(toy).lesson("B1")), encoding="utf-8")
    printed = {learn("check", "B1").stdout for _ in range(3)}
    assert len(printed) == 1
    assert len({learn().stdout for _ in range(3)}) == 1


def test_a_newer_stub_is_named_in_the_map(learn, toy):
    """Whoever began with an older one learns that it changed; who has not begun does not."""
    stub = (toy / LAB).with_name("stub.py")
    says = "B1 has a newer stub than yours began with: stub.py beside it."
    (toy / LAB).write_text(solved(load_course(toy).lesson("B1")), encoding="utf-8")
    learn("check", "B1")
    assert says not in learn().stdout
    stub.write_text(stub.read_text(encoding="utf-8") + "# more\n", encoding="utf-8")
    assert says in learn().stdout.splitlines()


def test_the_map_in_plain_words(learn, toy):
    """A lesson is a sentence of its own, without columns."""
    lines = learn("--plain").stdout.splitlines()
    assert "B2 Labelling, 5 minutes, needs B1, not started" in lines
    assert "B3 Sorting, needs B2, planned" in lines
    assert not [line for line in lines if "   " in line]


# Whatever happens


def test_a_fault_of_ours_is_a_sentence_and_never_a_traceback(learn, monkeypatch):
    """It says what happened and where, for whoever is told of it, and leads to exit code 2."""
    monkeypatch.setattr("tutor.quiz.quizzed", lambda *arguments, **named: 1 / 0)
    shown = learn("quiz", "B1")
    assert shown.exit_code == 2
    assert shown.stderr.startswith(
        "this could not be done, which is our fault: ZeroDivisionError: division by zero ("
    )
    assert len(shown.stderr.splitlines()) == 1


def test_what_lies_in_the_way_is_named(learn, toy):
    """A folder in the place of a notebook is left alone, and so is the lab beside it."""
    notebook = (toy / LAB).with_suffix(".ipynb")
    notebook.unlink()
    notebook.mkdir()
    refused = learn("reset", "B1")
    assert refused.exit_code == 2
    assert refused.stderr == f"{notebook}: a folder lies where a file should be; move it away\n"
    assert learn("undo", "--list").stdout == "Nothing of yours was ever changed by a command.\n"


def test_what_was_typed_in_no_encoding_is_kept_as_escapes(monkeypatch):
    """Half a letter from a terminal of another encoding does not end the questions."""
    monkeypatch.setattr("builtins.input", lambda question: "gr\udcf6\udcdfer ")
    assert asked("? ") == "gr\\udcf6\\udcdfer"
