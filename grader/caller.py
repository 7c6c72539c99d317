"""What the judge is given: something that calls a piece of the learner's, wherever it lives.

The judge hands over the piece's full name and its encoded arguments, and gets a reply. It knows neither the
box nor the process behind it.
"""

from dataclasses import dataclass
from typing import Literal, Protocol


@dataclass(frozen=True, slots=True)
class Frame:
    """One line of the learner's own file that an error passed through."""

    line: int
    code: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What a call came to.

    outcome: `returned` (value holds the encoded answer), `raised` (error, message, frames), `unusable` (an
    answer that cannot cross; message says why), `over limit`, or `missing` (there is no such function).
    changed: the names of arguments that the call changed.
    """

    outcome: Literal["returned", "raised", "unusable", "over limit", "missing"]
    value: bytes = b""
    error: str = ""
    message: str = ""
    frames: tuple[Frame, ...] = ()
    changed: tuple[str, ...] = ()


class Caller(Protocol):
    """Calls pieces by their full name, such as `memlab.evolve.summarize.summarise_session`."""

    def call(self, function: str, arguments: bytes) -> Reply:
        """Call the learner's function of that name.

        Raises for nothing that the learner's code does, but lets KeyboardInterrupt through.
        """
        ...
