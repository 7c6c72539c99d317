"""Grading a class: worker processes that judge submissions, many at a time."""
