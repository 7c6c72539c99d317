"""`learn update`: what is new comes, and not one byte of what a learner edited changes."""

import shutil
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from curriculum.course import load_course
from curriculum.notebook import notebook_of
from tests.conftest import TOY
from tutor.cli import app
from workshop.labs import solved

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

LAB = "toy/beginner/doubling/lab/lab.py"
IDENTITY = ("-c", "user.name=somebody", "-c", "user.email=somebody@example.org")


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", *IDENTITY, *arguments], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.fixture
def upstream(tmp_path: Path) -> Path:
    """A repository with the toy course in it."""
    folder = tmp_path / "upstream"
    shutil.copytree(TOY, folder / "toy", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "README.md").write_text("first\n", encoding="utf-8")
    (folder / ".gitignore").write_text(".course/\n__pycache__/\n", encoding="utf-8")
    git(folder, "init", "--quiet", "--initial-branch", "main")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "Begin")
    return folder


@pytest.fixture
def clone(tmp_path: Path, upstream: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Somebody's clone of it, in whose folder one stands."""
    git(tmp_path, "clone", "--quiet", str(upstream), "clone")
    monkeypatch.chdir(tmp_path / "clone" / "toy")
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "somebody")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "somebody@example.org")
    return tmp_path / "clone"


@pytest.fixture
def release(upstream: Path):
    """Let the course change: its README, and the start of the first lab in all its forms."""

    def publish(*, stub: bool = True) -> None:
        (upstream / "README.md").write_text("second\n", encoding="utf-8")
        if stub:
            lab = upstream / LAB
            new = lab.read_text(encoding="utf-8").replace("# # Doubling", "# # Doubling, anew")
            lab.write_text(new, encoding="utf-8")
            lab.with_name("stub.py").write_text(new, encoding="utf-8")
            lab.with_suffix(".ipynb").write_text(notebook_of(new), encoding="utf-8")
        git(upstream, "commit", "--all", "--quiet", "--message", "Go on")

    return publish


def update():
    return CliRunner().invoke(app, ["update"])


def contents(clone: Path) -> dict[str, bytes]:
    """The bytes of the lab and its notebook."""
    return {name: (clone / LAB).with_name(name).read_bytes() for name in ("lab.py", "lab.ipynb")}


def write(clone: Path) -> bytes:
    """Solve the lab of a clone."""
    text = solved(load_course(clone / "toy").lesson("B1")) + "# mine: größer\r\n"
    (clone / LAB).write_bytes(text.encode())
    return (clone / LAB).read_bytes()


def test_an_untouched_lab_follows_the_course(clone, upstream, release):
    """Who has edited nothing has all that is new, labs too, and a clean checkout."""
    release()
    assert update().stdout == "The course is up to date.\n"
    assert contents(clone) == contents(upstream)
    assert git(clone, "status", "--porcelain") == ""
    assert update().stdout == "Everything is up to date.\n"


def test_an_edited_lab_stays_and_its_new_start_lies_beside_it(clone, upstream, release):
    """The learner's file is the same bytes, the README is the new one, and stub.py is what changed."""
    mine = write(clone)
    release()
    stamp = (clone / LAB).stat()
    assert update().stdout.splitlines() == [
        "The course is up to date.",
        "B1: lab.py as you left it; the lab begins differently now: stub.py beside it.",
    ]
    assert (clone / LAB).read_bytes() == mine
    assert (clone / LAB).stat().st_mtime_ns == stamp.st_mtime_ns  # it was never written, not even with itself
    assert (clone / LAB).stat().st_ino == stamp.st_ino
    assert (clone / "README.md").read_text(encoding="utf-8") == "second\n"
    assert "anew" in (clone / LAB).with_name("stub.py").read_text(encoding="utf-8")
    assert git(clone, "rev-parse", "HEAD") == git(upstream, "rev-parse", "HEAD")
    assert git(clone, "status", "--porcelain").splitlines() == [f"M {LAB}"]


def test_git_alone_refuses_what_the_update_does(clone, release):
    """That is why there is a command for it; git loses nothing, and helps nobody."""
    mine = write(clone)
    release()
    pulled = subprocess.run(
        ["git", "pull", "--quiet"], cwd=clone, capture_output=True, text=True, check=False
    )
    assert pulled.returncode != 0
    assert (clone / LAB).read_bytes() == mine


def test_where_the_start_is_the_same_nothing_is_said_of_it(clone, release):
    """The lab is named as left alone, and no more."""
    write(clone)
    release(stub=False)
    assert update().stdout.splitlines()[1:] == ["B1: lab.py as you left it."]


def test_a_lab_that_was_committed_stays_too(clone, upstream, release):
    """Commits of one's own are merged, and in the labs one's own side wins."""
    mine = write(clone)
    git(clone, "commit", "--all", "--quiet", "--message", "My lab")
    release()
    assert update().exit_code == 0
    assert (clone / LAB).read_bytes() == mine
    assert (clone / "README.md").read_text(encoding="utf-8") == "second\n"
    assert git(clone, "status", "--porcelain") == ""
    assert git(clone, "merge-base", "--is-ancestor", git(upstream, "rev-parse", "HEAD"), "HEAD") == ""


def test_a_lab_that_was_committed_and_edited_again_stays(clone, release):
    """What was committed and what was not are both kept."""
    write(clone)
    git(clone, "commit", "--all", "--quiet", "--message", "My lab")
    with (clone / LAB).open("ab") as lab:
        lab.write(b"# and more\n")
    mine = (clone / LAB).read_bytes()
    release()
    assert update().exit_code == 0
    assert (clone / LAB).read_bytes() == mine
    assert git(clone, "show", f"HEAD:{LAB}") + "\n" == mine.decode().removesuffix("# and more\n").replace(
        "\r\n", "\n"
    )


def test_a_lab_that_was_deleted_stays_deleted(clone, release):
    """`learn start` lays it out anew; an update does not decide that."""
    (clone / LAB).unlink()
    release()
    assert update().exit_code == 0
    assert not (clone / LAB).exists()


def other_edit(clone: Path) -> None:
    (clone / "README.md").write_text("my notes\n", encoding="utf-8")


def other_commit(clone: Path) -> None:
    other_edit(clone)
    git(clone, "commit", "--all", "--quiet", "--message", "My notes")


def staged_and_edited(clone: Path) -> None:
    git(clone, "add", LAB)
    (clone / LAB).write_bytes((clone / LAB).read_bytes() + b"# more\n")


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (other_edit, "git read-tree did not work, and nothing was changed: "),
        (other_commit, "your commits and the new ones do not come together; merge with git: "),
        (staged_and_edited, "is staged as it no longer is; commit it or git restore --staged it"),
    ],
    ids=["a README edited", "a README committed", "staged and edited"],
)
def test_what_git_cannot_bring_together_is_refused_and_nothing_changes(clone, release, edit, says):
    """Exit code 2, git's own reason, and everything as it was, the index too."""
    write(clone)
    edit(clone)
    release()
    before = contents(clone), git(clone, "status", "--porcelain"), git(clone, "rev-parse", "HEAD")
    refused = update()
    assert refused.exit_code == 2
    assert says in refused.stderr
    assert len(refused.stderr.splitlines()) == 1
    assert (contents(clone), git(clone, "status", "--porcelain"), git(clone, "rev-parse", "HEAD")) == before


def test_what_git_would_stash_by_itself_is_not(clone, release):
    """Where somebody has told git to stash before it merges, the labs are still left alone."""
    git(clone, "config", "merge.autostash", "true")
    mine = write(clone)
    release()
    assert update().exit_code == 0
    assert (clone / LAB).read_bytes() == mine
    assert git(clone, "stash", "list") == ""


@pytest.mark.parametrize("committed", [False, True])
def test_a_lesson_that_moves_upstream_leaves_the_edited_lab_where_it_is(clone, upstream, committed):
    """Its folder goes on with the course; what was written stays at its place."""
    mine = write(clone)
    if committed:
        git(clone, "commit", "--all", "--quiet", "--message", "My lab")
        (clone / LAB).write_bytes(mine + b"# more\n")
        mine = (clone / LAB).read_bytes()
    git(upstream, "mv", "toy/beginner/doubling", "toy/beginner/twice")
    git(upstream, "commit", "--quiet", "--message", "Move")
    assert update().exit_code == 0
    assert (clone / LAB).read_bytes() == mine
    assert (clone / LAB.replace("doubling", "twice")).is_file()


def test_a_lab_that_is_a_link_stays_one(clone, release, tmp_path):
    """Who keeps a lab elsewhere has it there still."""
    mine = write(clone)
    (clone / LAB).rename(tmp_path / "elsewhere.py")
    (clone / LAB).symlink_to(tmp_path / "elsewhere.py")
    release()
    assert update().exit_code == 0
    assert (clone / LAB).is_symlink()
    assert (clone / LAB).read_bytes() == mine


def test_outside_a_checkout_that_is_said(toy, monkeypatch):
    """A folder that was handed out has nothing to fetch from."""
    monkeypatch.chdir(toy)
    refused = update()
    assert refused.exit_code == 2
    assert "lies in no git checkout, so there is nothing to fetch" in refused.stderr


def test_a_branch_that_follows_none_is_said_so(clone):
    """The sentence names the command that mends it."""
    git(clone, "branch", "--unset-upstream")
    refused = update()
    assert refused.exit_code == 2
    assert refused.stderr.startswith("this branch follows none; git branch --set-upstream-to ")
