"""fails: test_most

Takes the last word, however often the others stand.
"""

from toybox.labels import Label


def label(words, seen_at):
    return Label(words[-1], 1, seen_at) if words else None
