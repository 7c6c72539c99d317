"""What a submission prints: the beginning is kept for whoever reads the verdict, the rest goes nowhere."""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from grader.limits import PRINTED_CHARACTERS


class Printed(io.RawIOBase):
    """Takes whatever is written, and keeps as much as may be told."""

    def __init__(self) -> None:
        super().__init__()
        self._kept = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        taken = bytes(data)  # type: ignore[call-overload]
        self._kept += taken[: 4 * PRINTED_CHARACTERS - len(self._kept)]
        return len(taken)

    def fileno(self) -> int:
        """Where programs that are started write to."""
        return sys.__stdout__.fileno() if sys.__stdout__ else super().fileno()

    @property
    def text(self) -> str:
        """The beginning of what was written, without half a letter at its end."""
        return self._kept.decode("utf-8", "ignore")[:PRINTED_CHARACTERS]


@contextmanager
def printing() -> Iterator[Printed]:
    """Have all that is printed meanwhile taken down."""
    printed = Printed()
    before = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = io.TextIOWrapper(
        io.BufferedWriter(printed), encoding="utf-8", errors="backslashreplace", write_through=True
    )
    ours = sys.stdout
    try:
        yield printed
    finally:
        sys.stdout, sys.stderr = before
        with suppress(ValueError):  # it was closed
            ours.flush()
