"""The pages for a browser: feedback and the view of the class. Whatever is put into them is escaped.

A page is one file, without scripts and without anything that would have to be fetched.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from grader.inert import plain
from grader.report.class_view import View
from grader.report.feedback import NOT_YOURS, Feedback


def feedback_page(student: str, parts: Sequence[Feedback]) -> str:
    """What one student reads, about each lesson."""
    return (
        _environment().get_template("feedback.html").render(student=student, parts=parts, not_yours=NOT_YOURS)
    )


def class_page(views: Sequence[View]) -> str:
    """The class at each lesson."""
    return _environment().get_template("class.html").render(views=views)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["plain"] = plain
    return environment
