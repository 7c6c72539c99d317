"""Classes for tests: how students hand things in, and what the grader reads of it."""

import io
import json
import os
import tarfile
import time
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from curriculum.course import load_course
from grader.arriving.submissions import Submission, find, read
from tests.conftest import TOY

CODE = "def double(number):\n    return 2 * number\n"
COURSE = load_course(TOY)
LESSON = COURSE.lesson("doubling")
HandIn = Callable[..., Path]
Data = bytes | Callable[[], bytes]


def cell(source: Any, kind: str = "code", **metadata: Any) -> dict[str, Any]:
    """A cell as Jupyter writes it."""
    outputs = {"outputs": [], "execution_count": None} if kind == "code" else {}
    return {"cell_type": kind, "metadata": metadata, "source": source, **outputs}


def notebook(*cells: Any) -> bytes:
    """A notebook as Jupyter writes it, of these cells or of code cells with these texts."""
    made = [one if isinstance(one, dict) else cell(one) for one in cells]
    return json.dumps({"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": made}).encode()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a class."""
    place = tmp_path / "class"
    place.mkdir()
    return place


@pytest.fixture
def hand_in(folder: Path) -> HandIn:
    """Lay a file into the folder of the class, so many seconds ago."""

    def lay(name: str | bytes, data: str | bytes = CODE, ago: float = 0.0) -> Path:
        path = folder / os.fsdecode(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        for changed in (path, path.parent):
            os.utime(changed, (time.time() - ago,) * 2)
        return path

    return lay


def only(place: Path) -> Submission:
    """The one submission that lies there."""
    [submission] = read_all(place).values()
    return submission


def problem_of(place: Path) -> str:
    """What is said of the one submission that lies there, of which nothing is judged."""
    submission = only(place)
    assert submission.source == ""
    return submission.problem


def read_all(place: Path, lesson: str = "doubling") -> dict[str, Submission]:
    """The submissions of a class for a lesson, by student."""
    wanted = COURSE.lesson(lesson)
    others = [other for other in COURSE.lessons if other.id != lesson]
    return {student: read(student, arrived, wanted, others) for student, arrived in find(place).items()}


def made(data: Data) -> bytes:
    """The bytes, which are made only when a test wants them if they are many."""
    return data() if callable(data) else data


def zipped(files: Mapping[str, str | bytes], packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A .zip of these files."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", packing) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 3, 1, 12, 0, 0)), data, packing)
    return packed.getvalue()


def tarred(files: Mapping[str, str | bytes], mode: str = "w:gz") -> bytes:
    """A .tar.gz of these files."""
    return tarred_members([(tarfile.TarInfo(name), data) for name, data in files.items()], mode)


def tarred_members(members: list[tuple[tarfile.TarInfo, str | bytes]], mode: str = "w:gz") -> bytes:
    """A .tar.gz of these members."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode=mode) as archive:  # type: ignore[call-overload]
        for member, text in members:
            data = text.encode() if isinstance(text, str) else text
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return packed.getvalue()
