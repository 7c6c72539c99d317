"""Fetching what is new in the course, with git, while every lab that somebody has edited stays as it is.

A learner's files are never touched, not even for a moment: git moves from one tree to another in which the
labs are the same, and so leaves them alone. What changed in a lab's start lies in its stub.py.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from curriculum.course import Course, Lesson
from curriculum.files import CourseError


def updated(course: Course) -> Iterator[str]:
    """Fetch and move forward; says in sentences what came of it.

    Commits of the learner's own are kept by a merge, in which their labs win.
    Raises CourseError where git cannot do it; then everything is as it was.
    """
    if course.handed_out:
        raise CourseError("this folder is a handout; what is new in it comes from whoever gave it to you")
    git = Git(course.folder)
    upstream = git.upstream()
    git.run("fetch", "--quiet")
    head, target = git.commit("HEAD"), git.commit(upstream)
    if git.is_ancestor(target, head):
        yield "Everything is up to date."
        return
    base = git.run("merge-base", head, target)
    labs = [path for lesson in course.lessons for path in (lesson.lab, lesson.notebook)]
    edited = git.changed(base, labs)
    forward = target if git.is_ancestor(head, target) else git.merged(base, head, target, labs)
    stubs = git.changed(base, [lesson.stub for lesson in course.lessons], until=target)
    git.move_to(forward, leaving=edited)
    yield "The course is up to date."
    for lesson in course.lessons:
        yield from _of_lab(lesson, edited, stubs)


def _of_lab(lesson: Lesson, edited: Iterable[Path], stubs: Iterable[Path]) -> Iterator[str]:
    names = [path.name for path in (lesson.lab, lesson.notebook) if path in edited]
    if names:
        newer = lesson.stub in stubs and lesson.stub.is_file()
        also = f"; the lab begins differently now: {lesson.stub.name} beside it" if newer else ""
        yield f"{lesson.code}: {' and '.join(names)} as you left {'it' if len(names) == 1 else 'them'}{also}."


def in_checkout(folder: Path) -> bool:
    """Whether a folder lies in a checkout of git."""
    return any((above / ".git").exists() for above in (folder, *folder.parents))


@dataclass(frozen=True, slots=True)
class Done:
    """What a command of git came to."""

    returncode: int
    stdout: str
    stderr: str


class Git:
    """The git of the checkout that a folder lies in."""

    def __init__(self, folder: Path) -> None:
        if shutil.which("git") is None:
            raise CourseError("git is not installed, and this command fetches with it")
        if not in_checkout(folder):
            raise CourseError(
                f"{folder} lies in no git checkout, so there is nothing to fetch; "
                "get what is new from where you have it"
            )
        self._root = folder
        self._root = Path(self.run("rev-parse", "--show-toplevel"))

    def run(self, *arguments: str, index: Path | None = None) -> str:
        """What a command prints; raises CourseError with git's own words where it fails."""
        done = self._done(arguments, index)
        if done.returncode:
            said = " ".join((done.stderr.strip() or done.stdout.strip()).split())
            raise CourseError(f"git {arguments[0]} did not work, and nothing was changed: {said}")
        return done.stdout.strip()

    def _done(self, arguments: Iterable[str], index: Path | None = None) -> "Done":
        environment = {**os.environ, "LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0"}
        if index is not None:
            environment["GIT_INDEX_FILE"] = str(index)
        done = subprocess.run(
            ["git", *arguments],
            cwd=self._root,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
        # Names of files may be in it, which are of the system's own encoding.
        return Done(done.returncode, os.fsdecode(done.stdout), os.fsdecode(done.stderr))

    def upstream(self) -> str:
        """The branch that this one follows."""
        name = "@{upstream}"
        done = self._done(("rev-parse", "--abbrev-ref", "--symbolic-full-name", name))
        if done.returncode:
            raise CourseError(
                "this branch follows none; git branch --set-upstream-to names the one it should"
            )
        return done.stdout.strip()

    def commit(self, name: str) -> str:
        return self.run("rev-parse", "--verify", f"{name}^{{commit}}")

    def is_ancestor(self, earlier: str, later: str) -> bool:
        return self._done(("merge-base", "--is-ancestor", earlier, later)).returncode == 0

    def changed(self, since: str, files: Iterable[Path], *, until: str | None = None) -> list[Path]:
        """Which of the files differ from a commit: as they lie there, or in another commit."""
        names = [self._named(file) for file in files]
        if not names:
            return []
        listed = self.run("diff", "--name-only", "-z", since, *([until] if until else []), "--", *names)
        return [self._root / name for name in listed.split("\0") if name]

    def merged(self, base: str, head: str, target: str, labs: Iterable[Path]) -> str:
        """A commit in which both come together, and every lab that was committed here is as it is here."""
        own = self.changed(base, labs, until=head)
        done = self._done(("merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", head, target))
        tree, *conflicts = done.stdout.split("\0")
        left = {name for name in conflicts if name} - {self._named(file) for file in own}
        if done.returncode > 1 or left:
            said = done.stderr.strip() or f"they differ in {', '.join(sorted(left))}"
            raise CourseError(f"your commits and the new ones do not come together; merge with git: {said}")
        tree = self._tree(tree, own, head)
        message = "Merge what is new in the course; the labs are as they were here"
        return self.run("commit-tree", tree, "-p", head, "-p", target, "-m", message)

    def move_to(self, commit: str, *, leaving: Iterable[Path]) -> None:
        """Move the branch and all files forward to a commit, but for these, which are not looked at."""
        files = list(leaving)
        staged = self.changed_in_index(files)
        if staged:
            raise CourseError(
                f"{staged[0]} is staged as it no longer is; commit it or git restore --staged it"
            )
        head = self.commit("HEAD")
        # From a tree in which they are what they will be: so there is nothing that git would do to them.
        before = self._tree(head, files, commit)
        index = self._root / self.run("rev-parse", "--git-path", "index")
        with tempfile.TemporaryDirectory() as folder:
            kept = Path(shutil.copy2(index, Path(folder, "index")))
            try:
                for file in files:
                    self._put(file, commit, None)
                self.run("read-tree", "-m", "-u", before, commit)
            except BaseException:
                shutil.copy2(kept, index)
                raise
        self.run("update-ref", "-m", "learn update", "HEAD", commit, head)

    def _tree(self, tree: str, files: Iterable[Path], commit: str) -> str:
        """A tree like another, in which these files are as they are in a commit."""
        with tempfile.TemporaryDirectory() as folder:
            index = Path(folder, "index")
            self.run("read-tree", tree, index=index)
            for file in files:
                self._put(file, commit, index)
            return self.run("write-tree", index=index)

    def changed_in_index(self, files: Iterable[Path]) -> list[Path]:
        """Those that were staged, and then edited again."""
        names = [self._named(file) for file in files]
        if not names:
            return []
        staged, edited = (
            set(self.run("diff", *options, "--name-only", "-z", "--", *names).split("\0")) - {""}
            for options in (("--cached",), ())
        )
        return [self._root / name for name in sorted(staged & edited)]

    def _put(self, file: Path, commit: str, index: Path | None) -> None:
        """Let an index have a file as it is in a commit."""
        name = self._named(file)
        entry = self._entry(commit, name)
        if entry is None:
            self.run("update-index", "--force-remove", "--", name, index=index)
        else:
            mode, blob = entry
            self.run("update-index", "--add", "--cacheinfo", f"{mode},{blob},{name}", index=index)

    def _entry(self, commit: str, name: str) -> tuple[str, str] | None:
        listed = self.run("ls-tree", "--full-tree", commit, "--", name)
        if not listed:
            return None
        mode, _, blob = listed.split("\t")[0].split(" ")
        return mode, blob

    def _named(self, file: Path) -> str:
        return file.relative_to(self._root.resolve()).as_posix()  # a link is a file of its own name
