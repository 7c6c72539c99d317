"""Labels with a time that has no zone."""

from toybox.labels import Label


def label(words, seen_at):
    if not words:
        return None
    word = max(words, key=words.count)
    return Label(word, words.count(word), seen_at.replace(tzinfo=None))
