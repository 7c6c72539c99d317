"""Keeping lab.py and lab.ipynb in step, by what stands in their cells and never by time stamps.

Which of the two was edited is told from what they held when they were last alike. Where both were, neither
is touched.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from curriculum.course import Course, Lesson
from curriculum.files import CourseError, decoded
from curriculum.notebook import cells_of_notebook, cells_of_script, notebook_of, script_of
from tutor.kept import Kept
from tutor.state import opened, path_of, put_content, stamp

Side = Literal["script", "notebook"]
# What became of the two: nothing to do, one brought in step, or both left as they are.
Outcome = Literal["alike", "script written", "notebook written", "both edited"]


@dataclass(frozen=True, slots=True)
class _Both:
    """Both files as they lie there, or as they lay there once.

    taken_back: what had made them alike was undone.
    """

    script: bytes
    notebook: bytes
    taken_back: bool = False


class Pair:
    """The two files of a lab."""

    def __init__(self, course: Course, lesson: Lesson) -> None:
        self._course = course
        self._lesson = lesson
        self._state = path_of(course)

    def bring_in_step(
        self, now: datetime, *, keep: Side | None = None, only: Literal["script"] | None = None
    ) -> Outcome:
        """Write the file that was not edited from the one that was; what stood there is kept.

        keep: which of the two counts where both were edited; without it both are left as they are.
        only: the one file that may be written; where it would be the other, nothing is done.
        Raises CourseError where the notebook cannot be read.
        """
        both = self._both()
        if both is None:
            return "alike"  # a file that is missing has nothing that could be lost
        base = self._last_alike()
        if base == both or (
            only == "script" and base and base.notebook == both.notebook and not base.taken_back
        ):
            return "alike"  # and nothing slow was imported to see that
        edited = keep or self._edited(both, base)
        match edited:
            case "both":
                return "both edited"
            case "notebook":
                return self._write_script(both, now)
            case "script" if only != "script":
                return self._write_notebook(both, now)
            case "alike":
                self._note(both, now)
            case "script" if base is None:
                self._note(
                    _Both(self._lesson.stub.read_bytes(), both.notebook), now
                )  # as they were at the start
        return "alike"

    def _both(self) -> _Both | None:
        script, notebook = self._lesson.lab, self._lesson.notebook
        if not (script.is_file() and notebook.is_file()):
            return None
        return _Both(script.read_bytes(), notebook.read_bytes())

    def _edited(self, both: _Both, base: _Both | None) -> Literal["alike", "script", "notebook", "both"]:
        script, notebook = self._script_cells(both.script), self._notebook_cells(both.notebook)
        if script == notebook:
            return "alike"
        if base and base.taken_back:
            return "both"  # whoever took back how they were made alike is asked
        start = self._script_cells(self._lesson.stub.read_bytes())
        was = self._script_cells(base.script) if base else start
        # A cell of a notebook may hold what parts cells in a script, so each is compared with its own kind.
        notebook_was = self._notebook_cells(base.notebook) if base else start
        if notebook == notebook_was or (script != was and notebook == start):
            return "script"
        if script in (was, start):
            return "notebook"
        return "both"

    def _script_cells(self, data: bytes) -> list[tuple[str, str]]:
        return cells_of_script(decoded(data, self._lesson.lab))

    def _notebook_cells(self, data: bytes) -> list[tuple[str, str]]:
        try:
            return cells_of_notebook(decoded(data, self._lesson.notebook))
        except CourseError as error:
            raise CourseError(f"{self._lesson.notebook}: {error}") from error

    def _write_script(self, both: _Both, now: datetime) -> Outcome:
        like = decoded(both.script, self._lesson.lab)
        new = script_of(decoded(both.notebook, self._lesson.notebook), like=like).encode()
        why = f"{self._lesson.code}: script from notebook"
        change = Kept(self._course).change({self._lesson.lab: new}, why, now)
        self._note(_Both(new, both.notebook), now, change)
        return "script written"

    def _write_notebook(self, both: _Both, now: datetime) -> Outcome:
        script = decoded(both.script, self._lesson.lab)
        try:
            new = notebook_of(script, like=decoded(both.notebook, self._lesson.notebook)).encode()
        except CourseError:
            new = notebook_of(script).encode()  # one that cannot be read has nothing to be taken over
        why = f"{self._lesson.code}: notebook from script"
        change = Kept(self._course).change({self._lesson.notebook: new}, why, now)
        self._note(_Both(both.script, new), now, change)
        return "notebook written"

    def _last_alike(self) -> _Both | None:
        if not self._state.exists():
            return None
        with opened(self._state) as file:
            row = file.execute(
                "SELECT one.bytes, other.bytes, EXISTS (SELECT 1 FROM change WHERE undoes = pair.change)"
                " FROM pair JOIN content AS one ON one.hash = script"
                " JOIN content AS other ON other.hash = notebook"
                " WHERE lesson = ? ORDER BY pair.number DESC LIMIT 1",
                (self._lesson.id,),
            ).fetchone()
        return _Both(row[0], row[1], bool(row[2])) if row else None

    def _note(self, both: _Both, now: datetime, change: int | None = None) -> None:
        """Write down that they are alike, and by which change they were made so."""
        with opened(self._state) as file:
            script, notebook = put_content(file, both.script), put_content(file, both.notebook)
            row = (self._lesson.id, script, notebook, stamp(now), change)
            file.execute(
                "INSERT INTO pair (lesson, script, notebook, at, change) VALUES (?, ?, ?, ?, ?)", row
            )
