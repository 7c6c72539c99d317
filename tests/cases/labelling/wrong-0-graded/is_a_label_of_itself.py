"""Labels with a label that holds itself."""

from toybox.labels import Label


def label(words, seen_at):
    if not words:
        return None
    made = Label("b", 2, seen_at)
    object.__setattr__(made, "count", made)
    return made
