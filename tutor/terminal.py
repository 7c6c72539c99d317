"""What a learner's terminal is told: files by the names one would type here, and no letter that it lacks."""

import os
import sys
from pathlib import Path


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
