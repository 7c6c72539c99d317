"""A file name for each student, whoever they are called: not too long, and nobody else's on any system."""

import hashlib

LONGEST_NAME = 200  # in bytes, of the 255 that a file name may have


class FileNames:
    """Gives file names, without their endings; the same for the same students in the same order.

    >>> names = FileNames()
    >>> [names.of("ana"), names.of("ana"), names.of("Ana")]
    ['ana', 'ana', 'Ana-dea210f0']
    """

    def __init__(self) -> None:
        self._given: dict[str, str] = {}

    def of(self, student: str) -> str:
        """The student's own name, if it can be; else with a hash in place of its end, or behind it."""
        kept = student.encode()[:LONGEST_NAME].decode("utf-8", "ignore")
        # Some systems take names for one that differ in their capitals alone.
        if kept == student and self._given.setdefault(student.casefold(), student) == student:
            return student
        return f"{kept}-{hashlib.sha256(student.encode()).hexdigest()[:8]}"
