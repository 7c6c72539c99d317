"""What a submission prints: the beginning is kept, however it is written."""

import subprocess
import sys

from grader.calls.printed import printing
from grader.limits import PRINTED_CHARACTERS
from tests.grader.workers.test_work import RIGHT, fitted, judged, submission

__all__ = ["fitted"]


def test_all_ways_to_print_are_kept() -> None:
    """Printed, written as bytes, to stderr, without a line end: it stands there in its order."""
    with printing() as printed:
        print("one")
        print("two", file=sys.stderr, end="; ")
        sys.stdout.buffer.write("drei ä\n".encode())
        sys.stdout.write("four")
    assert printed.text == "one\ntwo; drei ä\nfour"


def test_what_stood_there_before_is_back() -> None:
    """Afterwards prints go where they went, also when they were sent elsewhere meanwhile, or nowhere."""
    before = sys.stdout, sys.stderr
    with printing():
        sys.stdout.close()
        sys.stderr = None  # type: ignore[assignment]
    assert (sys.stdout, sys.stderr) == before


def test_only_the_beginning_is_kept() -> None:
    """Whoever prints without end fills no memory, and no letter is cut in half."""
    with printing() as printed:
        for _ in range(10_000):
            print("ä" * 1000, end="")
    assert printed.text == "ä" * PRINTED_CHARACTERS


def test_what_cannot_be_encoded_is_told() -> None:
    """Half a character is no error, as it would be none in a file that nobody reads."""
    with printing() as printed:
        print("\ud800")
    assert printed.text == "\\ud800\n"


def test_a_program_that_is_started_has_where_to_write() -> None:
    """What asks for a descriptor gets one, and what it writes there is not ours to keep."""
    with printing() as printed:
        subprocess.run([sys.executable, "-c", ""], stdout=sys.stdout, check=True)
    assert printed.text == ""


def test_what_a_lab_prints_stands_beside_the_check_in_which_it_did(fitted: object) -> None:
    """Each check has its own, and an answer is none the worse for it."""
    talking = RIGHT.replace("return 2 * number", "print('asked', number)\n    return 2 * number")
    [verdict] = judged(fitted, submission(talking))  # type: ignore[arg-type]
    assert verdict.score == 100
    printed = {check.id: check.printed for check in verdict.checks}
    assert printed["test_four"] == "asked 4\n"
    assert printed["test_zero"] == "asked 0\n"
    assert printed["test_sum"] == "asked 1\nasked 2\nasked 4\n" * 2, "for each of both pieces"
