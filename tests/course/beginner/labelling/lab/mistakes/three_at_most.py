"""fails: test_variant

Counts to three and no further.
"""

from toybox.labels import Label


def label(words, seen_at):
    return (
        Label(max(words, key=words.count), min(3, max(map(words.count, words))), seen_at) if words else None
    )
