"""The real lab on a copy of its course: untouched, half written, right, solved, and taken from memlab."""

from pathlib import Path

import pytest

from curriculum.course import Lesson, load_course
from tests.tutor.conftest import run_here as run_here
from tests.tutor.conftest import without_colour as without_colour

BOTH = ("summarise_session", "orphaned_summaries")


@pytest.fixture
def lesson(real: Path) -> Lesson:
    return load_course(real).lesson("summarization-and-compaction")


def test_untouched_it_shows_what_is_to_come(write, run):
    """Untouched, the lab names both tasks and shows the whole table to come."""
    write(*BOTH)
    untouched = run()
    assert untouched.code == 1
    assert "  Task I2.1: summarise one session" in untouched.lines
    assert "  Task I2.2: find the orphaned summaries" in untouched.lines
    assert "1432 -> 1175 characters" in untouched.said
    assert untouched.lines[-1] == "not started: 0 of 100 points"


def test_half_written_its_table_is_complete(write, run):
    """With the first task done the table is there, and nothing is said of orphans."""
    write(BOTH[1])
    half = run()
    assert half.code == 1
    assert "1432 -> 1175 characters" in half.said
    assert "orphaned (" not in half.said
    assert half.lines[-1] == "in progress: 70 of 100 points"


def test_right_it_is_done(write, run):
    """With memlab's functions in its file the lab is done."""
    write()
    right = run()
    assert right.code == 0
    assert right.lines[-1] == "done: 100 of 100 points"
    assert max(map(len, right.lines)) <= 80


def test_solved_it_shows_the_reference(write, run):
    """`--solved` shows six summaries that expand, the store's two lengths, and exactly one orphan."""
    write(*BOTH)
    shown = run("--solved")
    assert shown.code == 0
    assert sum(line.endswith("EXPANDED") for line in shown.lines) == 6
    assert "1432 -> 1175 characters" in shown.said
    assert "1 orphaned (summary:s7); before, 0." in shown.said


@pytest.mark.parametrize(
    ("above", "answer"),
    [
        ("from memlab.evolve import summarize", "summarize.summarise_session(memories, session, scope)"),
        (
            "from memlab.evolve.summarize import summarise_session as theirs",
            "theirs(memories, session, scope)",
        ),
        (
            "from memlab.evolve.summarize import summarise_all",
            "next((made for made in summarise_all(memories, scope) if made.source == session), None)",
        ),
    ],
    ids=["directly", "by a bound name", "through a wrapper"],
)
def test_memlabs_own_answer_is_closed_to_it(real, lesson, write, run_here, above, answer):
    """Who takes memlab's answer is told that this is the piece to write, and earns nothing for it."""
    write(above=f"{above}\n", summarise_session=f"return {answer}")
    taken = run_here(real, lesson.lab)
    assert taken.code == 1
    assert "this is the piece you are writing" in taken.said
    assert "Task I2.1: summarise one session: 0 of 70 points" in taken.lines
    assert taken.lines[-1] == "wrong: 30 of 100 points"


def test_its_report_is_the_same_everywhere(write, run):
    """Hash seed, time zone and language of the machine change no byte of it."""
    write(orphaned_summaries="return tuple(memory for memory in memories if memory.derived_from)")
    machines = [("0", "UTC", "C"), ("1", "Asia/Kolkata", "C.UTF-8"), ("7", "America/St_Johns", "tr_TR.UTF-8")]
    runs = [run(PYTHONHASHSEED=seed, TZ=zone, LC_ALL=language) for seed, zone, language in machines]
    assert {other.code for other in runs} == {1}
    assert len({other.stdout for other in runs}) == 1


def test_a_corrupt_data_file_is_named_with_its_line(write, real, lesson, run_here):
    """Data that cannot be read ends with exit code 2 and one sentence: file, line, reason."""
    write()
    data = real.parent / "data" / "priya" / "sessions.jsonl"
    lines = data.read_text(encoding="utf-8").splitlines(keepends=True)
    data.write_text("".join([*lines[:2], '{"session": \n', *lines[3:]]), encoding="utf-8")
    stopped = run_here(real, lesson.lab)
    assert stopped.code == 2
    assert stopped.stdout == ""
    assert len(stopped.stderr.splitlines()) == 1
    assert stopped.stderr.startswith(f"{data}:3: ")
