"""fails: test_a_small_store

Divides by everything that stands on either side, which is neither precision nor recall.
"""

from collections import Counter


def precision_and_recall(written, gold):
    right = (Counter(written) & Counter(gold)).total()
    every = (Counter(written) | Counter(gold)).total()
    return (right / every, right / every) if every else (1.0, 1.0)
