"""A machine that can have boxes: what the tests marked `boxed` ask for.

Where no box can be had they skip, in the words of the doctor; in CI they fail. A test module imports the
fixture `boxes`, and the decorator `on_boxes` where only some of its tests need one.
"""

import os
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import pytest

from grader.doctor import examine

Test = TypeVar("Test", bound=Callable[..., Any])


@cache
def missing() -> str:
    """What keeps this machine from having a box and how that is mended; "" where it can have one."""
    for finding in examine():
        if not finding.well:
            return f"{finding.what}: {finding.mend}"
        if finding.what == "a box starts":
            break  # what it holds back is for the tests to find out
    return ""


@pytest.fixture(scope="session")
def boxes() -> None:
    """This machine can have a box."""
    if reason := missing():
        (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)


def on_boxes(test: Test) -> Test:
    """Mark a test that needs a box."""
    marked: Test = pytest.mark.boxed(pytest.mark.usefixtures("boxes")(test))
    return marked
