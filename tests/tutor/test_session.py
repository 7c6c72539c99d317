"""A learner's whole session at a real terminal: each screen as it was, no traceback, and nothing too wide."""

import sys
from pathlib import Path

import pytest

pytest.importorskip("pexpect")
if sys.platform == "win32":
    pytest.skip("pexpect has no terminal here", allow_module_level=True)

from tests.tutor.session import (
    COLUMNS,
    REPORTS,
    TRANSCRIPTS,
    Played,
    copy_of_checkout,
    play,
    reports_elsewhere,
)

ANEW = "uv run python -m tests.tutor.session writes them anew"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_of_checkout(tmp_path_factory.mktemp("session") / "course")


@pytest.fixture(scope="module")
def session(checkout: Path) -> list[Played]:
    return list(play(checkout))


@pytest.fixture(scope="module")
def told(checkout: Path, session: list[Played]) -> dict[str, str]:
    return reports_elsewhere(checkout)


def kept(folder: Path) -> dict[str, str]:
    return {file.stem: file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.txt"))}


def test_every_screen_is_as_its_transcript(session: list[Played]) -> None:
    """From the map of a fresh clone to "done", what is printed is what was kept of it."""
    assert {played.name: played.text for played in session} == kept(TRANSCRIPTS), ANEW


def test_every_report_is_as_it_was_kept(told: dict[str, str]) -> None:
    """A lab that is broken in one of the usual ways gets the words that were found to read well."""
    assert told == kept(REPORTS), ANEW


def test_no_traceback_is_shown_anywhere(session: list[Played], told: dict[str, str]) -> None:
    """Whatever is wrong, a learner reads sentences."""
    assert not [played.name for played in session if "Traceback" in played.raw]
    assert not [name for name, text in told.items() if "Traceback" in text]


def test_every_screen_fits_the_terminal(session: list[Played], told: dict[str, str]) -> None:
    """80 columns suffice for all but a command that was typed."""
    texts = {**{played.name: played.text for played in session}, **told}
    del texts["error-plain"]  # a sentence a line
    wide = {
        name: line
        for name, text in texts.items()
        for line in text.splitlines()
        if len(line) > COLUMNS and not line.startswith("$ ") and "uv run python" not in line
    }
    assert wide == {}


def test_a_terminal_has_colour(session: list[Played], told: dict[str, str]) -> None:
    """What passed is green at a terminal; where there is none, no escape is printed."""
    right = next(played for played in session if played.name == "08-right")
    assert "\x1b[32mpassed" in right.raw
    assert not [name for name, text in told.items() if "\x1b" in text]
