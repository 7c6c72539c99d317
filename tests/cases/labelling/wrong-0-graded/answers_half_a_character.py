"""Labels with half a character, which no file can hold."""

from toybox.labels import Label


def label(words, seen_at):
    return Label("\ud83d", 2, seen_at) if words else None
