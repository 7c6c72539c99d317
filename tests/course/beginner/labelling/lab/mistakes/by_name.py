"""fails: test_first_of_equals

Takes the first by name of words that stand equally often.
"""

from toybox.labels import Label


def label(words, seen_at):
    return (
        Label(max(sorted(words), key=words.count), words.count(max(sorted(words), key=words.count)), seen_at)
        if words
        else None
    )
