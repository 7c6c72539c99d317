"""The only way in which the companion changes a learner's file: what stood there is kept first, for good.

What is kept is on the disk before the file is touched, so that no kill loses it.
"""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from curriculum.course import Course
from curriculum.files import CourseError, write_bytes
from tutor.state import opened, path_of, put_content, stamp


@dataclass(frozen=True, slots=True)
class Change:
    """Files that were changed together.  files: as seen from the course's folder.  undone: was taken back."""

    number: int
    why: str
    at: str
    files: tuple[str, ...]
    undone: bool


class Kept:
    """What the companion has changed in the files of a course, and what stood there before."""

    def __init__(self, course: Course) -> None:
        self._folder = course.folder
        self._path = path_of(course)

    def change(
        self, contents: Mapping[Path, bytes | None], why: str, now: datetime, *, undoes: int | None = None
    ) -> int | None:
        """Write these files, or remove those without a content, and keep what they held.

        why: in a few words, such as "reset of I2".  undoes: the number of the change that this takes back.
        Returns the number of the change; None where every file is already so, and nothing is done.
        """
        for path in contents:
            if path.is_dir():
                raise CourseError(f"{path}: a folder lies where a file should be; move it away")
        before = {path: path.read_bytes() if path.is_file() else None for path in contents}
        changed = {path: new for path, new in contents.items() if new != before[path]}
        if not changed and undoes is None:
            return None
        with opened(self._path) as file:
            row = (why, stamp(now), undoes)
            number = file.execute("INSERT INTO change (why, at, undoes) VALUES (?, ?, ?)", row).lastrowid
            for path in changed:
                old = before[path]
                kept = (number, self._named(path), None if old is None else put_content(file, old))
                file.execute("INSERT INTO kept (change, file, content) VALUES (?, ?, ?)", kept)
        # In one transaction, so that two commands write one after the other, each over what it has seen.
        with opened(self._path) as file:
            for path, new in changed.items():
                self._keep_what_came_between(file, number, path, before[path])
                if new is None:
                    path.unlink(missing_ok=True)
                else:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    write_bytes(path.resolve(), new)  # a learner may have put a link there
        return number

    def _keep_what_came_between(
        self, file: sqlite3.Connection, number: int | None, path: Path, seen: bytes | None
    ) -> None:
        """Keep also what somebody has saved since the file was read, in a change of its own."""
        now = path.read_bytes() if path.is_file() else None
        if now is None or now == seen:
            return
        why, at = file.execute("SELECT why, at FROM change WHERE number = ?", (number,)).fetchone()
        row = (f"{why}: saved meanwhile", at)
        later = file.execute("INSERT INTO change (why, at) VALUES (?, ?)", row).lastrowid
        kept = (later, self._named(path), put_content(file, now))
        file.execute("INSERT INTO kept (change, file, content) VALUES (?, ?, ?)", kept)

    def changes(self) -> tuple[Change, ...]:
        """All of them, the first first."""
        if not self._path.exists():
            return ()
        with opened(self._path) as file:
            rows = file.execute(
                "SELECT number, why, at, EXISTS (SELECT 1 FROM change AS later"
                " WHERE later.undoes = change.number) FROM change ORDER BY number"
            ).fetchall()
            files = file.execute("SELECT change, file FROM kept ORDER BY number").fetchall()
        return tuple(
            Change(number, why, at, tuple(name for of, name in files if of == number), bool(undone))
            for number, why, at, undone in rows
        )

    def undo(self, number: int | None, now: datetime) -> tuple[Change, int]:
        """Put back what stood in the files before a change; what stands there now is kept in its turn.

        number: which change; None for the last that was neither taken back nor took one back.
        Returns that change, and the number of the one that took it back.
        """
        changes = self.changes()
        if number is None:
            taking_back = self._taking_back()
            left = [change for change in changes if not change.undone and change.number not in taking_back]
        else:
            left = [change for change in changes if change.number == number]
        if not left:
            what = "nothing that is left to undo" if number is None else f"no change {number}"
            raise CourseError(f"there is {what}: uv run learn undo --list shows what was changed and kept")
        change = left[-1]
        with opened(self._path) as file:
            rows = file.execute(
                "SELECT file, bytes FROM kept LEFT JOIN content ON content = hash WHERE change = ?",
                (change.number,),
            ).fetchall()
        contents = {self._folder / name: content for name, content in rows}
        taken_back = self.change(contents, f"undo of {change.number}", now, undoes=change.number)
        assert taken_back is not None
        return change, taken_back

    def _taking_back(self) -> frozenset[int]:
        with opened(self._path) as file:
            rows = file.execute("SELECT number FROM change WHERE undoes IS NOT NULL").fetchall()
        return frozenset(number for (number,) in rows)

    def _named(self, path: Path) -> str:
        return path.relative_to(self._folder).as_posix()
