"""Answers with more than can cross."""

from toybox.labels import Label


def label(words, seen_at):
    if not words:
        return None
    if len(words) == 2:
        return Label("x" * 2_000_000, 1, seen_at)
    return Label(max(words, key=words.count), max(map(words.count, words)), seen_at)
