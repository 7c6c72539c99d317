"""What root's boxes keep, those of an ordinary user keep too: boxes and attacks are tried again as one."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.conftest import CHECKOUT
from tests.grader.boxes import boxes as boxes

# A user whom no system gives out, below those whom boxes run as.
USER = 1_400_000_000
FILES = ("box/test_box.py", "box/test_boxed.py", "test_hostile.py")
PLACES = [str(Path(__file__).parent / name) for name in FILES]
# What a class comes to does not hang on the user once each submission's own verdict does not.
LEFT_OUT = ["-k", "not no_verdict_depends_on_who_came_before"]
MARKED = ["-m", "boxed", "-p", "no:cacheprovider", *LEFT_OUT, *PLACES]
# Two at once, for each waits a lot; the outer run has as many at work as there are processors.
AT_ONCE = ["-n2", "--dist=loadfile"]


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """An empty home of that user."""
    home = tmp_path / "home"
    home.mkdir()
    os.chown(home, USER, USER)
    yield home
    shutil.rmtree(home, ignore_errors=True)


@pytest.mark.skipif(os.geteuid() != 0, reason="whoever runs these tests is an ordinary user already")
def test_every_boxed_test_passes_as_an_ordinary_user(boxes: None, home: Path) -> None:
    """As many pass as are marked, none fails and none is left out."""
    python = [sys.executable, "-m", "pytest"]
    collected = subprocess.run(
        [*python, "--collect-only", "--quiet", "-n0", *MARKED], cwd=CHECKOUT, capture_output=True, text=True
    )
    marked = sum("::" in line for line in collected.stdout.splitlines())
    assert marked > 0, collected.stdout + collected.stderr
    tried = subprocess.run(
        [
            *as_user(home),
            *python,
            *MARKED,
            *AT_ONCE,
            f"--junitxml={home}/tried.xml",
            f"--basetemp={home}/tests",
        ],
        cwd=CHECKOUT,
        env={**os.environ, "HOME": str(home), "TMPDIR": str(home), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
    )
    report = (home / "tried.xml").read_bytes() if (home / "tried.xml").exists() else b"<none/>"
    counts = {name: int(value) for name, value in _counts(report).items()}
    left_out = ElementTree.fromstring(report).findall(".//skipped")
    if counts.get("skipped") == counts.get("tests") == marked and not os.environ.get("CI"):
        pytest.skip(f"for an ordinary user: {left_out[0].get('message')}")
    expected = {"tests": marked, "failures": 0, "errors": 0, "skipped": 0}
    assert counts == expected, tried.stdout[-20_000:] + tried.stderr


def _counts(report: bytes) -> dict[str, str]:
    suite = ElementTree.fromstring(report).find("testsuite")
    if suite is None:
        return {}
    return {name: suite.get(name, "") for name in ("tests", "failures", "errors", "skipped")}


def as_user(home: Path) -> list[str]:
    """The command before a command that runs it as that user.

    The user may read the interpreter, its packages and the checkout wherever these lie: in place of a folder
    on the way that is closed to others there is an open one, with nothing else in it.
    """
    identity = ["--reuid", str(USER), "--regid", str(USER), "--clear-groups"]
    nothing = ["--bounding-set=-all", "--inh-caps=-all"]
    opened = ["bwrap", "--die-with-parent", "--dev-bind", "/", "/"]
    closed: list[Path] = []
    for wanted in map(Path, dict.fromkeys((sys.base_prefix, sys.prefix, str(CHECKOUT), str(home)))):
        first = next((folder for folder in reversed((wanted, *wanted.parents)) if not _is_open(folder)), None)
        if first is None:
            continue
        if first not in closed:
            closed.append(first)
            opened += ["--perms", "0755", "--tmpfs", str(first)]
        for folder in reversed([folder for folder in wanted.parents if first in folder.parents]):
            opened += ["--perms", "0755", "--dir", str(folder)]
        for shown in wanted.iterdir() if first == wanted else (wanted,):
            opened += ["--bind", str(shown), str(shown)]
    return [*opened, "--", "setpriv", *identity, *nothing]


def _is_open(folder: Path) -> bool:
    """Whether others may enter it."""
    return bool(folder.stat().st_mode & 0o001)
