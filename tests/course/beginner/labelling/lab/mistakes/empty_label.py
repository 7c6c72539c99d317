"""fails: test_no_words

Labels no words with an empty one.
"""

from toybox.labels import Label


def label(words, seen_at):
    return Label(max(words, key=words.count, default=""), max(map(words.count, words), default=0), seen_at)
