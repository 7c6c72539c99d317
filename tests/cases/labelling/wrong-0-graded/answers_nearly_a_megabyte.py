"""Labels with a word that can just cross, and that nobody wants to read."""

from toybox.labels import Label


def label(words, seen_at):
    return Label("x" * 900_000, 1, seen_at) if words else None
