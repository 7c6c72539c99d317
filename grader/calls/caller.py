"""What the judge is given: something that calls a piece of the learner's, wherever it lives.

The judge hands over the piece's full name and its encoded arguments, and gets a reply. It knows neither the
box nor the process behind it.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Literal, Protocol

from msgspec import Struct

NOTEBOOK = "your notebook"

Outcome = Literal["returned", "raised", "unusable", "over limit", "ended", "missing"]


class BoxError(Exception):
    """The place where submissions run is not to be had, which is our fault; the sentence says what to do."""


class Killed(Exception):
    """The process that a call ran in was killed, because the check asked for it."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One line of the learner's own file that an error passed through; line 0 where lines have no numbers."""

    line: int
    code: str


class Reply(Struct, frozen=True):
    """What a call came to.

    outcome: `returned` (value holds the encoded answer), `raised` (error, message, frames), `unusable` (an
    answer that cannot cross; message says why), `over limit` (message says which), `ended` (the process is
    gone; message says how), or `missing` (there is no such function).
    changed: the names of arguments that the call changed.
    seconds: how long it took, 0 where nobody counts because somebody debugs.
    printed: the beginning of what it printed, "" where that went to a terminal.
    """

    outcome: Outcome
    value: bytes = b""
    error: str = ""
    message: str = ""
    frames: tuple[Frame, ...] = ()
    changed: tuple[str, ...] = ()
    seconds: float = 0.0
    printed: str = ""


class NotHere(Exception):
    """What a check needs cannot be done on this system; the sentence says where it can."""


class Caller(Protocol):
    """Calls functions by their full name: `memlab.evolve.summarize.summarise_session`, `scenes.crash_at`.

    Nothing that the learner's code does makes it raise anything but Killed, and that only inside
    `kill_after`. It lets KeyboardInterrupt through, and raises BoxError where no box is to be had.
    """

    file: str
    """How messages name the learner's file."""

    def load(self) -> Reply:
        """Load the learner's file: `returned` if that went well. Called once, before anything else."""
        ...

    def start_anew(self) -> Reply:
        """Load the file once more, where nothing is left of what it remembers or has written."""
        ...

    def call(self, function: str, arguments: bytes) -> Reply:
        """Call the learner's function of that name, or a scene with the learner's pieces."""
        ...

    def clean(self, function: str, arguments: bytes) -> Reply:
        """Call a function of the library on a copy of the scratch files, away from the learner's code."""
        ...

    def empty_scratch(self) -> None:
        """From now on calls run in a scratch folder, which is empty."""
        ...

    def put(self, files: Mapping[str, bytes]) -> None:
        """Lay files into the scratch folder."""
        ...

    def fetch(self) -> dict[str, bytes]:
        """Read all plain files of the scratch folder.

        Raises ScratchError (`grader.calls.scratch`) if there are too many or too large ones.
        """
        ...

    def close(self) -> None:
        """End whatever was started for it, and let go of its files."""
        ...

    def kill_after(self, milliseconds: float) -> AbstractContextManager[None]:
        """Kill the process that calls run in so long from now, and at the end in any case.

        A call that is cut off raises Killed, which the block swallows.
        """
        ...
