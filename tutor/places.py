"""Files as a learner at this terminal would name them."""

import os
from pathlib import Path


def seen_from_here(file: Path) -> str:
    """A path as one would type it here, if that is shorter to read."""
    try:
        relative = os.path.relpath(file)
    except ValueError:  # another drive
        return str(file)
    return str(file) if relative.startswith("..") else relative
