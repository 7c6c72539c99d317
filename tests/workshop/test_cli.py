"""The command `course`: what it says, and the code with which it ends."""

import re

import pytest
from typer.testing import CliRunner

from workshop.cli import app


def test_alone_it_says_what_there_is():
    """Called without anything it lists its commands and ends with exit code 2."""
    shown = CliRunner().invoke(app)
    assert shown.exit_code == 2
    assert re.findall(r"^  (build|verify) ", shown.output, re.MULTILINE) == ["build", "verify"]


@pytest.mark.parametrize("command", ["build", "verify"])
@pytest.mark.parametrize(
    ("file", "old", "new", "where"),
    [
        ("course.yaml", "status: ready", "status: redy", ":4: "),
        ("beginner/doubling/lesson.md", "stage: toy", "", ":2: "),
        ("beginner/labelling/lesson.md", "---\nid", "--\nid", ":1: "),
    ],
)
def test_a_course_that_cannot_be_read_is_refused(course, edit, command, file, old, new, where):
    """What is wrong with a file of the course is one sentence with file and line, and exit code 2."""
    path = edit(file, old, new)
    refused = course(command)
    assert refused.exit_code == 2
    assert refused.stdout == ""
    assert refused.stderr.startswith(f"{path}{where}")
    assert len(refused.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", ["build", "verify"])
def test_a_folder_without_a_course_is_refused(tmp_path, command):
    """A folder without course.yaml is named in one sentence."""
    refused = CliRunner().invoke(app, [command, "--course", str(tmp_path)])
    assert refused.exit_code == 2
    assert refused.stderr == f"{tmp_path / 'course.yaml'}: no such file or directory\n"
