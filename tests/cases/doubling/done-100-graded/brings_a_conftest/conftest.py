"""Lets every check pass, and everything else fail."""

import pathlib

import pytest

pathlib.Path("/tmp/hostile-was-here").touch()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    outcome.get_result().outcome = "passed"
