"""What a learner's terminal is told: files by the names one would type here, and no letter that it lacks."""

import os
import sys
import textwrap
from pathlib import Path

WIDTH = 80


def seen_from_here(file: Path) -> str:
    """A path as one would type it here, if that is shorter to read."""
    try:
        relative = os.path.relpath(file)
    except ValueError:  # another drive
        return str(file)
    return str(file) if relative.startswith("..") else relative


def printable() -> None:
    """Let what a terminal has no letter for be shown as an escape."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")


def wrapped(prefix: str, text: str, width: int = WIDTH) -> list[str]:
    """The lines of a text behind its prefix, further ones under its beginning; of no text, none."""
    return textwrap.wrap(text, width, initial_indent=prefix, subsequent_indent=" " * len(prefix))


def laid(prefix: str, text: str) -> str:
    """The same as one text."""
    return "\n".join(wrapped(prefix, text))
