"""fails: test_most

A wrong toy.
"""

from toybox.labels import Label


def label(words, seen_at):
    return Label(words[-1], 1, seen_at) if words else None
